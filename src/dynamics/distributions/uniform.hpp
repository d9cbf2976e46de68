#pragma once
/// Uniform distribution on [low, high].

#include <cmath>
#include <string_view>

#include "core/fields/fields.hpp"
#include "core/numerics/uniform.hpp"
#include "dynamics/distributions/probability.hpp"

namespace montecopter {

struct UniformDistribution {
  static constexpr std::string_view type_name = "uniform";
  static constexpr std::string_view doc = "Uniform distribution between two ends";

  double low = required;
  double high = required;

  static constexpr auto fields() {
    using D = UniformDistribution;
    return FieldList{
        field("low", &D::low, "", any_number, Vary::fixed, "Lower end [unit of the draw]"),
        field("high", &D::high, "", any_number, Vary::fixed,
              "Upper end, above low [unit of the draw]"),
    };
  }

  void check(Problems& problems) const;

  Limits extremes() const { return {low, high}; }

  double quantile(const Uniform53& u) const {
    const double x = std::fma(high - low, u.value(), low);
    return x < high ? x : high;  // rounding must not step over the limit
  }
};

}  // namespace montecopter
