#pragma once
/// Sampling design of a result, as far as statistics need it.

#include <cstdint>
#include <string>
#include <string_view>

#include "record/reader.hpp"

namespace montecopter {

struct Sampling {
  /// The only design of dynamics/sampling with has_independent_samples(). Results are read without
  /// the models that flew them, so that the name is repeated here; a test compares the two.
  static constexpr std::string_view independent_design = "random";

  std::string design = std::string(independent_design);
  std::int64_t replicates = 1;  ///< independent designs; sample i of a point is in i mod replicates
  bool is_chosen = false;       ///< only some samples were flown (monte_carlo.only, or a shard)

  /// Whether standard errors and intervals of independent samples apply.
  bool is_independent() const { return design == independent_design; }
  bool is_replicated() const { return !is_independent() && replicates > 1; }
};

/// Reads the design from the resolved scenario of the file, which this version of the program need
/// not be able to load. Error(refused) if it is not TOML.
Sampling sampling_of(const record::ResultFile& file);

}  // namespace montecopter
