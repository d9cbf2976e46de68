#pragma once
/// How the samples of a result were spread over what is dispersed, as far as statistics have to
/// know it.

#include <cstdint>
#include <string>
#include <string_view>

#include "record/reader.hpp"

namespace montecopter {

struct Sampling {
  /// The one design of dynamics/sampling that has_independent_samples(): results are read without
  /// the models that flew them, and a test compares the two.
  static constexpr std::string_view independent_design = "random";

  std::string design = std::string(independent_design);
  std::int64_t replicates = 1;  ///< independent designs; sample i of a point is of i mod replicates
  bool is_chosen = false;       ///< only some samples were flown (monte_carlo.only, or a shard)

  /// Whether standard errors and intervals of independent samples are right.
  bool is_independent() const { return design == independent_design; }
  bool is_replicated() const { return !is_independent() && replicates > 1; }
};

/// As the resolved scenario of the file has it, which this version of the program need not be able
/// to load. Error(refused) if it is no TOML.
Sampling sampling_of(const record::ResultFile& file);

}  // namespace montecopter
