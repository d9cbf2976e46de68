/// The table of one kernel object, the one symbol that it exports.

#include "dynamics/pack.hpp"
#include "simulate/kernels/flight_type.hpp"

namespace montecopter {
namespace {

const FlightType& flight_of(const FlightPlan& plan) {
  for (const auto group : {continuous_flight, odeint_flight, helicopter_flight,
                           usual_quadrotor_flight, published_quadrotor_flight}) {
    if (const FlightType* type = group(plan)) return *type;
  }
  return *multirotor_flight(plan);
}

void fly(const FlightPlan& plan, LaneIo* lanes, int count, double* memory) {
  flight_of(plan).fly(plan, lanes, count, memory);
}

double step_only(const FlightPlan& plan, LaneIo* lanes, int count, std::int64_t repeats) {
  return flight_of(plan).step_only(plan, lanes, count, repeats);
}

}  // namespace
}  // namespace montecopter

extern "C" const montecopter::Kernel MONTECOPTER_KERNEL_SYMBOL = {
    MONTECOPTER_KERNEL_NAME, montecopter::Pack<montecopter::isa::Native>::width, montecopter::fly,
    montecopter::step_only};
