#pragma once
/// Flights of vehicles with the integrators that step packs of lanes.

#include "dynamics/integrators/lane_integrator.hpp"
#include "simulate/kernels/any_flight.hpp"

namespace montecopter {

/// How a vehicle is flown with the integrator of the plan, one of ours.
template <class Vehicle>
const FlightType* lane_flight(const FlightPlan& plan) {
  if constexpr (Vehicle::known_terms) {
    if (plan.integrator == IntegratorKind::rk4) return &flight_type<Flight<Vehicle, Rk4<Vehicle>>>;
  }
  return &flight_type<Flight<Vehicle, LaneIntegrator<Vehicle>>>;
}

/// Multirotors whose rotors all push along body z.
template <int rotors, class Propulsion, class Terms = AnyTerms>
using Aligned = MultirotorDynamics<Wide, AlignedRotors<rotors>, Propulsion, Terms>;

/// The flight of the first of these forms of a multirotor that suits the plan, or null.
template <class First, class... Rest>
const FlightType* first_form(const FlightPlan& plan) {
  const MultirotorForm& form = plan.multirotor;
  if (First::Rotors::suits(form.aligned, form.rotors) &&
      First::Propulsion::suits(form.law, form.motor) && First::Terms::suits(form.terms)) {
    return lane_flight<First>(plan);
  }
  if constexpr (sizeof...(Rest) > 0) {
    return first_form<Rest...>(plan);
  } else {
    return nullptr;
  }
}

}  // namespace montecopter
