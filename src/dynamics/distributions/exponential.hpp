#pragma once
/// Exponential distribution from 0 on.

#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/distributions/probability.hpp"

namespace montecopter {

struct ExponentialDistribution {
  static constexpr std::string_view type_name = "exponential";
  static constexpr std::string_view doc = "Exponential distribution, by its mean";

  double mean = required;

  static constexpr auto fields() {
    return FieldList{
        field("mean", &ExponentialDistribution::mean, "", positive, Vary::fixed,
              "Mean before truncation, which is also its standard deviation [unit of the draw]"),
    };
  }

  double below(double x) const { return x > 0 ? from_hazard(x / mean).lower : 0.0; }
  double above(double x) const { return x > 0 ? from_hazard(x / mean).upper : 1.0; }
  double inverse(const Probability& p) const { return mean * cumulative_hazard(p); }
  Moments moments() const { return {mean, mean}; }
};

}  // namespace montecopter
