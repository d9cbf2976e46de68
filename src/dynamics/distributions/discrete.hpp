#pragma once
/// A distribution over some values, each with its weight.

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "core/fields/fields.hpp"
#include "core/numerics/uniform.hpp"
#include "dynamics/distributions/probability.hpp"

namespace montecopter {

struct DiscreteDistribution {
  static constexpr std::string_view type_name = "discrete";
  static constexpr std::string_view doc = "One of a list of values, each with a weight";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"values", "[0.9, 1.0, 1.1]"},
      {"weights", "[1.0, 2.0, 1.0]"},
  });

  std::vector<double> values;
  std::vector<double> weights;

  static constexpr auto fields() {
    using D = DiscreteDistribution;
    return FieldList{
        field("values", &D::values, "", any_number, Vary::fixed, "Values"),
        field("weights", &D::weights, "1", non_negative, Vary::fixed,
              "Weight of each value; its probability is its weight over the sum of all weights"),
    };
  }

  void check(Problems& problems) const;

  /// Values in the order of the list: the first one whose cumulated weight exceeds u times the sum.
  double quantile(const Uniform53& u) const {
    double sum = 0;
    for (const double weight : weights) sum += weight;
    const double wanted = u.value() * sum;
    double cumulated = 0;
    std::size_t drawn = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      cumulated += weights[i];
      if (weights[i] > 0) drawn = i;  // the last one possible, should rounding reach the sum
      if (cumulated > wanted) break;
    }
    return values[drawn];
  }
  /// The smallest and the largest value that may be drawn.
  Limits extremes() const {
    constexpr Limits all;
    Limits ends = {all.high, all.low};
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (weights[i] == 0) continue;
      ends = {std::min(ends.low, values[i]), std::max(ends.high, values[i])};
    }
    return ends;
  }
};

}  // namespace montecopter
