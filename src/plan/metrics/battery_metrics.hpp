#pragma once
/// Metrics of flights with a battery.

#include <array>

#include "plan/metrics/metric.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

inline constexpr auto battery_metrics = std::to_array<FlightMetric>({
    {{"energy_j", "J", "energy drawn from the battery"},
     [](const FlownSample& f) { return f.totals.battery_use.energy_j; }},
    {{"min_battery_voltage_v", "V", "lowest voltage of the battery under load"},
     [](const FlownSample& f) { return f.totals.battery_use.lowest_v; }},
    {{"final_state_of_charge", "1", "fraction of the battery's capacity that is left at the end"},
     [](const FlownSample& f) { return f.totals.battery_use.state_of_charge; }},
});

inline constexpr MetricGroup battery_group = {
    "with a battery", [](const Scenario& s) { return battery_of(*s.vehicle) != nullptr; },
    battery_metrics};

}  // namespace montecopter
