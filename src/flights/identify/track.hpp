#pragma once
/// A recorded flight as body states at common times, without missing rows.

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
  bool has_position = false;  ///< false: position is 0 throughout
  /// Signals that the log lacks, and where their values come from: "velocity is the slope of
  /// position".
  std::vector<std::string> derived;
  std::vector<double> time_s;
  std::vector<BodyState> states;
  /// For each row, the last row that it reaches without a missing row.
  std::vector<std::size_t> reach;

  std::size_t rows() const { return time_s.size(); }
  /// Median interval of the rows [s].
  double period_s = 0;
};

/// Throws Error(refused) with the fault of the log.
[[noreturn]] void refuse(const std::string& log, const std::string& what);

/// Reason why a signal is unusable: the log lacks it, or it has only one value. Empty if it is
/// usable.
std::string lack_of(const logs::RecordedSignal* signal, const std::string& name);

/// Rows at the times of the slowest of position (if recorded), velocity, attitude and body rate;
/// the others are interpolated, attitudes along the chord. Rows in a gap of any signal, or without
/// a value, are left out. Error(refused) if the log lacks one of them, or if the span has no two
/// consecutive rows. Velocity may be derived from position, and body rate from a gyroscope or from
/// attitude.
Track make_track(const logs::RecordedFlight& flight, const Span& span);

/// Components of a signal at a time, interpolated; false in a gap, outside the signal, and where a
/// component has no value.
bool interpolate(const logs::RecordedSignal& signal, double longest_s, double time_s, double* out);

}  // namespace montecopter::identify
