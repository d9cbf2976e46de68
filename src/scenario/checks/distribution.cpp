#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <concepts>

#include "core/base/counted.hpp"
#include "core/base/text.hpp"
#include "core/fields/paths.hpp"
#include "dynamics/distributions/distribution.hpp"
#include "scenario/checks/matrix.hpp"
#include "scenario/checks/shared.hpp"
#include "scenario/checks/validate.hpp"
#include "scenario/files/observations.hpp"

namespace montecopter {

namespace {

/// A smaller probability leaves the normal doubles somewhere on the way: those of the normal
/// distribution do beyond 37 standard deviations.
constexpr double no_probability = 1e-300;
/// That of a normal draw beyond 8 standard deviations: nobody means that.
constexpr double almost_none = 1e-15;

class DistributionCheck {
 public:
  DistributionCheck(std::string path, Report& report) : path_(std::move(path)), report_(report) {}

  template <class D>
  void operator()(const D& distribution) {
    own(distribution);
    if constexpr (std::derived_from<D, Truncation>) forms(distribution);
    if (!report_.clean(path_)) return;
    if constexpr (requires { distribution.part(); }) truncation(distribution);
  }

 private:
  // --- what a single distribution asks of its own keys ------------------------------------------

  template <class D>
  requires(!D::has_checked_keys) void own(const D&) {}

  void own(const std::derived_from<UniformDistribution> auto& d) { ordered("high", d.low, d.high); }

  void own(const std::derived_from<BetaDistribution> auto& d) { ordered("high", d.low, d.high); }

  void own(const std::derived_from<NormalDistribution> auto& d) {
    if (d.sd > 0 || !d.any()) return;
    report_.error(append_path(path_, "sd"), "sd is 0, so there is nothing to truncate", "",
                  "Use dist = \"fixed\" for a constant");
  }

  void own(const std::derived_from<TruncatedNormalDistribution> auto& d) {
    ordered("high", d.low, d.high);
  }

  void own(const std::derived_from<LognormalDistribution> auto& d) {
    const bool by_median = d.median && d.sigma && !d.mean && !d.sd;
    const bool by_mean = d.mean && d.sd && !d.median && !d.sigma;
    if (by_median || by_mean) return;
    report_.error(path_, "a lognormal distribution takes median and sigma, or mean and sd",
                  "each pair says all, and sigma is the standard deviation of ln x");
  }

  void own(const std::derived_from<TriangularDistribution> auto& d) {
    if (d.left <= d.mode && d.mode <= d.right && d.left < d.right) return;
    report_.error(
        append_path(path_, "mode"),
        fmt::format("left {}, mode {} and right {} do not ascend", d.left, d.mode, d.right),
        "the mode may be at either end, but the ends differ");
  }

  void own(const std::derived_from<ChoiceDistribution> auto& d) { some(d.values.size(), 1); }

  void own(const std::derived_from<ListedDistribution> auto& d) { some(d.values.size(), 1); }

  void own(const std::derived_from<DiscreteDistribution> auto& d) {
    if (!some(d.values.size(), 1)) return;
    if (d.weights.size() != d.values.size()) {
      report_.error(append_path(path_, "weights"),
                    fmt::format("{} for {}", counted(d.weights.size(), "weight"),
                                counted(d.values.size(), "value")),
                    "", "Give one each, or use dist = \"choice\" for equal ones");
      return;
    }
    double sum = 0;
    for (const double weight : d.weights) sum += weight;
    if (sum > 0 && std::isfinite(sum)) return;
    report_.error(append_path(path_, "weights"), fmt::format("the weights add up to {}", sum),
                  "each one is divided by their sum");
  }

  void own(const std::derived_from<EmpiricalDistribution> auto& d) {
    if (!some(d.values.size(), d.interpolate ? 2 : 1)) return;
    if (d.values.size() <= max_observations) return;
    report_.error(
        append_path(path_, "values"), fmt::format("{} observations", d.values.size()),
        fmt::format("at most {} are possible, for every result file keeps them", max_observations),
        "Thin them out");
  }

  void own(const std::derived_from<MultivariateNormalDistribution> auto& d) {
    const std::string path = append_path(path_, "covariance");
    const NameOfEntry name = [](std::size_t i, std::size_t j) {
      return fmt::format("the covariance of numbers {} and {}", j, i);
    };
    if (d.mean.empty()) {
      report_.error(append_path(path_, "mean"), "there are no means", "", "Give mean = [...]");
      return;
    }
    const std::string means = fmt::format("{} means", d.mean.size());
    if (!is_symmetric(d.covariance, d.mean.size(), means, name, path, report_)) return;
    for (std::size_t i = 0; i < d.mean.size(); ++i) {
      if (d.covariance[i][i] >= 0) continue;
      return report_.error(path,
                           fmt::format("the variance of number {} is {}", i, d.covariance[i][i]),
                           "none is negative");
    }
    if (semidefinite_factor(d.covariance)) return;
    report_.error(
        path, "the matrix is no covariance matrix",
        "it is not positive semidefinite: some sum of them would have a negative variance",
        "Check signs and sizes; |covariance| is at most the product of both standard "
        "deviations");
  }

