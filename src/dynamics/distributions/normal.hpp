#pragma once
/// Normal distribution by inverse CDF.

#include <cmath>
#include <string_view>
#include <tuple>

#include "dynamics/random/normal_quantile.hpp"
#include "dynamics/random/uniform.hpp"
#include "fields/fields.hpp"

namespace montecopter {

struct NormalDistribution {
  static constexpr std::string_view type_name = "normal";
  static constexpr std::string_view doc = "Normal distribution, without limits";

  double mean = required;
  double sd = required;

  static constexpr auto fields() {
    using D = NormalDistribution;
    return std::tuple{
        field("mean", &D::mean, "", any_number, Vary::fixed,
              "Mean [unit of the dispersed parameter]"),
        field("sd", &D::sd, "", non_negative, Vary::fixed,
              "Standard deviation [unit of the dispersed parameter]"),
    };
  }

  double quantile(const Uniform53& u) const { return std::fma(sd, normal_quantile(u), mean); }
};

}  // namespace montecopter
