#pragma once
/// The inputs of a scenario that samples have of their own, in the order of their paths.

#include <cstdint>
#include <string>
#include <vector>

#include "scenario/model/scenario.hpp"

namespace montecopter {

/// A path that gets one draw per sample.
struct DrawnInput {
  std::string path;
  const Distribution* distribution = nullptr;  ///< in the scenario that it is of
  std::string key = {};                        ///< of [disperse]: the path with its '*'
  std::size_t component = 0;                   ///< its place in a law of vectors
  bool is_frozen = false;                      ///< all samples have the draw of sample 0

  /// Whether every sample is given its value.
  bool is_listed() const;
  /// Whether there is a uniform number of its own: not of constants and given values, nor of the
  /// last number of a quaternion.
  bool draws() const;
  /// Whether it is a dimension of a design of experiments.
  bool has_dimension() const { return draws() && !is_frozen; }
};

/// Whether a distribution is one of several numbers together.
bool is_vector_law(const Distribution& distribution);

/// One for each dispersion, or one for each of its numbers if these share nothing.
std::vector<DrawnInput> drawn_inputs(const Scenario& scenario);

/// How many of them have a dimension.
std::uint64_t dimensions(const std::vector<DrawnInput>& inputs);

/// What the designs of all inputs share.
DesignInput shared_design(const MonteCarlo& monte_carlo, const std::vector<DrawnInput>& inputs);

/// Which samples of a scenario are compared with each other.
Comparison comparison_of(const Scenario& scenario);

}  // namespace montecopter
