#include "dynamics/integrators/any_integrator.hpp"
#include "dynamics/vehicles/helicopter_dynamics.hpp"
#include "simulate/kernels/any_flight.hpp"

namespace montecopter {

const FlightType* flight_of(std::type_identity<Helicopter>, const FlightPlan&) {
  using General = HelicopterDynamics<Wide>;
  return &flight_type<Flight<General, AnyIntegrator<General>>>;
}

}  // namespace montecopter
