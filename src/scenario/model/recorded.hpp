#pragma once
/// A recorded flight: the states of the body in its log over time. Every sample is compared with
/// it, and may take its start and its set-points from it.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/fields.hpp"
#include "scenario/model/signal_list.hpp"

namespace montecopter {

/// Rows of a time [s] and numbers, in ascending time.
using RecordedRows = std::vector<std::vector<double>>;

struct Recorded {
  std::string log;
  std::string columns;
  std::optional<std::int64_t> part;
  std::vector<std::string> instances;
  std::optional<double> from_s;
  bool sets_initial = true;
  std::optional<std::string> sha256;
  RecordedRows position, velocity, attitude, body_rate;

  /// See TypeSchema::says_nothing. Tables are self-contained: keys about the log from which they
  /// were read have no further effect.
  bool says_nothing(std::string_view key) const {
    return (log.empty() &&
            (key == "log" || key == "columns" || key == "instances" || key == "sets_initial")) ||
           (key == "position" && position.empty()) || (key == "velocity" && velocity.empty()) ||
           (key == "attitude" && attitude.empty()) || (key == "body_rate" && body_rate.empty());
  }

  static constexpr auto fields() {
    using R = Recorded;
    return FieldList{
        field("log", &R::log,
              "Log of a flight: ULog, Blackbox, DataFlash or CSV, relative to the scenario file. "
              "The tables below are read from it"),
        field("columns", &R::columns, "TOML file that describes the columns of a CSV log"),
        field("part", &R::part, "1", between(1, 1e6), Vary::fixed,
              "Number of the log in a file with several logs, from 1"),
        field("instances", &R::instances,
              "Source to read where the log has several of a kind: \"TOPIC=N\"; default: 0"),
        field("from_s", &R::from_s, "s", any_number, Vary::fixed,
              "Time of the log that is t = 0 of the flight; default: the first time at which all "
              "states are recorded"),
        field("sets_initial", &R::sets_initial,
              "Whether the flight starts from the state of the log at that time, unless "
              "`[simulation.initial]` gives another"),
        field("sha256", &R::sha256,
              "SHA-256 of the log, in hexadecimal; a log with a different one is refused"),
        field("position", &R::position, "Rows [time in s, north, east, down in m]"),
        field("velocity", &R::velocity, "Rows [time in s, north, east, down in m/s]"),
        field("attitude", &R::attitude,
              "Rows [time in s, w, x, y, z]: quaternions that map body to world vectors"),
        field("body_rate", &R::body_rate, "Rows [time in s, x, y, z in rad/s], body axes FRD"),
    };
  }
};

/// One of the tables: a signal of the flight, as it was recorded.
struct RecordedQuantity {
  std::string_view name;  ///< in scenarios, results and `signal_list`
  RecordedRows Recorded::*rows;
  int signal;         ///< place in `signal_list`
  SignalShape shape;  ///< shape of the signal: vector or quaternion
  std::size_t width;  ///< numbers of a row after its time

  /// A name that is not in `signal_list`, or a signal of another shape, does not compile.
  consteval RecordedQuantity(std::string_view signal_name, RecordedRows Recorded::*table)
      : name(signal_name),
        rows(table),
        signal(signal_index(signal_name)),
        shape(signal_list[static_cast<std::size_t>(signal)].shape),
        width(width_of(shape)) {}

 private:
  static consteval std::size_t width_of(SignalShape shape) {
    if (shape == SignalShape::vector) return 3;
    if (shape == SignalShape::quaternion) return 4;
    throw "tables are of vectors and attitudes";
  }
};

inline constexpr auto recorded_quantities = std::to_array<RecordedQuantity>({
    {"position", &Recorded::position},
    {"velocity", &Recorded::velocity},
    {"attitude", &Recorded::attitude},
    {"body_rate", &Recorded::body_rate},
});

/// Index of a quantity in the list. A name that is not in it does not compile.
consteval std::size_t recorded_index(std::string_view name) {
  for (std::size_t i = 0; i < recorded_quantities.size(); ++i) {
    if (recorded_quantities[i].name == name) return i;
  }
  throw "no such quantity";
}

/// Tolerance of times: logs count whole microseconds, flights whole steps; smaller differences are
/// rounding.
inline constexpr double recorded_rounding_s = 1e-9;

/// Rows as a function of time: lines between them, attitudes on the shorter chord and of norm 1.
class RecordedCourse {
 public:
  /// `rows` must outlive it; rows of five numbers are attitudes.
  explicit RecordedCourse(const RecordedRows& rows);

  /// False where nothing was recorded: before the first row, after the last row, and in gaps, which
  /// are intervals of more than 2.5 times the median. `out` has room for a row without its time.
  bool at(double time_s, double* out) const;

 private:
  const RecordedRows& rows_;
  double longest_s_ = 0;
};

}  // namespace montecopter
