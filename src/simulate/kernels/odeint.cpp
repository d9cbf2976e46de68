/// Boost.Odeint's integrators, compiled once per kind of vehicle: those of fixed steps over packs
/// of lanes, those that choose their steps one sample at a time.

#include "dynamics/alternatives.hpp"
#include "dynamics/integrators/odeint_controlled.hpp"
#include "dynamics/integrators/odeint_fixed.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "simulate/kernels/any_flight.hpp"

namespace montecopter {
namespace {

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

}  // namespace

const FlightType* odeint_flight(const FlightPlan& plan) {
  switch (info(plan.integrator).stepping) {
    case Stepping::lanes:
      return nullptr;
    case Stepping::odeint:
      return flight_with<OdeintFixed, Wide>(plan);
    case Stepping::controlled:
      return flight_with<OdeintControlled, Single>(plan);
  }
  return nullptr;
}

}  // namespace montecopter
