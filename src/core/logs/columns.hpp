#pragma once
/// The meaning of the columns of a CSV log: a TOML file with a table [time] and a table
/// [columns.SIGNAL] for each signal.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/logs/signal_kinds.hpp"

namespace montecopter::logs {

/// Axes of a log that are not ours.
enum class WorldAxes { ned, enu, nwu };
enum class BodyAxes { frd, flu };

/// Rule by which a signal follows from columns.
struct ColumnRule {
  const SignalKind* kind = nullptr;
  std::vector<std::string> from;  ///< names in the header, in the order of the components
  std::string unit;               ///< as it is written; empty if it is not
  double factor = 1;              ///< to SI, the pole pairs in it
  double zero = 0;                ///< what stands for 0: of pulse widths the shortest one
  std::vector<double> sign;       ///< 1 or -1 for each column, before the axes are turned
  WorldAxes world = WorldAxes::ned;
  BodyAxes body = BodyAxes::frd;
  double delay_s = 0;  ///< lag of the recorded values behind the events

  /// Roll, pitch and yaw instead of a quaternion.
  bool is_by_angles() const { return kind->axes == Axes::attitude && from.size() == 3; }
  /// A command by the shortest and the longest pulse.
  bool is_by_pulses() const { return kind->name == "command" && unit == "us"; }
};

struct Columns {
  std::string path, text;  ///< the file, and what is in it
  std::string time;        ///< name of the column
  double time_factor = 1;  ///< to seconds
  std::vector<ColumnRule> rules;
};

/// Error(usage) with all that is wrong with the text.
Columns parse_columns(std::string_view text, const std::string& path);
/// Error(io) if it cannot be read.
Columns load_columns(const std::string& path);

/// The frames that a signal may have: "NED", "FLU to ENU". The first one is ours.
std::vector<std::string> frames_of(Axes axes);
/// Gives the rule one of these frames.
void set_frame(ColumnRule& rule, std::size_t choice);
/// The number of the rule's frame among them.
std::size_t frame_number(const ColumnRule& rule);

/// Turns the components of one row into our axes: NED, FRD, body to world.
void turn_axes(const ColumnRule& rule, double* components);

}  // namespace montecopter::logs
