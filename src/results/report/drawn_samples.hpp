#pragma once
/// The samples that are drawn as lines among the envelopes: those that were asked for, or else the
/// worst ones.

#include <cstdint>
#include <string>
#include <vector>

#include "results/report/material.hpp"

namespace montecopter::report {

struct DrawnSamples {
  struct One {
    std::int64_t sample = 0;
    std::int64_t trace = 0;  ///< its row among the traces
  };
  std::vector<One> traced;             ///< with a trace, the worst first
  std::vector<std::int64_t> untraced;  ///< asked for, without one
  std::string words;                   ///< which they are: "the 3 largest max_tilt_deg"
};

/// Lines that can be distinguished.
inline constexpr std::size_t most_lines = 6;

/// Error(usage) if what was asked for does not exist. Without a wish: of the traced samples of the
/// point that is shown the three that are worst by a requirement that is violated, or else by the
/// one that is nearest to it; without requirements by how far they were off.
DrawnSamples drawn_samples(const Material& material);

/// Rows of the traces at the point that is shown.
std::vector<std::int64_t> shown_traces(const Material& material);

/// What is said below pictures of samples that have no trace; "" if all have one.
std::string untraced_note(const Material& material, const DrawnSamples& drawn);

}  // namespace montecopter::report
