/// Integrators that choose their steps, one sample at a time, in a kernel of packs. Compiled once
/// per kind of vehicle.

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

const FlightType* odeint_controlled_flight(const FlightPlan& plan) {
  if (info(plan.integrator).stepping != Stepping::controlled) return nullptr;
  const FlightType* type = nullptr;
  with_alternative<Vehicle>(plan.vehicle, [&]<class V>() {
    using Dynamics = decltype(any_dynamics(std::type_identity<V>()));
    type = &flight_type<Flight<Dynamics, OdeintControlled<Dynamics>>>;
  });
  return type;
}

}  // namespace montecopter
