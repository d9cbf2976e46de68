#pragma once
/// Beta distribution between two ends, density proportional to (x - low)^(alpha - 1)
/// (high - x)^(beta - 1).

#include <cmath>
#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/distributions/incomplete_gamma.hpp"
#include "dynamics/distributions/probability.hpp"

namespace montecopter {

/// Inverse distribution function by Newton's method on the regularised incomplete beta function. It
/// has limits by itself, as uniform has.
struct BetaDistribution {
  static constexpr std::string_view type_name = "beta";
  static constexpr std::string_view doc = "Beta distribution between two ends";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"alpha", "2.0"},
      {"beta", "5.0"},
      {"low", "0.9"},
      {"high", "1.1"},
  });

  double alpha = required;
  double beta = required;
  double low = 0;
  double high = 1;

  static constexpr auto fields() {
    using D = BetaDistribution;
    return FieldList{
        field("alpha", &D::alpha, "1", between(0.01, 1e6), Vary::fixed,
              "Shape at the low end; the mean is low + (high - low) alpha / (alpha + beta)"),
        field("beta", &D::beta, "1", between(0.01, 1e6), Vary::fixed, "Shape at the high end"),
        field("low", &D::low, "", any_number, Vary::fixed, "Low end [unit of the draw]"),
        field("high", &D::high, "", any_number, Vary::fixed,
              "High end, above low [unit of the draw]"),
    };
  }

  void check(Problems& problems) const;

  Limits extremes() const { return {low, high}; }

  /// Quantile from the nearer end, so that neither end loses close values.
  double quantile(const Uniform53& u) const {
    const double z = beta_logit_quantile(alpha, beta, Probability::of(u));
    const double range = high - low;
    const double x =
        z < 0 ? std::fma(range, inverse_logit(z), low) : std::fma(-range, inverse_logit(-z), high);
    return x < low ? low : (x > high ? high : x);
  }
};

}  // namespace montecopter
