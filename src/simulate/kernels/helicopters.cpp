#include "simulate/kernels/lane_flight.hpp"

namespace montecopter {

const FlightType* helicopter_flight(const FlightPlan& plan) {
  return plan.vehicle == VehicleKind::helicopter ? lane_flight<HelicopterDynamics<Wide>>(plan)
                                                 : nullptr;
}

}  // namespace montecopter
