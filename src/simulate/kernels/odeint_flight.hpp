#pragma once
/// Flights with the integrators of Boost.Odeint, which are compiled once per kind of vehicle.

#include "dynamics/alternatives.hpp"
#include "dynamics/vehicles/helicopter_dynamics.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "simulate/kernels/any_flight.hpp"
#include "simulate/kernels/any_multirotor.hpp"

namespace montecopter {

/// The equations that any plan of a vehicle suits.
template <class S>
AnyMultirotor<S> any_dynamics(std::type_identity<Multirotor>);
template <class S>
HelicopterDynamics<S> any_dynamics(std::type_identity<Helicopter>);

template <template <class> class Integrator, class S>
const FlightType* flight_with(const FlightPlan& plan) {
  const FlightType* type = nullptr;
  with_alternative<Vehicle>(plan.vehicle, [&]<class V>() {
    using Dynamics = decltype(any_dynamics<S>(std::type_identity<V>()));
    type = &flight_type<Flight<Dynamics, Integrator<Dynamics>>>;
  });
  return type;
}

}  // namespace montecopter
