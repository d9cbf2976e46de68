#pragma once
/// Scenario -> Plan: which rows are flown, what is drawn for each, when things happen, and what the
/// result file holds.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plan/layout.hpp"
#include "scenario/load.hpp"
#include "scenario/scenario.hpp"
#include "scenario/time_grid.hpp"

namespace montecopter {

/// One dispersed parameter. All numbers that its path addresses get the same draw.
struct Dispersion {
  std::string path;
  std::uint64_t stream = 0;  ///< stream_hash("disperse:" + path)
  Distribution distribution;

  /// The value of one sample: a pure function of (seed, sample).
  double draw(std::uint64_t seed, std::uint64_t sample) const;
};

/// Per-sample number computed from the whole flight.
struct Metric {
  std::string_view name;  ///< with its unit as suffix
  std::string_view unit;
  std::string_view long_name;
};

/// In the order of the metric columns; simulate/metrics.hpp computes them in the same order.
inline constexpr std::array<Metric, 8> metrics = {{
    {"final_position_error_m", "m", "distance from the start at the end"},
    {"max_position_error_m", "m", "largest distance from the start"},
    {"max_speed_m_s", "m s-1", "largest speed over the ground"},
    {"max_tilt_deg", "degree", "largest angle between body z and world z"},
    {"max_body_rate_rad_s", "rad s-1", "largest magnitude of the body rates"},
    {"min_altitude_m", "m", "lowest altitude (-z)"},
    {"max_altitude_m", "m", "highest altitude (-z)"},
    {"flight_time_s", "s", "time flown"},
}};

/// Statistics of a metric over the samples with status ok, in the order of the `statistic` axis.
inline constexpr std::array<std::string_view, 10> statistics = {"n",   "mean", "sd",  "min", "q05",
                                                                "q25", "q50",  "q75", "q95", "max"};

struct Plan {
  Scenario scenario;
  TimeGrid time;
  std::vector<Dispersion> dispersions;
  std::array<std::int64_t, 16> checkpoints{};  ///< steps, ascending, the last is the end
  std::int64_t outputs = 0;                    ///< rows of a trace
  Layout layout;
};

/// Index of a column by name; throws if there is none (a programming error).
std::size_t column_index(const Layout& layout, std::string_view name);

/// Throws Error(usage) if the scenario cannot be planned (too large for memory).
Plan make_plan(const LoadedScenario& loaded);

}  // namespace montecopter
