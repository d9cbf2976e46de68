#pragma once
/// Von Mises distribution of an angle, density proportional to e^(kappa cos(x - mean)): the normal
/// distribution of directions (N. Fisher, "Statistical Analysis of Circular Data", 1993, section
/// 3.3.6).

#include <algorithm>
#include <numbers>
#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/distributions/probability.hpp"
#include "dynamics/distributions/von_mises_tail.hpp"

namespace montecopter {

/// Within pi of the mean on either side, so a draw may lie outside of (-pi, pi). Its standard
/// deviation needs Bessel functions, and it has no moments().
struct VonMisesDistribution {
  static constexpr std::string_view type_name = "von_mises";
  static constexpr std::string_view doc =
      "Von Mises distribution of an angle, within half a turn of its mean";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"mean_rad", "1.0"},
      {"kappa", "400.0"},
  });

  double mean_rad = required;
  double kappa = required;

  static constexpr auto fields() {
    using D = VonMisesDistribution;
    return FieldList{
        field("mean_rad", &D::mean_rad, "rad", any_number, Vary::fixed, "Mean direction"),
        field("kappa", &D::kappa, "1", between(0, 1e8), Vary::fixed,
              "Concentration: 0 is uniform over all directions, large values are nearly normal "
              "with variance 1 / kappa"),
    };
  }

  double below(double x) const { return von_mises_above(kappa, off_mean(-(x - mean_rad))); }
  double above(double x) const { return von_mises_above(kappa, off_mean(x - mean_rad)); }
  double inverse(const Probability& p) const { return mean_rad + von_mises_quantile(kappa, p); }

 private:
  static double off_mean(double angle) {
    return std::clamp(angle, -std::numbers::pi, std::numbers::pi);
  }
};

}  // namespace montecopter
