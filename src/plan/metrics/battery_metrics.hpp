#pragma once
/// Metrics of flights with a battery, and of flights with electric motors.

#include <array>

#include "plan/metrics/metric.hpp"
#include "plan/outcome.hpp"
#include "plan/vocabulary.hpp"
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

inline constexpr auto cell_metrics = std::to_array<FlightMetric>({
    {{"min_cell_voltage_v", "V", "lowest voltage of the battery under load per cell"},
     [](const FlownSample& f) { return f.totals.battery_use.lowest_cell_v; }},
});

inline constexpr MetricGroup cell_group = {"with a battery of known cells",
                                           [](const Scenario& s) {
                                             const Battery* battery = battery_of(*s.vehicle);
                                             return battery != nullptr && battery->cells;
                                           },
                                           cell_metrics};

inline constexpr auto battery_part_metrics = std::to_array<FlightMetric>({
    {{"battery_emptied_s", "s", "time at which the battery was empty first",
      "it was not empty in the flight"},
     [](const FlownSample& f) {
       const double at_s = f.totals.battery_use.emptied_s;
       return at_s < not_yet_s ? at_s : stored_nan;
     }},
    {{"max_battery_current_a", "A", "highest current drawn from the battery"},
     [](const FlownSample& f) { return f.totals.battery_use.most_current_a; }},
    {{"battery_loss_j", "J", "energy that the battery lost inside"},
     [](const FlownSample& f) { return f.totals.battery_use.loss_j; }},
});

inline constexpr MetricGroup battery_part_group = {
    "with a battery that has a curve, a relaxation, a rate, a temperature or thrust_per_power_n_w, "
    "or that stops when empty",
    [](const Scenario& s) {
      const Battery* battery = battery_of(*s.vehicle);
      return battery != nullptr && has_parts(*battery);
    },
    battery_part_metrics};

inline constexpr auto battery_temperature_metrics = std::to_array<FlightMetric>({
    {{"max_battery_temperature_k", "K", "highest temperature of the battery"},
     [](const FlownSample& f) { return f.totals.battery_use.highest_k; }},
});

inline constexpr MetricGroup battery_temperature_group = {
    "with a battery that has a temperature",
    [](const Scenario& s) {
      const Battery* battery = battery_of(*s.vehicle);
      return battery != nullptr && battery->thermal;
    },
    battery_temperature_metrics};

inline constexpr auto motor_metrics = std::to_array<FlightMetric>({
    {{"motor_loss_j", "J", "energy lost in copper, friction and iron of all motors"},
     [](const FlownSample& f) { return f.totals.motor_use.loss_j; }},
    {{"max_motor_current_a", "A", "largest winding current of a motor, in either direction"},
     [](const FlownSample& f) { return f.totals.motor_use.most_current_a; }},
    {{full_duty_fraction, "1", "fraction of the steps at which a speed controller is at full duty"},
     [](const FlownSample& f) { return f.totals.motor_use.full_fraction; }},
});

inline constexpr MetricGroup motor_group = {
    "with electric motors", [](const Scenario& s) { return motors_are_electric(*s.vehicle); },
    motor_metrics};

}  // namespace montecopter
