#pragma once
/// The inputs of a scenario that samples have of their own, in the order of their paths.

#include <cstdint>
#include <string>
#include <vector>

#include "scenario/scenario.hpp"

namespace montecopter {

/// A path that gets one draw per sample.
struct DrawnInput {
  std::string path;
  const Distribution* distribution = nullptr;  ///< in the scenario that it is of

  /// Whether every sample is given its value.
  bool is_listed() const;
  /// Whether it is a dimension of a design of experiments: constants and given values are none.
  bool has_dimension() const;
};

/// One for each dispersion, or one for each of its numbers if these share nothing.
std::vector<DrawnInput> drawn_inputs(const Scenario& scenario);

/// How many of them have a dimension.
std::uint64_t dimensions(const std::vector<DrawnInput>& inputs);

}  // namespace montecopter
