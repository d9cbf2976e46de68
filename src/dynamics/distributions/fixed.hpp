#pragma once
/// A constant: no draw is spent.

#include <string_view>

#include "core/fields/fields.hpp"
#include "core/numerics/uniform.hpp"
#include "dynamics/distributions/probability.hpp"

namespace montecopter {

struct FixedDistribution {
  static constexpr std::string_view type_name = "fixed";
  static constexpr std::string_view doc = "A constant for every sample";

  double value = required;

  static constexpr auto fields() {
    return FieldList{
        field("value", &FixedDistribution::value, "", any_number, Vary::fixed,
              "Value of every sample [unit of the draw]"),
    };
  }

  Limits extremes() const { return {value, value}; }

  double quantile(const Uniform53&) const { return value; }
};

}  // namespace montecopter
