#include "simulate/control_flights.hpp"

#include "dynamics/controllers/allocation_setup.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"
#include "scenario/controls.hpp"

namespace montecopter {
namespace {

Vec3<double> vector_of(const PerAxis& a) { return {a[0], a[1], a[2]}; }

void fold_gains(const CommandTable&, ControlConstants<double>&) {}
void fold_gains(const LeeController& lee, ControlConstants<double>& c) {
  c.lee = {vector_of(lee.position_gain_1_s2), vector_of(lee.velocity_gain_1_s),
           vector_of(lee.attitude_gain_n_m), vector_of(lee.rate_gain_n_m_s)};
}

}  // namespace

PreparedControl::PreparedControl(const Plan& plan) {
  const Scenario& scenario = plan.scenario;
  control.kind = static_cast<ControllerKind>(scenario.controller.index());
  if (!control.is_closed()) return;
  control.every = plan.time.control.every;
  control.delay = plan.time.control.delay;
  control.continuous = plan.time.control.continuous;
  control.sees_estimate = loop_timing(scenario.controller)->sees_estimate();
  control.rotors = static_cast<int>(std::get<Multirotor>(scenario.vehicle).rotors.size());
  control.path = form_of(*scenario.trajectory, tables);
}

KnownModel known_model(const Scenario& nominal, const WorldConstants<double>& world) {
  const auto& vehicle = std::get<Multirotor>(nominal.vehicle);
  KnownModel known;
  known.vehicle = {vehicle.mass_kg, world.gravity[0],
                   inertia_tensor(vehicle.inertia_kg_m2, frame_signs(vehicle.frame))};
  known.allocation = fold_allocation(vehicle, world.air.density_kg_m3);
  return known;
}

std::array<double, max_rotors> hover_commands(const KnownModel& known, int rotors) {
  std::array<double, max_rotors> commands{};
  for (int i = 0; i < rotors; ++i) {
    const AllocatedRotor<double>& r = known.allocation.rotor[i];
    commands[i] = command_for(r, r.per_thrust * (known.vehicle.mass * known.vehicle.gravity));
  }
  return commands;
}

ControlConstants<double> fold_control(const Scenario& scenario, const KnownModel& known) {
  ControlConstants<double> c{};
  c.vehicle = known.vehicle;
  c.allocation = known.allocation;
  c.path = fold_path(*scenario.trajectory);
  std::visit([&](const auto& controller) { fold_gains(controller, c); }, scenario.controller);
  return c;
}

}  // namespace montecopter
