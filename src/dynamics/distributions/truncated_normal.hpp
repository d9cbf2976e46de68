#pragma once
/// Normal distribution restricted to [low, high], exact by inverse CDF (no rejection, no clamping).

#include <cmath>
#include <optional>
#include <string_view>
#include <tuple>

#include "dynamics/random/normal_quantile.hpp"
#include "dynamics/random/uniform.hpp"
#include "fields/fields.hpp"

namespace montecopter {

struct TruncatedNormalDistribution {
  static constexpr std::string_view type_name = "truncated_normal";
  static constexpr std::string_view doc =
      "Normal distribution between two limits, exact without rejection";

  double mean = required;
  double sd = required;
  double low = required;
  double high = required;

  static constexpr auto fields() {
    using D = TruncatedNormalDistribution;
    return std::tuple{
        field("mean", &D::mean, "", any_number, Vary::fixed,
              "Mean before truncation [unit of the dispersed parameter]"),
        field("sd", &D::sd, "", positive, Vary::fixed,
              "Standard deviation before truncation [unit of the dispersed parameter]"),
        field("low", &D::low, "", any_number, Vary::fixed,
              "Lower limit [unit of the dispersed parameter]"),
        field("high", &D::high, "", any_number, Vary::fixed,
              "Upper limit, above low [unit of the dispersed parameter]"),
    };
  }

  std::optional<TruncatedNormal> standard = std::nullopt;  ///< set by prepare()

  /// Computes once what all quantiles need.
  void prepare() { standard.emplace((low - mean) / sd, (high - mean) / sd); }

  double quantile(const Uniform53& u) const {
    const double z = standard ? standard->quantile(u)
                              : truncated_normal_quantile(u, (low - mean) / sd, (high - mean) / sd);
    // The limits are promises: rounding in mean + sd z must not step over them.
    const double x = std::fma(sd, z, mean);
    return x < low ? low : (x > high ? high : x);
  }
};

}  // namespace montecopter
