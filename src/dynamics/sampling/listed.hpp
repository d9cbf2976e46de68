#pragma once
/// Inputs that somebody else has chosen: of each sample its own.

#include <string_view>

#include "dynamics/sampling/place.hpp"
#include "dynamics/sampling/strata.hpp"

namespace montecopter {

/// The middle of part i of n, which picks the i-th of n values (ListedDistribution).
struct ListedDesign {
  static constexpr std::string_view name = "file";
  static constexpr std::string_view doc =
      "the values of monte_carlo.file, one row per sample; other inputs are independent";
  static constexpr bool keeps_samples = false;
  static constexpr bool has_independent_samples = false;
  static constexpr bool can_correlate = true;
  static constexpr std::uint64_t max_inputs = any_number_of_inputs;
  static constexpr std::array keys = {DesignKey::file};
  static constexpr NoDesignStreams streams = {};

  static void check(const DesignedSamples& given, Problems& problems);

  explicit ListedDesign(const DesignInput&) {}

  Uniform53 uniform(const DesignRow& row) const {
    return middle_of_stratum(row.sample, row.samples);
  }
};

}  // namespace montecopter
