#pragma once
/// Gamma distribution from 0 on, density proportional to x^(shape - 1) e^(-x / scale).

#include <cmath>
#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/distributions/incomplete_gamma.hpp"
#include "dynamics/distributions/probability.hpp"

namespace montecopter {

/// Inverse distribution function by Newton's method on the regularised incomplete gamma function.
struct GammaDistribution {
  static constexpr std::string_view type_name = "gamma";
  static constexpr std::string_view doc = "Gamma distribution, by shape and scale";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"shape", "100.0"},
      {"scale", "0.01"},
  });

  double shape = required;
  double scale = required;

  static constexpr auto fields() {
    using D = GammaDistribution;
    return FieldList{
        field("shape", &D::shape, "1", between(0.01, 1e6), Vary::fixed,
              "Shape: mean over scale; 1 is exponential, large values are nearly normal"),
        field("scale", &D::scale, "", positive, Vary::fixed,
              "Scale: variance over mean [unit of the draw]"),
    };
  }

  double below(double x) const { return x > 0 ? at(x).lower : 0.0; }
  double above(double x) const { return x > 0 ? at(x).upper : 1.0; }
  double inverse(const Probability& p) const {
    return scale * exp<double>(gamma_log_quantile(shape, p));
  }
  Moments moments() const { return {shape * scale, std::sqrt(shape) * scale}; }

 private:
  Probability at(double x) const { return gamma_tails(shape, log<double>(x / scale)).tails; }
};

}  // namespace montecopter
