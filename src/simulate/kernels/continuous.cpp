/// Flights with the controller as a part of the equations: of lanes only.

#include "simulate/kernels/any_multirotor.hpp"
#include "simulate/kernels/lane_flight.hpp"

namespace montecopter {

const FlightType* continuous_flight(const FlightPlan& plan) {
  return plan.control.continuous ? lane_flight<ContinuousControl<AnyMultirotor<Wide>>>(plan)
                                 : nullptr;
}

}  // namespace montecopter
