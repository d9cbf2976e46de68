#pragma once
/// A full factorial design: every combination of some levels of each input.

#include <string_view>

#include "dynamics/sampling/place.hpp"
#include "dynamics/sampling/strata.hpp"

namespace montecopter {

/// The levels are the middles of parts of equal probability. For d inputs, sample i has the digits
/// of i in base `levels`, the last input the fastest, as the points of a sweep.
struct FactorialDesign {
  static constexpr std::string_view name = "factorial";
  static constexpr std::string_view doc =
      "a grid: every combination of monte_carlo.levels of each input";
  static constexpr bool keeps_samples = false;
  static constexpr bool has_independent_samples = false;
  static constexpr bool can_correlate = false;
  static constexpr std::uint64_t max_inputs = any_number_of_inputs;
  static constexpr std::array keys = {DesignKey::levels};
  static constexpr NoDesignStreams streams = {};

  static void check(const DesignedSamples& given, Problems& problems);

  explicit FactorialDesign(const DesignInput& input) : levels(input.levels) {
    for (std::uint64_t d = input.dimension + 1; d < input.dimensions; ++d) stride *= levels;
  }

  Uniform53 uniform(const DesignRow& row) const {
    return middle_of_stratum(row.sample / stride % levels, levels);
  }

  std::uint64_t levels;
  std::uint64_t stride = 1;  ///< samples between neighbouring levels
};

}  // namespace montecopter
