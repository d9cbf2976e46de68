#pragma once
/// Inputs of a scenario that differ between samples, in the order of their paths.

#include <cstdint>
#include <string>
#include <vector>

#include "scenario/model/scenario.hpp"

namespace montecopter {

/// A path that gets one draw per sample.
struct DrawnInput {
  std::string path;
  const Distribution* distribution = nullptr;  ///< points into the scenario
  std::string key = {};                        ///< key in [disperse]: the path with its '*'
  std::size_t component = 0;                   ///< place of the input in a law of vectors
  bool is_frozen = false;                      ///< whether all samples have the draw of sample 0

  /// Whether the values of all samples are listed.
  bool is_listed() const;
  /// Whether the input has a uniform number of its own. Constants, listed values and the last
  /// number of a quaternion have none.
  bool draws() const;
  /// Whether the input is a dimension of a design of experiments.
  bool has_dimension() const { return draws() && !is_frozen; }
};

/// Whether a distribution is one of several numbers together.
bool is_vector_law(const Distribution& distribution);

/// All inputs: one for each dispersion, or one for each of its numbers if they share no draw.
std::vector<DrawnInput> drawn_inputs(const Scenario& scenario);

/// Number of inputs that have a dimension.
std::uint64_t dimensions(const std::vector<DrawnInput>& inputs);

/// Properties that the designs of all inputs share.
DesignInput shared_design(const MonteCarlo& monte_carlo, const std::vector<DrawnInput>& inputs);

/// The samples of a scenario that are compared with each other.
Comparison comparison_of(const Scenario& scenario);

}  // namespace montecopter
