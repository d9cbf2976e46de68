#pragma once
/// Metrics: numbers computed from whole flights. A row of a group gives name, unit, meaning and
/// function of a metric together, so no number can get into the column of another metric. The
/// function make_plan() makes a column for every metric that a scenario's flights have. BlockFlyer
/// finds the columns by name and fills them.

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "core/base/column_names.hpp"
#include "dynamics/vehicles/rotor_validity.hpp"
#include "plan/flight_totals.hpp"
#include "plan/sample_margins.hpp"

namespace montecopter {

struct Scenario;

/// Per-sample number computed from the whole flight.
struct Metric {
  std::string_view name;  ///< with its unit as suffix
  std::string_view unit;
  std::string_view long_name;
  std::string_view missing = {};  ///< when it is NaN although the flight is ok; empty: never

  /// Name of the column that keeps it.
  std::string column_name() const { return metric_prefix + std::string(name); }
};

/// Sums of differences from a reference.
struct DepartureSums {
  double count = 0, squares = 0, most = 0;  ///< number; sum and largest of the squares
};

/// Departures of each of recorded_quantities.
using Departures = std::array<DepartureSums, 4>;

/// A finished flight, as metrics see it.
struct FlownSample {
  const FlightTotals& totals;
  const double* initial_position;  ///< [3], NED [m]
  const double* final_state;       ///< position [3], NED [m], then velocity [3], NED [m/s], ...
  double flown_s;                  ///< until the last state
  double controller_period_s;
  SampleMargins margins = {};       ///< NaN where none are asked for
  Departures departures = {};       ///< from a recorded flight, if there is one
  ValidityFractions validity = {};  ///< outside the rotor laws, where they are monitored
};

/// Mark of a metric that exists over every window of time, too: what it is computed of is there for
/// each (WindowTotals).
inline constexpr bool also_in_windows = true;

/// A metric that is computed from a FlownSample (those by formula are computed from traces): NaN
/// where there is no number. One without a function does not compile.
struct FlightMetric : Metric {
  using Value = double (*)(const FlownSample&);

  constexpr FlightMetric(const Metric& words, Value computed, bool windows = false)
      : Metric(words), value(computed), in_windows(windows) {}

  Value value;
  bool in_windows;
};

/// Metrics that exist for the same flights; each group has a header of its own.
struct MetricGroup {
  using Applies = bool (*)(const Scenario&);

  constexpr MetricGroup(std::string_view which, Applies where, std::span<const FlightMetric> rows)
      : flights(which), applies(where), metrics(rows) {}

  std::string_view flights;  ///< flights with these metrics: "with a battery"
  Applies applies;           ///< whether the flights of a scenario have them
  std::span<const FlightMetric> metrics;
};

/// A metric of the flights of a scenario, which owns its texts.
struct PlannedMetric {
  std::string name, unit, long_name;
  bool may_be_missing = false;          ///< NaN although the flight is ok
  FlightMetric::Value value = nullptr;  ///< null: it is by formula
  int window = -1;                      ///< number of the window; -1: the whole flight

  std::string column_name() const { return metric_prefix + name; }
};

/// All metric groups, in the order of their columns: metric_groups.cpp is the list.
std::span<const MetricGroup> metric_groups();

}  // namespace montecopter
