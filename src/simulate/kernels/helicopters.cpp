#include "dynamics/vehicles/helicopter_dynamics.hpp"
#include "simulate/kernels/lane_flight.hpp"

namespace montecopter {

const FlightType* flight_of(std::type_identity<Helicopter>, const FlightPlan& plan) {
  return lane_flight<HelicopterDynamics<Wide>>(plan);
}

}  // namespace montecopter
