#pragma once
/// Flights of vehicles with the integrators that step packs of lanes.

#include "dynamics/integrators/lane_integrator.hpp"
#include "simulate/kernels/any_flight.hpp"

namespace montecopter {

/// How to fly a vehicle with the integrator of the plan, if it is one of ours.
template <class Vehicle>
const FlightType* lane_flight(const FlightPlan& plan) {
  if constexpr (Vehicle::known_terms) {
    if (plan.integrator == integrator_number<Rk4Integrator>)
      return &flight_type<Flight<Vehicle, Rk4<Vehicle>>>;
  }
  return &flight_type<Flight<Vehicle, LaneIntegrator<Vehicle>>>;
}

}  // namespace montecopter
