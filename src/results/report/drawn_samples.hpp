#pragma once
/// The samples that are drawn as lines among the envelopes: the requested samples, or the worst
/// ones by default.

#include <cstdint>
#include <string>
#include <vector>

#include "results/report/material.hpp"

namespace montecopter::report {

struct DrawnSamples {
  struct One {
    std::int64_t sample = 0;
    std::int64_t trace = 0;  ///< row of the sample among the traces
  };
  std::vector<One> traced;             ///< samples with a trace, worst first
  std::vector<std::int64_t> untraced;  ///< requested samples without a trace
  std::string words;                   ///< describes them: "the 3 largest max_tilt_deg"
};

/// Number of lines that can be distinguished.
inline constexpr std::size_t most_lines = 6;

/// Chooses the samples. Error(usage) if a requested sample does not exist. The default is the three
/// worst traced samples at the shown point. They are ranked by a violated requirement, or by the
/// requirement nearest to violation; without requirements, by their tracking error.
DrawnSamples drawn_samples(const Material& material);

/// Rows of the traces at the shown point.
std::vector<std::int64_t> shown_traces(const Material& material);

/// The note below pictures about samples without a trace; "" if all have one.
std::string untraced_note(const Material& material, const DrawnSamples& drawn);

}  // namespace montecopter::report
