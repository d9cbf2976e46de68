#pragma once
/// Metrics of a sample's closed loop at hover, which are no part of its flight.

#include <array>

#include "plan/metrics/metric.hpp"

namespace montecopter {

inline constexpr auto margin_metrics = std::to_array<FlightMetric>({
    {{"gain_margin_db", "dB",
      "least factor by which the gain of a commanded axis may rise or fall at hover, at most 100",
      "the vehicle has no hover within its limits"},
     [](const FlownSample& f) { return f.margins.gain_db; }},
    {{"phase_margin_deg", "degree", "least phase margin of a commanded axis at hover, at most 180",
      "the vehicle has no hover within its limits"},
     [](const FlownSample& f) { return f.margins.phase_deg; }},
    {{"delay_margin_s", "s",
      "by which all commands may act later at hover, at most 100 periods of the controller",
      "the vehicle has no hover within its limits"},
     [](const FlownSample& f) { return f.margins.delay_s; }},
    {{"disk_margin", "1", "disk margin of all commanded axes at once at hover",
      "the vehicle has no hover within its limits"},
     [](const FlownSample& f) { return f.margins.disk; }},
});

}  // namespace montecopter
