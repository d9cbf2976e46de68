#pragma once
/// Samples for elementary effects: M. Morris, "Factorial sampling plans for preliminary
/// computational experiments", Technometrics 33 (1991), 161-174.

#include <string_view>

#include "dynamics/random/stream.hpp"
#include "dynamics/sampling/permutation.hpp"
#include "dynamics/sampling/place.hpp"
#include "dynamics/sampling/strata.hpp"

namespace montecopter {

/// A trajectory of k inputs has k + 1 samples: from each to the next one input steps by half of the
/// levels, up or down, the inputs in a random order. Levels are the middles of parts of equal
/// probability, as in a grid; Morris' own are the corners of the unit cube, where most
/// distributions are infinite. With an even number of levels, each has one partner a step away, so
/// that all levels are equally likely before and after the step.
struct MorrisDesign {
  static constexpr std::string_view name = "morris";
  static constexpr std::string_view doc =
      "trajectories that step one input at a time by half of monte_carlo.levels, for elementary "
      "effects";
  static constexpr bool keeps_samples = true;
  static constexpr bool has_independent_samples = false;
  static constexpr bool can_correlate = false;
  static constexpr std::uint64_t max_inputs = any_number_of_inputs;
  static constexpr std::array keys = {DesignKey::levels};
  static constexpr std::array<DesignStream, 2> streams = {
      {{"morris:", "start of the trajectory"},
       {"morris", "order of the steps of a trajectory", false, true}}};

  static void check(const DesignedSamples& given, Problems& problems);

  explicit MorrisDesign(const DesignInput& input)
      : dimension(input.dimension),
        inputs(input.dimensions),
        levels(input.levels),
        stream(stream_hash(streams[0].name(input.path))),
        order_stream(stream_hash(streams[1].name(input.path))) {}

  static Comparison comparison(const DesignInput& input) {
    return {"trajectory", "trajectories", input.dimensions + 1, false};
  }

  Uniform53 uniform(const DesignRow& row) const {
    const std::uint64_t trajectory = row.sample / (inputs + 1), place = row.sample % (inputs + 1);
    const auto words_of = [&](std::uint64_t of) {
      return draw_words<std::uint64_t>(row.seed, trajectory, of, row.point, 0);
    };
    const KeyedPermutation order(inputs, words_of(order_stream)[0]);
    const UInt128 product = UInt128{words_of(stream)[0]} * levels;
    std::uint64_t level = static_cast<std::uint64_t>(product >> 64);
    if (order(dimension) < place) level = (level + levels / 2) % levels;
    return middle_of_stratum(level, levels);
  }

  std::uint64_t dimension, inputs;
  std::uint64_t levels;  ///< even
  std::uint64_t stream, order_stream;
};

}  // namespace montecopter
