#pragma once
/// A real flight as its log has it, under our names of signals, in SI units and our axes (world
/// NED, body FRD).

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace montecopter::logs {

/// A span of time without a value where values are due.
struct Gap {
  double from_s = 0, to_s = 0;
};

/// A jump of a state that its derivative contradicts.
struct Reset {
  double time_s = 0;  ///< of the first row behind it
  double size = 0;    ///< [rad] of an attitude, [m] of a position
};

struct RecordedSignal {
  std::string name;    ///< "body_rate", "imu.gyroscope"
  std::string source;  ///< what it is called in the log: "vehicle_attitude.q", "wx, wy, wz"
  std::string unit;    ///< SI
  std::vector<std::string> components;  ///< "x", "y", "z"; "0", "1", ...; one "" of a scalar
  std::vector<double> time_s;           ///< from the log's time 0 on, rising
  std::vector<double> values;           ///< [times][components]; NaN: none.
  /// Times before which rows were left out because the clock was set back, and at which an
  /// estimator was reset: what lies before and behind does not follow.
  std::vector<double> jumps_s;
  std::vector<Reset> resets;  ///< those of `jumps_s` that are resets
  /// Commands of which 0 and 1 stand for the limits of a motor, whatever the vehicle's commands
  /// are.
  bool is_share = false;

  std::size_t width() const { return components.size(); }
};

/// The times of a signal, looked at.
struct TimeQuality {
  double rate_hz = 0;  ///< one over the median of the intervals; 0 of fewer than two values
  std::vector<Gap> gaps;
  std::size_t missing = 0;  ///< rows in which a component has no value
};

/// Gaps are intervals longer than this many medians: at least one value and a half is missing.
inline constexpr double gap_intervals = 2.5;
/// Fraction of a rate that counts as the rate: clocks of flight controllers run a few percent off.
inline constexpr double fast_enough = 0.95;

TimeQuality time_quality(const RecordedSignal& signal);

/// Agreement of an attitude with the body rates of the same log.
struct Turns {
  enum class Verdict { undecided, agree, contradict };
  /// Missed part of the turns about each axis of the body, as a fraction of the larger of both (the
  /// median of the windows that turn most). NaN where it turns too little to tell.
  std::array<double, 3> missed{};
  double window_s = 0;
  double lag_s = 0;  ///< of the attitude behind the rates
  Verdict verdict = Verdict::undecided;
};

/// Two signals of a log that cannot both be right.
struct Contradiction {
  std::string what;
  std::vector<std::string> cures;  ///< each alone makes them agree; empty: none was found
};

struct RecordedFlight {
  std::string path, format;                 ///< "ULog", "CSV"
  std::int64_t part = 1, parts = 1;         ///< which of the logs in the file it is
  std::map<std::string, std::string> info;  ///< what the log says of itself
  std::map<std::string, double> parameters;
  std::vector<RecordedSignal> signals;
  std::map<std::string, std::size_t> other_topics;  ///< not understood; with their messages
  std::vector<double> dropouts_s;                   ///< lengths of those that the log reports
  std::vector<std::string> remarks;  ///< what was repaired or left out, a sentence each
  std::optional<Turns> turns;        ///< if it has an attitude and rates
  std::vector<Contradiction> contradictions;
  std::optional<double> said_rate_hz;  ///< of signals whose stamps do not tell it

  const RecordedSignal* find(const std::string& name) const;
};

/// The median of the intervals; there are two times at least.
double median_interval(const std::vector<double>& time_s);

/// Leaves out all rows but these, whose numbers rise.
void keep_rows(RecordedSignal& signal, const std::vector<std::size_t>& kept);

/// Spreads readings whose stamps repeat or come in bursts. Rows that do not come after the ones
/// before are left out: a time that goes back, is repeated, or is no number. One row that ran ahead
/// of those after it is taken out instead of them, and the last one if it is far ahead of all
/// before. States in `flight.remarks` how many. False if no row is left.
bool repair_times(RecordedFlight& flight, RecordedSignal& signal);

/// Quaternions are recognised with two decimals at least: then each component is off by 0.005 at
/// most, and the norm by 0.005 sqrt(4).
inline constexpr double most_norm_error = 1e-2;

/// Repairs a signal that is an attitude: brings quaternions whose norm is 1 within
/// `most_norm_error` to norm 1, and leaves out others, which turn nothing. Rows with a component
/// that is missing stay. States in `flight.remarks` how many. False if no row is left.
bool repair_attitudes(RecordedFlight& flight, RecordedSignal& signal);

}  // namespace montecopter::logs
