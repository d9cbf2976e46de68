/// Floating-point operations of one step: the kernels' templates over a scalar that counts.

#include <cstring>
#include <stdexcept>

#include "bench.hpp"
#include "counted.hpp"
#include "dynamics/integrators/euler_exp.hpp"
#include "dynamics/integrators/rk4.hpp"
#include "dynamics/vehicles/multirotor_dynamics.hpp"

namespace montecopter::bench {
namespace {

template <class Vehicle>
void step(const FlightPlan& plan, const Vehicle& vehicle, const typename Vehicle::Input& input,
          typename Vehicle::StateType& state) {
  if (plan.integrator == IntegratorKind::rk4) {
    Rk4<Vehicle>::step(vehicle, plan.step_s, input, state, state);
  } else if (plan.integrator == IntegratorKind::euler_exp) {
    EulerExp<Vehicle>::step(vehicle, plan.step_s, input, state, state);
  } else {
    throw std::logic_error("operations of this integrator are not counted");
  }
}

template <class Rotors>
long count(const FlightPlan& plan, const LaneIo& lane) {
  using Vehicle = MultirotorDynamics<Counted, Rotors, AnyPropulsion>;
  const SampleParts& parts = *plan.parts;
  const auto read = [&](int first, auto& to, std::size_t size) {
    std::memcpy(static_cast<void*>(&to), lane.row + first, size);
  };
  typename Vehicle::Constants constants;
  read(parts.vehicle.first, constants, sizeof(constants));
  World<Counted> world{};
  read(parts.world.first, world.c, sizeof(world.c));
  const Contact<Counted> no_contact{};
  const Vehicle vehicle(plan.multirotor, constants, world, no_contact);
  typename Vehicle::StateType state{};
  read(parts.initial_state.first, state, vehicle.size() * sizeof(double));
  typename Vehicle::Input input{};
  for (int i = 0; i < plan.controls; ++i) {
    input.command[i] = vehicle.clamp_command(i, plan.commands[i]);
  }
  Counted::flop = 0;
  step(plan, vehicle, input, state);
  vehicle.limit(state);
  return Counted::flop;
}

}  // namespace

long flop_of_step(const FlightPlan& plan, const LaneIo& lane) {
  if (plan.multirotor.capacity == 4) return count<AlignedRotors<4>>(plan, lane);
  if (plan.multirotor.capacity == 6) return count<AlignedRotors<6>>(plan, lane);
  if (plan.multirotor.capacity == 8) return count<AlignedRotors<8>>(plan, lane);
  return count<AnyRotors<max_rotors>>(plan, lane);
}

}  // namespace montecopter::bench
