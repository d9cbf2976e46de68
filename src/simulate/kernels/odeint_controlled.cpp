/// Boost.Odeint's integrators that choose their steps, one sample at a time.

#include "dynamics/integrators/odeint_controlled.hpp"

#include "simulate/kernels/odeint_flight.hpp"

namespace montecopter {

const FlightType* odeint_controlled_flight(const FlightPlan& plan) {
  if (info(plan.integrator).stepping != Stepping::controlled) return nullptr;
  return flight_with<OdeintControlled, Single>(plan);
}

}  // namespace montecopter
