#pragma once
/// A distribution over some values, all equally likely.

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "core/fields/fields.hpp"
#include "core/numerics/uniform.hpp"
#include "dynamics/distributions/probability.hpp"

namespace montecopter {

/// The index of one of `size` equally likely things.
inline std::size_t pick_index(double u, std::size_t size) {
  const auto index = static_cast<std::size_t>(u * static_cast<double>(size));
  return index < size ? index : size - 1;
}

struct ChoiceDistribution {
  static constexpr std::string_view type_name = "choice";
  static constexpr std::string_view doc = "One of a list of values, all equally likely";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"values", "[0.9, 1.0, 1.1]"},
  });

  std::vector<double> values;

  static constexpr auto fields() {
    return FieldList{
        field("values", &ChoiceDistribution::values, "", any_number, Vary::fixed,
              "Values, all equally likely; a value that is listed twice is twice as likely"),
    };
  }

  void check(Problems& problems) const;

  double quantile(const Uniform53& u) const { return values[pick_index(u.value(), values.size())]; }
  /// The smallest and the largest value that may be drawn.
  Limits extremes() const {
    const auto ends = std::minmax_element(values.begin(), values.end());
    return {*ends.first, *ends.second};
  }
};

}  // namespace montecopter
