#pragma once
/// Fractions of a flight outside what is known of a multirotor's rotors, at the rows of the traces
/// (output.rate_hz).

#include <cstddef>
#include <string_view>

#include "dynamics/vehicles/response_surface_setup.hpp"
#include "dynamics/vehicles/rotor_validity.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "plan/metrics/metric.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

template <RotorLimit limit>
double outside_fraction(const FlownSample& f) {
  return f.validity.each[static_cast<std::size_t>(limit)];
}

inline constexpr std::string_view nothing_to_compare =
    "the vehicle lacks a radius, a speed or a chord";

inline constexpr auto validity_metrics = std::to_array<FlightMetric>({
    {{"outside_fraction", "1",
      "fraction of the rows at which some rotor exceeds a limit of its law"},
     [](const FlownSample& f) { return f.validity.any; }},
    {{"axial_flow_outside_fraction", "1",
      "fraction of the rows at which the flow along the axis is outside the rotor law",
      nothing_to_compare},
     outside_fraction<RotorLimit::axial_flow>},
    {{"edgewise_flow_outside_fraction", "1",
      "fraction of the rows at which the flow along the disc is outside the rotor law",
      nothing_to_compare},
     outside_fraction<RotorLimit::edgewise_flow>},
    {{"vortex_ring_fraction", "1",
      "fraction of the rows at which some rotor descends in its own wake", nothing_to_compare},
     outside_fraction<RotorLimit::vortex_ring>},
    {{"tip_mach_outside_fraction", "1",
      "fraction of the rows at which blade tips are too fast for the rotor law",
      nothing_to_compare},
     outside_fraction<RotorLimit::tip_mach>},
    {{"reynolds_number_outside_fraction", "1",
      "fraction of the rows at which the Reynolds number is outside the rotor law",
      nothing_to_compare},
     outside_fraction<RotorLimit::reynolds_number>},
    {{"near_ground_fraction", "1",
      "fraction of the rows at which some rotor is nearer to the ground than its model knows",
      nothing_to_compare},
     outside_fraction<RotorLimit::near_ground>},
    {{"density_outside_fraction", "1",
      "fraction of the rows at which the air density is not that of the rotor law"},
     outside_fraction<RotorLimit::density>},
});

inline constexpr auto surface_validity_metrics = std::to_array<FlightMetric>({
    {{"response_surface_outside_fraction", "1",
      "fraction of the rows at which a term of the response surface is outside its fit"},
     outside_fraction<RotorLimit::response_surface>},
});

inline constexpr MetricGroup surface_validity_group = {
    "with output.validity = true and a response surface with ranges",
    [](const Scenario& s) {
      const auto* vehicle = std::get_if<Multirotor>(&*s.vehicle);
      return s.output.validity && vehicle != nullptr && has_surface_range(*vehicle);
    },
    surface_validity_metrics};

inline constexpr MetricGroup validity_group = {
    "of multirotors with output.validity = true",
    [](const Scenario& s) {
      return s.output.validity && std::holds_alternative<Multirotor>(*s.vehicle);
    },
    validity_metrics};

}  // namespace montecopter
