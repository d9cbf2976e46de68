#include "results/diff/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/index.hpp"

namespace montecopter::diff {
namespace {

/// Above this fraction of sd, a tolerance does not constrain the shape of the distribution. Below
/// it, twice the first-order terms bound all terms: (1 + 0.05)^4 / (1 - 0.05)^4 < 2.
constexpr double highest_share = 0.05;

class Row {
 public:
  Row(const std::vector<std::string>& names, std::span<const double> values)
      : names_(names), values_(values) {}

  double at(const char* name) const {
    const Index found = first_index(names_, name);
    return found == names_.size() ? std::numeric_limits<double>::quiet_NaN() : values_[found];
  }
  /// Largest magnitude among the values.
  double largest() const { return std::fmax(std::fabs(at("min")), std::fabs(at("max"))); }

 private:
  const std::vector<std::string>& names_;
  std::span<const double> values_;
};

/// Largest deviation of a value that `tolerance` allows.
double allowed(const Tolerance& tolerance, double largest) {
  if (!std::isfinite(largest)) largest = 0;  // no number is near infinity
  const double ulp = std::numeric_limits<double>::epsilon() * largest;
  return std::max(
      {tolerance.abs, tolerance.rel * largest, static_cast<double>(tolerance.ulp) * ulp});
}

/// Largest change of G1 when values change by `share` of sd: with z = (x - mean) / sd,
/// |d mean(z^3)| <= 3 (2 share) mean(z^2) + 3 |g1| share.
double skewness_bound(double n, double skewness, double share) {
  const double adjusted = std::sqrt(n * (n - 1)) / (n - 2);
  return 2 * share * (6 * adjusted + 3 * std::fabs(skewness));
}

/// Largest change of G2: |d mean(z^4)| <= 4 (2 share) mean(|z|^3) + 4 k share, where k = mean(z^4)
/// and mean(|z|^3) <= k^(3/4).
double kurtosis_bound(double n, double kurtosis, double share) {
  const double excess = (std::fabs(kurtosis) * (n - 2) * (n - 3) / (n - 1) + 6) / (n + 1);
  const double k = excess + 3;
  const double adjusted = (n - 1) * (n + 1) / ((n - 2) * (n - 3));
  return 2 * share * adjusted * (8 * std::pow(k, 0.75) + 4 * k);
}

/// How far two statistics may differ.
double bound(const std::string& name, const Row& a, const Row& b, double d) {
  const double n = a.at("n");
  const double sd = std::fmin(a.at("sd"), b.at("sd"));
  const double scatter = d * std::sqrt(n / std::max(n - 1, 1.0));
  if (name == "n") return 0;
  if (name == "sd") return scatter;
  if (name == "se") return scatter / std::sqrt(n);
  if (name != "skewness" && name != "kurtosis") return d;
  if (!(d <= highest_share * sd)) return std::numeric_limits<double>::infinity();
  const double shape = std::fmax(std::fabs(a.at(name.c_str())), std::fabs(b.at(name.c_str())));
  return name == "skewness" ? skewness_bound(n, shape, d / sd) : kurtosis_bound(n, shape, d / sd);
}

bool within(double a, double b, double bound) {
  if (std::isinf(a) || std::isinf(b)) return false;
  if (std::isinf(bound)) return true;  // even a number against NaN (all values equal)
  return std::fabs(a - b) <= bound;
}

}  // namespace

bool has_moments(const std::vector<std::string>& names) {
  const auto has = [&](const char* name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  return has("n") && has("sd") && has("min") && has("max");
}

void add_statistics(Tally& tally, const std::vector<std::string>& names, std::span<const double> a,
                    std::span<const double> b, std::int64_t first, const Tolerance& tolerance) {
  const Row row_a(names, a), row_b(names, b);
  const double d = allowed(tolerance, std::fmax(row_a.largest(), row_b.largest()));
  for (std::size_t i = 0; i < names.size(); ++i) {
    const double limit = bound(names[i], row_a, row_b, d);
    add_pair(tally, a[i], b[i], first++, within(a[i], b[i], limit));
  }
}

}  // namespace montecopter::diff
