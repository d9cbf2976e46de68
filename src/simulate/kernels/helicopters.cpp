#include "dynamics/integrators/any_integrator.hpp"
#include "dynamics/vehicles/helicopter_dynamics.hpp"
#include "simulate/kernels/any_flight.hpp"

namespace montecopter {

const FlightType* flight_of(std::type_identity<Helicopter>, const FlightPlan& plan) {
  using Rigid = HelicopterDynamics<Wide>;
  using Flaps = HelicopterDynamics<Wide, World<Wide>, true>;
  if (plan.helicopter.flapping) return &flight_type<Flight<Flaps, AnyIntegrator<Flaps>>>;
  return &flight_type<Flight<Rigid, AnyIntegrator<Rigid>>>;
}

}  // namespace montecopter
