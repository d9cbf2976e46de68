/// Integrators that choose their steps, one sample at a time, in a kernel of packs. Compiled once
/// per kind of vehicle, and for helicopters with flapping blades.

#include "dynamics/integrators/odeint_controlled.hpp"

#include "dynamics/alternatives.hpp"
#include "dynamics/vehicles/helicopter_dynamics.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "simulate/kernels/any_flight.hpp"
#include "simulate/kernels/any_multirotor.hpp"

namespace montecopter {

/// Equations that suit any plan of a vehicle.
AnyMultirotor<Single> any_dynamics(std::type_identity<Multirotor>);
HelicopterDynamics<Single> any_dynamics(std::type_identity<Helicopter>);

template <class Dynamics>
constexpr const FlightType* flight_with =
    &flight_type<Flight<Dynamics, OdeintControlled<Dynamics>>>;

const FlightType* odeint_controlled_flight(const FlightPlan& plan) {
  if (info(plan.integrator).stepping != Stepping::controlled) return nullptr;
  if (plan.helicopter.flapping) return flight_with<HelicopterDynamics<Single, World<Single>, true>>;
  const FlightType* found = nullptr;
  with_alternative<Vehicle>(plan.vehicle, [&]<class V>() {
    found = flight_with<decltype(any_dynamics(std::type_identity<V>()))>;
  });
  return found;
}

}  // namespace montecopter
