#pragma once
/// Latin hypercube sampling: M. McKay, R. Beckman, W. Conover, "A comparison of three methods for
/// selecting values of input variables in the analysis of output from a computer code",
/// Technometrics 21 (1979), 239-245.

#include <string_view>

#include "dynamics/sampling/permutation.hpp"
#include "dynamics/sampling/random.hpp"

namespace montecopter {

/// Each of n parts of equal probability of each input is met by one of n samples. The number is u =
/// (pi(i) + v) / n with a random order pi of the input's own. The random number v is the one that
/// the sample would have without a design.
struct LatinHypercubeDesign {
  static constexpr std::string_view name = "lhs";
  static constexpr std::string_view doc =
      "Latin hypercube: one of n samples in each n-th of every input's distribution";
  static constexpr bool keeps_samples = false;
  static constexpr bool has_independent_samples = false;
  static constexpr bool can_correlate = true;
  static constexpr std::uint64_t max_inputs = any_number_of_inputs;
  static constexpr std::array keys = {DesignKey::replicates};
  static constexpr std::array<DesignStream, 2> streams = {
      {{RandomDesign::streams[0].prefix, "place in the stratum"},
       {"lhs:", "order of the hypercube", true}}};

  explicit LatinHypercubeDesign(const DesignInput& input)
      : within(input),
        stream(stream_hash(streams[1].name(input.path))),
        replicates(input.replicates) {}

  Uniform53 uniform(const DesignRow& row) const {
    const ReplicatePlace place(row, replicates);
    const auto words = draw_words<std::uint64_t>(row.seed, 0, stream, place.set, 0);
    const KeyedPermutation order(place.size, words[0]);
    return in_stratum(order(place.index), place.size, within.uniform(row));
  }

  RandomDesign within;
  std::uint64_t stream;
  std::uint64_t replicates;
};

}  // namespace montecopter
