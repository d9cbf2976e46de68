#pragma once
/// Values that were chosen elsewhere, one for each sample.

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/fields/fields.hpp"
#include "core/numerics/uniform.hpp"
#include "dynamics/distributions/choice.hpp"
#include "dynamics/distributions/probability.hpp"

namespace montecopter {

/// A list without draws: u is the middle of part i of n for sample i of n (ListedDesign).
struct ListedDistribution {
  static constexpr std::string_view type_name = "listed";
  static constexpr std::string_view doc = "Given values, one for each sample, in order";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"values", "[0.95, 1.0, 1.05, 1.0]"},
  });

  std::vector<double> values;

  static constexpr auto fields() {
    return FieldList{
        field("values", &ListedDistribution::values, "", any_number, Vary::fixed,
              "Value of each sample [unit of the draw]"),
    };
  }

  void check(Problems& problems) const;

  double quantile(const Uniform53& u) const { return values[pick_index(u.value(), values.size())]; }
  /// The smallest and the largest value.
  Limits extremes() const {
    const auto ends = std::minmax_element(values.begin(), values.end());
    return {*ends.first, *ends.second};
  }
};

}  // namespace montecopter
