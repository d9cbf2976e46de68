/// Floating-point operations of steps and of flights: the kernels' templates over packs that count.

#include <cstring>
#include <stdexcept>

#include "bench.hpp"
#include "counted.hpp"
#include "dynamics/integrators/euler_exp.hpp"
#include "dynamics/integrators/rk4.hpp"
#include "dynamics/vehicles/helicopter_dynamics.hpp"
#include "dynamics/vehicles/multirotor_dynamics.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "simulate/lanes/flight.hpp"
#include "simulate/lanes/formula_work.hpp"

namespace montecopter::bench {
namespace {

template <class Rotors>
using CountedVehicle = MultirotorDynamics<Counted, Rotors, AnyPropulsion>;

/// Calls count.template operator()<Rotors>() for the rotors of the plan.
template <class Count>
long with_rotors(const FlightPlan& plan, Count count) {
  if (plan.multirotor.capacity == 4) return count.template operator()<AlignedRotors<4>>();
  if (plan.multirotor.capacity == 6) return count.template operator()<AlignedRotors<6>>();
  if (plan.multirotor.capacity == 8) return count.template operator()<AlignedRotors<8>>();
  return count.template operator()<AnyRotors<max_rotors>>();
}

template <class Vehicle>
void step(const FlightPlan& plan, const Vehicle& vehicle, const typename Vehicle::Input& input,
          typename Vehicle::StateType& state) {
  if (plan.integrator == integrator_number<Rk4Integrator>) {
    Rk4<Vehicle>::step(vehicle, plan.step_s, input, state, state);
  } else if (plan.integrator == integrator_number<EulerExpIntegrator>) {
    EulerExp<Vehicle>::step(vehicle, plan.step_s, input, state, state);
  } else {
    throw std::logic_error("operations of this integrator are not counted");
  }
}

template <class Vehicle>
long count_step(const FlightPlan& plan, const LaneIo& lane) {
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
  Counting::flop = 0;
  step(plan, vehicle, input, state);
  vehicle.limit(state);
  return Counting::flop;
}

}  // namespace

long flop_of_step(const FlightPlan& plan, const LaneIo& lane) {
  return with_rotors(
      plan, [&]<class Rotors>() { return count_step<CountedVehicle<Rotors>>(plan, lane); });
}

long operations_of_flight(const FlightPlan& plan, LaneIo& lane, double* memory) {
  if (plan.integrator != integrator_number<Rk4Integrator>) {
    throw std::logic_error("operations of flights with this integrator are not counted");
  }
  const auto fly = [&]<class Vehicle>(std::type_identity<Vehicle>) {
    Counting::flop = Counting::words = 0;
    Flight<Vehicle, Rk4<Vehicle>>(plan, &lane, 1, memory).run();
    return Counting::flop + Counting::words;
  };
  if (plan.vehicle == index_of<Helicopter, Vehicle>()) {
    using Flaps = HelicopterDynamics<Counted, World<Counted>, true>;
    if (plan.helicopter.flapping) return fly(std::type_identity<Flaps>());
    return fly(std::type_identity<HelicopterDynamics<Counted>>());
  }
  if (plan.multirotor.terms.surface) {
    if (plan.multirotor.capacity != 4) {
      throw std::logic_error("operations of surfaces are counted for four rotors");
    }
    using Surfaced = MultirotorDynamics<Counted, AlignedRotors<4>, AnyPropulsion, SurfaceTerms>;
    return fly(std::type_identity<Surfaced>());
  }
  return with_rotors(
      plan, [&]<class Rotors>() { return fly(std::type_identity<CountedVehicle<Rotors>>()); });
}

}  // namespace montecopter::bench
