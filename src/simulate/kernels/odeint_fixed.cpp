/// Boost.Odeint's integrators of fixed steps, over packs of lanes.

#include "dynamics/integrators/odeint_fixed.hpp"

#include "simulate/kernels/odeint_flight.hpp"

namespace montecopter {

const FlightType* odeint_fixed_flight(const FlightPlan& plan) {
  if (info(plan.integrator).stepping != Stepping::odeint) return nullptr;
  return flight_with<OdeintFixed, Wide>(plan);
}

}  // namespace montecopter
