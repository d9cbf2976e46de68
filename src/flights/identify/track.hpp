#pragma once
/// A recorded flight as states of a body at common times, between which nothing is missing.

#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "core/logs/recorded_flight.hpp"
#include "dynamics/state.hpp"

namespace montecopter::identify {

/// Part of a flight, in seconds of its log.
struct Span {
  double from_s = -std::numeric_limits<double>::infinity();
  double to_s = std::numeric_limits<double>::infinity();
};

/// The first 13 numbers of a State: position and velocity (NED), attitude, body rate (FRD), in SI
/// units.
using BodyState = std::array<double, rigid_body_size>;

struct Track {
  bool has_position = false;  ///< else it is 0 throughout
  std::vector<double> time_s;
  std::vector<BodyState> states;
  /// For each row the last one up to which no row is missing.
  std::vector<std::size_t> reach;

  std::size_t rows() const { return time_s.size(); }
  /// Median interval of the rows [s].
  double period_s = 0;
};

/// Throws Error(refused) that says what is wrong with the log.
[[noreturn]] void refuse(const std::string& log, const std::string& what);

/// Why a signal is of no use: it is not in the log, or has one value. Empty if it has more.
std::string lack_of(const logs::RecordedSignal* signal, const std::string& name);

/// Rows at the times of the slowest of position (where there is one), velocity, attitude and body
/// rate; the others are interpolated, attitudes along the chord. A row in a gap of any of them, or
/// without a value, is left out. Error(refused): the log lacks one of them, or no two rows follow
/// each other in the span.
Track make_track(const logs::RecordedFlight& flight, const Span& span);

/// Components of a signal at a time, interpolated; false in a gap, outside of the signal, and where
/// a component has no value.
bool interpolate(const logs::RecordedSignal& signal, double longest_s, double time_s, double* out);

}  // namespace montecopter::identify
