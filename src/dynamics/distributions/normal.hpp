#pragma once
/// Normal distribution by inverse CDF.

#include <cmath>
#include <string_view>

#include "core/fields/fields.hpp"
#include "core/numerics/normal_quantile.hpp"
#include "dynamics/distributions/probability.hpp"

namespace montecopter {

struct NormalDistribution {
  static constexpr std::string_view type_name = "normal";
  static constexpr std::string_view doc =
      "Normal distribution, without limits unless some are given";

  double mean = required;
  double sd = required;

  static constexpr auto fields() {
    using D = NormalDistribution;
    return FieldList{
        field("mean", &D::mean, "", any_number, Vary::fixed,
              "Mean before truncation [unit of the draw]"),
        field("sd", &D::sd, "", non_negative, Vary::fixed,
              "Standard deviation before truncation [unit of the draw]"),
    };
  }

  /// Checks of a truncated distribution.
  void check_truncated(Problems& problems) const;

  double below(double x) const { return normal_cdf((x - mean) / sd); }
  double above(double x) const { return normal_cdf((mean - x) / sd); }
  double inverse(const Probability& p) const {
    return std::fma(sd, normal_quantile(p.lower, p.upper), mean);
  }
  Moments moments() const { return {mean, sd}; }
};

}  // namespace montecopter
