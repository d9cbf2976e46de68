#pragma once
/// What the columns of a CSV log are: a TOML file with a table [time] and a table [columns.SIGNAL]
/// for each signal.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "logs/signal_kinds.hpp"

namespace montecopter::logs {

/// Axes of a log that are not ours.
enum class WorldAxes { ned, enu, nwu };
enum class BodyAxes { frd, flu };

/// How a signal follows from columns.
struct ColumnRule {
  const SignalKind* kind = nullptr;
  std::vector<std::string> from;  ///< names in the header, in the order of the components
  double factor = 1;              ///< to SI, the pole pairs in it
  std::vector<double> sign;       ///< 1 or -1 for each column, before the axes are turned
  WorldAxes world = WorldAxes::ned;
  BodyAxes body = BodyAxes::frd;
  double delay_s = 0;  ///< of what is recorded behind what happened
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

/// Turns the components of one row into our axes: NED, FRD, body to world.
void turn_axes(const ColumnRule& rule, double* components);

}  // namespace montecopter::logs
