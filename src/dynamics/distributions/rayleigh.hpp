#pragma once
/// Rayleigh distribution: the length of a vector of two independent normal components.

#include <cmath>
#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/distributions/probability.hpp"

namespace montecopter {

struct RayleighDistribution {
  static constexpr std::string_view type_name = "rayleigh";
  static constexpr std::string_view doc =
      "Rayleigh distribution: the magnitude of a vector with two normal components";

  double sigma = required;

  static constexpr auto fields() {
    return FieldList{
        field("sigma", &RayleighDistribution::sigma, "", positive, Vary::fixed,
              "Standard deviation of each of the two components, which is also the mode [unit of "
              "the draw]"),
    };
  }

  double below(double x) const { return x > 0 ? from_hazard(hazard(x)).lower : 0.0; }
  double above(double x) const { return x > 0 ? from_hazard(hazard(x)).upper : 1.0; }
  double inverse(const Probability& p) const {
    return sigma * std::sqrt(2.0 * cumulative_hazard(p));
  }
  /// sigma sqrt(pi / 2), sigma sqrt(2 - pi / 2).
  Moments moments() const { return {sigma * 0x1.40d931ff62706p+0, sigma * 0x1.4f6e09081901ep-1}; }

 private:
  double hazard(double x) const { return 0.5 * (x / sigma) * (x / sigma); }
};

}  // namespace montecopter
