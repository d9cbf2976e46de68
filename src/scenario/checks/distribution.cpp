#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <concepts>

#include "dynamics/distributions/distribution.hpp"
#include "scenario/checks/kind_problems.hpp"
#include "scenario/checks/validate.hpp"
#include "scenario/derived/paths.hpp"

namespace montecopter {

namespace {

/// Smallest probability that stays within normal doubles; the normal distribution leaves them
/// beyond 37 standard deviations.
constexpr double no_probability = 1e-300;
/// Probability of a normal draw beyond 8 standard deviations, which is surely a mistake.
constexpr double almost_none = 1e-15;

class DistributionCheck {
 public:
  DistributionCheck(std::string path, Report& report)
      : path_(std::move(path)), report_(report), problems_(path_, report) {}

  template <class D>
  void operator()(const D& distribution) {
    check_kind(distribution, problems_);
    if constexpr (std::derived_from<D, Truncation>) forms(distribution);
    if (!report_.clean(path_)) return;
    if constexpr (requires { distribution.part(); }) truncation(distribution);
  }

 private:
  // --- truncation -------------------------------------------------------------------------------

  /// At most one form of limit per side, and one that this distribution can have.
  template <class D>
  void forms(const D& d) {
    if constexpr (requires { &D::check_truncated; }) {
      if (d.any()) d.check_truncated(problems_);
    }
    if (!report_.clean(path_)) return;
    one_form("low", d.low.has_value() + d.low_sd.has_value() + d.low_relative.has_value());
    one_form("high", d.high.has_value() + d.high_sd.has_value() + d.high_relative.has_value());
    if (!d.needs_moments()) return;
    if constexpr (HasMoments<D>) {
      if ((d.low_relative || d.high_relative) && d.moments().mean == 0) {
        report_.error(given(d.low_relative ? "low_relative" : "high_relative"),
                      "the mean is 0, so a relative limit has no meaning", "",
                      "Use low and high, or low_sd and high_sd");
      }
    } else {
      report_.error(
          path_,
          fmt::format("a {} distribution cannot be truncated by mean or standard deviation",
                      D::type_name),
          "they have no closed form in its keys", "Use low and high");
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
    if (!check_order(written({"high", "high_sd", "high_relative", "low", "low_sd"}), limits,
                     problems_)) {
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

  /// Distance of the limits from the mean.
  static std::string offset(const Moments& of, const Limits& limits) {
    const double nearest =
        limits.low > of.mean ? (limits.low - of.mean) / of.sd : (of.mean - limits.high) / of.sd;
    if (!(nearest > 0)) return "";
    return fmt::format("it lies {:.3g} standard deviations from the mean", nearest);
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
  KindProblems problems_;
};

}  // namespace

void validate_distribution(const Distribution& distribution, const std::string& path,
                           Report& report) {
  DistributionCheck check(path, report);
  std::visit([&](const auto& kind) { check(kind); }, distribution);
}

}  // namespace montecopter
