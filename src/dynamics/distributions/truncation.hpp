#pragma once
/// Truncation of continuous distributions, exact by the inverse of the distribution function: no
/// rejection, no clamping, and full accuracy however far out in a tail the limits are.
///
/// A law that can be truncated has, besides fields() and type_name,
///
///   below(x), above(x)    the probabilities of a value below and above x, each accurate
///   inverse(Probability)  the value at that probability
///   moments()             mean and sd, only if they are elementary functions of the parameters
///   within(low, high)     the probability from low to high, only if it may have atoms there
///   extremes()            the ends of its support, only if they are finite

#include <cmath>
#include <optional>

#include "core/fields/fields.hpp"
#include "dynamics/distributions/probability.hpp"

namespace montecopter {

template <class Law>
concept HasMoments = requires(const Law& law) {
  law.moments();
};

/// The keys; at most one per side. Nothing given: no limit on that side.
struct Truncation {
  std::optional<double> low, high;
  std::optional<double> low_sd, high_sd;
  std::optional<double> low_relative, high_relative;

  static constexpr auto fields() {
    using T = Truncation;
    return FieldList{
        field("low", &T::low, "", any_number, Vary::fixed,
              "Lower truncation limit [unit of the draw]"),
        field("high", &T::high, "", any_number, Vary::fixed,
              "Upper truncation limit [unit of the draw]"),
        field("low_sd", &T::low_sd, "1", any_number, Vary::fixed,
              "Lower truncation limit in standard deviations: mean + low_sd sd, both before "
              "truncation"),
        field("high_sd", &T::high_sd, "1", any_number, Vary::fixed,
              "Upper truncation limit in standard deviations: mean + high_sd sd, both before "
              "truncation"),
        field("low_relative", &T::low_relative, "1", any_number, Vary::fixed,
              "Lower truncation limit relative to the mean: mean + low_relative |mean|, the mean "
              "before truncation"),
        field("high_relative", &T::high_relative, "1", any_number, Vary::fixed,
              "Upper truncation limit relative to the mean: mean + high_relative |mean|, the mean "
              "before truncation"),
    };
  }

  bool any() const { return low || high || needs_moments(); }
  bool needs_moments() const { return low_sd || high_sd || low_relative || high_relative; }
};

/// A limit on one side from the forms in which it may be given; at most one is.
inline double limit_of(const std::optional<double>& value, const std::optional<double>& in_sd,
                       const std::optional<double>& relative, const Moments& of, double none) {
  if (value) return *value;
  if (in_sd) return std::fma(*in_sd, of.sd, of.mean);
  if (relative) return std::fma(*relative, std::fabs(of.mean), of.mean);
  return none;
}

/// The part of a law within limits.
struct Part {
  Limits limits;
  double below = 0, within = 1, above = 0;  ///< the probabilities that the law gives

  template <class Law>
  static Part of(const Law& law, const Limits& limits) {
    Part part{limits};
    if (std::isfinite(limits.low)) part.below = law.below(limits.low);
    if (std::isfinite(limits.high)) part.above = law.above(limits.high);
    if constexpr (requires { law.within(0.0, 1.0); }) {
      part.within = law.within(limits.low, limits.high);
    } else if (part.above > 0.5) {  // all in the lower tail: take small from small
      part.within = law.below(limits.high) - part.below;
    } else if (part.below > 0.5) {
      part.within = law.above(limits.low) - part.above;
    } else {
      // Both sums of at() then meet exactly. What this takes from the upper tail is at most half
      // the distance of two uniform numbers.
      const double to_high = 1.0 - part.above;
      part.within = to_high - part.below;
      part.above = 1.0 - to_high;
    }
    return part;
  }

  /// Sums of numbers >= 0, so both are accurate.
  Probability at(const Uniform53& u) const {
    return {std::fma(u.value(), within, below), std::fma(u.complement().value(), within, above)};
  }

  /// The limits are promises: rounding must not step over them.
  double bounded(double x) const {
    return x < limits.low ? limits.low : (x > limits.high ? limits.high : x);
  }
};

/// One quantile of the part of a law.
template <class Law>
double quantile_of(const Law& law, const Part& part, const Uniform53& u) {
  return part.bounded(law.inverse(part.at(u)));
}

/// A law with the optional keys of its truncation.
template <class Law>
struct TruncatedLaw : Law, Truncation {
  static constexpr auto fields() { return join(Law::fields(), Truncation::fields()); }

  Limits limits() const {
    constexpr Limits none;
    Moments of;
    if constexpr (HasMoments<Law>) {
      if (needs_moments()) of = this->moments();
    }
    return {limit_of(low, low_sd, low_relative, of, none.low),
            limit_of(high, high_sd, high_relative, of, none.high)};
  }
  Part part() const { return Part::of(static_cast<const Law&>(*this), limits()); }

  std::optional<Part> prepared = std::nullopt;  ///< set by prepare()

  /// Computes once what all quantiles need.
  void prepare() {
    if constexpr (requires(Law & law) { law.prepare(); }) Law::prepare();
    prepared = part();
  }

  double quantile(const Uniform53& u) const {
    return quantile_of(static_cast<const Law&>(*this), prepared ? *prepared : part(), u);
  }

  /// No draw is smaller or larger.
  Limits extremes() const {
    const Limits given = limits();
    Limits whole;
    if constexpr (requires(const Law& law) { law.extremes(); }) {
      whole = Law::extremes();
    } else {
      const Uniform53 first{};
      whole = {this->inverse(Probability::of(first)),
               this->inverse(Probability::of(first.complement()))};
    }
    return {max(given.low, whole.low), min(given.high, whole.high)};
  }
};

}  // namespace montecopter
