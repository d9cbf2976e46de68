#pragma once
/// Every input alone at chosen quantiles: what a tornado diagram shows.

#include <string_view>

#include "core/numerics/uniform.hpp"
#include "dynamics/sampling/place.hpp"

namespace montecopter {

/// The first sample has all inputs at their medians. Then each input, in order, is at each of the
/// quantiles while the others stay. More samples are repetitions of these with other noise.
struct OneAtATimeDesign {
  static constexpr std::string_view name = "one_at_a_time";
  static constexpr std::string_view doc =
      "each input alone at monte_carlo.quantiles, all others at their medians: for tornado "
      "diagrams";
  static constexpr bool keeps_samples = true;
  static constexpr bool has_independent_samples = false;
  static constexpr bool can_correlate = false;
  static constexpr std::uint64_t max_inputs = any_number_of_inputs;
  static constexpr std::array keys = {DesignKey::quantiles};
  static constexpr NoDesignStreams streams = {};

  static void check(const DesignedSamples& given, Problems& problems);

  explicit OneAtATimeDesign(const DesignInput& input)
      : dimension(input.dimension),
        samples(comparison(input).samples),
        quantiles(input.quantiles) {}

  static Comparison comparison(const DesignInput& input) {
    return {"repetition", "repetitions", 1 + input.dimensions * input.quantiles.size(), false};
  }

  Uniform53 uniform(const DesignRow& row) const {
    const std::uint64_t place = row.sample % samples;
    const bool is_moved = place > 0 && (place - 1) / quantiles.size() == dimension;
    return at(is_moved ? quantiles[(place - 1) % quantiles.size()] : 0.5);
  }

  /// The variate whose cell has 0 < p < 1 in it.
  static Uniform53 at(double p) { return {static_cast<std::uint64_t>(p * 0x1p53)}; }

  std::uint64_t dimension;
  std::uint64_t samples;  ///< of each repetition
  std::vector<double> quantiles;
};

}  // namespace montecopter
