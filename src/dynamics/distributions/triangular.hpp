#pragma once
/// Triangular distribution: its density rises from left to mode and falls to right.

#include <cmath>
#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/distributions/probability.hpp"

namespace montecopter {

struct TriangularDistribution {
  static constexpr std::string_view type_name = "triangular";
  static constexpr std::string_view doc = "Triangular distribution between two ends with a mode";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"left", "0.9"},
      {"mode", "1.0"},
      {"right", "1.2"},
  });

  double left = required;
  double mode = required;
  double right = required;

  static constexpr auto fields() {
    using D = TriangularDistribution;
    return FieldList{
        field("left", &D::left, "", any_number, Vary::fixed, "Lower end [unit of the draw]"),
        field("mode", &D::mode, "", any_number, Vary::fixed,
              "Most likely value, from left to right [unit of the draw]"),
        field("right", &D::right, "", any_number, Vary::fixed,
              "Upper end, above left [unit of the draw]"),
    };
  }

  void check(Problems& problems) const;

  double below(double x) const {
    if (x <= left) return 0.0;
    if (x > mode) return 1.0 - above(x);
    return (x - left) / (right - left) * ((x - left) / (mode - left));
  }
  double above(double x) const {
    if (x >= right) return 0.0;
    if (x < mode || mode == right) return 1.0 - below(x);
    return (right - x) / (right - left) * ((right - x) / (right - mode));
  }
  double inverse(const Probability& p) const {
    const double width = right - left;
    const double x = p.lower * width <= mode - left
                         ? left + std::sqrt(p.lower * width * (mode - left))
                         : right - std::sqrt(p.upper * width * (right - mode));
    return x < left ? left : (x > right ? right : x);
  }
  Limits extremes() const { return {left, right}; }
  Moments moments() const {
    const double rise = mode - left, fall = right - mode;
    return {(left + mode + right) / 3.0,
            std::sqrt((rise * rise + rise * fall + fall * fall) / 18.0)};
  }
};

}  // namespace montecopter
