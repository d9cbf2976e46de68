#pragma once
/// Independent samples: plain Monte Carlo.

#include <string_view>

#include "core/numerics/uniform.hpp"
#include "dynamics/random/stream.hpp"
#include "dynamics/random/stream_names.hpp"
#include "dynamics/sampling/place.hpp"

namespace montecopter {

struct RandomDesign {
  static constexpr std::string_view name = "random";
  static constexpr std::string_view doc = "independent samples";
  static constexpr bool keeps_samples = true;
  static constexpr bool has_independent_samples = true;
  static constexpr bool can_correlate = true;
  static constexpr std::uint64_t max_inputs = any_number_of_inputs;
  static constexpr NoDesignKeys keys = {};
  static constexpr std::array<DesignStream, 1> streams = {
      {{stream_names::dispersion, "dispersed input"}}};

  explicit RandomDesign(const DesignInput& input)
      : stream(stream_hash(streams[0].name(input.path))) {
    if (input.is_frozen) stream = stream.frozen();
  }

  Uniform53 uniform(const DesignRow& row) const {
    const auto words = draw_words<std::uint64_t>(row.seed, row.counter, stream, 0, 0);
    return Uniform53::from_word(words[0]);
  }

  RandomStream stream;
};

}  // namespace montecopter
