#pragma once
/// The words of a result that the stages share: how flights end, what is computed of each, and what
/// of all of them. No physics.

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>

namespace montecopter {

/// How a flight ended. Stored as int8 with CF flag meanings; the numbers never change.
enum class Status : std::int8_t {
  not_run = 0,
  ok = 1,
  diverged = 2,       ///< the next state was not finite, or a controlled step collapsed
  invalid_input = 3,  ///< a dispersed value is out of its range; not flown
};

/// By code.
inline constexpr std::array<const char*, 4> status_names = {"not_run", "ok", "diverged",
                                                            "invalid_input"};

/// The one NaN that results may hold: 0x7ff8000000000000. None is ever computed into them.
inline constexpr double stored_nan = std::numeric_limits<double>::quiet_NaN();

/// Steps of a flight whose state is hashed into the digest.
inline constexpr int checkpoint_count = 16;

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

}  // namespace montecopter
