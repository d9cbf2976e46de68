/// The table of one kernel object, its only exported symbol.

#include "core/numerics/pack.hpp"
#include "dynamics/alternatives.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "simulate/kernels/flight_type.hpp"

namespace montecopter {
namespace {

const FlightType& flight_of(const FlightPlan& plan) {
  if constexpr (Pack<isa::Native>::width > 1) {
    if (const FlightType* type = odeint_controlled_flight(plan)) return *type;
  }
  const FlightType* type = nullptr;
  with_alternative<Vehicle>(plan.vehicle,
                            [&]<class V>() { type = flight_of(std::type_identity<V>(), plan); });
  return *type;
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
    montecopter::step_only, 0};
