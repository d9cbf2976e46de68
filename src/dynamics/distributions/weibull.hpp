#pragma once
/// Weibull distribution from 0 on: P(X > x) = exp(-(x / scale)^shape).

#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/distributions/probability.hpp"

namespace montecopter {

/// The distribution by Weibull. Mean and sd need the gamma function, so it has no moments().
struct WeibullDistribution {
  static constexpr std::string_view type_name = "weibull";
  static constexpr std::string_view doc = "Weibull distribution, by scale and shape";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"shape", "20.0"},
  });

  double scale = required;
  double shape = required;

  static constexpr auto fields() {
    using D = WeibullDistribution;
    return FieldList{
        field("scale", &D::scale, "", positive, Vary::fixed,
              "Scale: the value below which 63 % (1 - 1/e) of the draws lie [unit of the draw]"),
        field("shape", &D::shape, "1", positive, Vary::fixed,
              "Shape: 1 is exponential, 2 is Rayleigh"),
    };
  }

  double below(double x) const { return x > 0 ? from_hazard(hazard(x)).lower : 0.0; }
  double above(double x) const { return x > 0 ? from_hazard(hazard(x)).upper : 1.0; }
  double inverse(const Probability& p) const {
    return scale * pow<double>(cumulative_hazard(p), 1.0 / shape);
  }

 private:
  double hazard(double x) const { return pow<double>(x / scale, shape); }
};

}  // namespace montecopter