  void own(const std::derived_from<NormalRotationDistribution> auto& d) {
    double sum = 0;
    for (const double x : d.mean) sum += x * x;
    if (std::fabs(std::sqrt(sum) - 1) <= written_norm_error) return;
    report_.error(append_path(path_, "mean"),
                  fmt::format("the mean attitude has the norm {:.6g}", std::sqrt(sum)),
                  "an attitude has norm 1; only rounding to three digits is forgiven");
  }

  bool some(std::size_t size, std::size_t wanted) {
    if (size >= wanted) return true;
    report_.error(append_path(path_, "values"),
                  size == 0 ? "there are no values" : "there is one value only",
                  size == 0 ? "" : "nothing lies between",
                  size == 0 ? "Give values = [...]" : "Use interpolate = false");
    return false;
  }

  bool ordered(const std::string& key, double low, double high) {
    if (low < high) return true;
    report_.error(report_.newest({append_path(path_, key), append_path(path_, "low")}),
                  fmt::format("low {} is not below high {}", low, high), "",
                  "Use dist = \"fixed\" for a constant");
    return false;
  }

  // --- truncation -------------------------------------------------------------------------------

  /// At most one form of limit per side, and one that this distribution can have.
  template <class D>
  void forms(const D& d) {
    if (!report_.clean(path_)) return;
    one_form("low", d.low.has_value() + d.low_sd.has_value() + d.low_relative.has_value());
    one_form("high", d.high.has_value() + d.high_sd.has_value() + d.high_relative.has_value());
    if (!d.needs_moments()) return;
    if constexpr (HasMoments<D>) {
      if ((d.low_relative || d.high_relative) && d.moments().mean == 0) {
        report_.error(given(d.low_relative ? "low_relative" : "high_relative"),
                      "the mean is 0, so no fraction of it is a limit", "",
                      "Use low and high, or low_sd and high_sd");
      }
    } else {
      report_.error(path_,
                    fmt::format("a {} distribution cannot be truncated by its mean or its standard "
                                "deviation",
                                D::type_name),
                    "they are no elementary functions of its keys", "Use low and high");
    }
  }

  void one_form(const std::string& side, int given_forms) {
    if (given_forms <= 1) return;
    report_.error(path_, fmt::format("{} is given in {} forms", side, given_forms), "",
                  fmt::format("Keep one of {0}, {0}_sd and {0}_relative", side));
  }

  template <class D>
  void truncation(D d) {
    d.prepare();
    const Part& part = *d.prepared;
    const Limits& limits = part.limits;
    if (std::isinf(limits.low) && std::isinf(limits.high)) return;
    if (!ordered(written({"high", "high_sd", "high_relative", "low", "low_sd"}), limits.low,
                 limits.high)) {
      return;
    }
    std::string where;
    if constexpr (requires { d.law().moments(); }) where = offset(d.law().moments(), limits);
    if constexpr (HasMoments<D>) where = offset(d.moments(), limits);
    if (!(part.within >= no_probability)) {
      report_.error(path_, "the interval from low to high holds no probability", where);
    } else if (part.within < almost_none) {
      report_.warning(path_, "the interval from low to high holds almost no probability", where);
    }
  }

  /// How far off the mean the limits are.
  static std::string offset(const Moments& of, const Limits& limits) {
    const double nearest =
        limits.low > of.mean ? (limits.low - of.mean) / of.sd : (of.mean - limits.high) / of.sd;
    if (!(nearest > 0)) return "";
    return fmt::format("it lies {:.3g} standard deviations off the mean", nearest);
  }

  /// The first of these keys that the user wrote.
  std::string written(std::initializer_list<const char*> keys) const {
    for (const char* key : keys) {
      if (report_.is_written(given(key))) return key;
    }
    return *keys.begin();
  }

  std::string given(const char* key) const { return append_path(path_, key); }

  std::string path_;
  Report& report_;
};

}  // namespace

void validate_distribution(const Distribution& distribution, const std::string& path,
                           Report& report) {
  std::visit(DistributionCheck(path, report), distribution);
}

}  // namespace montecopter
