#include "simulate/control_flights.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analyse/lqr_design.hpp"
#include "base/error.hpp"
#include "dynamics/controllers/allocation_setup.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"
#include "scenario/controls.hpp"

namespace montecopter {
namespace {

Vec3<double> vector_of(const PerAxis& a) { return {a[0], a[1], a[2]}; }

void fold_gains(const CommandTable&, const KnownModel&, ControlConstants<double>&) {}
void fold_gains(const LqrController&, const KnownModel& known, ControlConstants<double>& c) {
  c.lqr = known.lqr;
}
void fold_gains(const LeeController& lee, const KnownModel&, ControlConstants<double>& c) {
  c.lee = {vector_of(lee.position_gain_1_s2), vector_of(lee.velocity_gain_1_s),
           vector_of(lee.attitude_gain_n_m), vector_of(lee.rate_gain_n_m_s)};
}

LqrGains<double> lqr_gains(const LqrController& lqr, const Vehicle& vehicle,
                           const WorldConstants<double>& world, const TimeGrid& time,
                           const std::string& where) {
  const auto design = design_lqr(lqr, vehicle, {world.gravity[0], world.air.density_kg_m3},
                                 static_cast<double>(time.control.every) * time.step_s,
                                 static_cast<double>(time.control.delay) * time.step_s);
  if (const auto* none = std::get_if<NoDesign>(&design)) {
    throw Error(ExitCode::usage, Problem{where, none->what, none->why, none->suggestion}.text());
  }
  return std::get<LqrDesign>(design).gains;
}

}  // namespace

PreparedControl::PreparedControl(const Plan& plan) {
  const Scenario& scenario = plan.scenario;
  control.kind = static_cast<ControllerKind>(scenario.controller.index());
  if (!control.is_closed()) return;
  control.every = plan.time.control.every;
  control.delay = plan.time.control.delay;
  control.continuous = plan.time.control.continuous;
  control.rotors = static_cast<int>(controls(scenario.vehicle).count);
  control.lqr = lqr_form(scenario.vehicle);
  control.path = form_of(*scenario.trajectory, tables);
}

KnownModel known_model(const Scenario& nominal, const WorldConstants<double>& world,
                       const TimeGrid& time, const std::string& where) {
  KnownModel known;
  std::visit(
      [&](const auto& vehicle) {
        known.vehicle = {vehicle.mass_kg, world.gravity[0],
                         inertia_tensor(vehicle.inertia_kg_m2, frame_signs(vehicle.frame))};
      },
      nominal.vehicle);
  if (const auto* multirotor = std::get_if<Multirotor>(&nominal.vehicle)) {
    known.allocation = fold_allocation(*multirotor, world.air.density_kg_m3);
  }
  if (const auto* lqr = std::get_if<LqrController>(&nominal.controller)) {
    known.lqr = lqr_gains(*lqr, nominal.vehicle, world, time, where);
  }
  return known;
}

std::array<double, max_rotors> hover_commands(const KnownModel& known, const ControlPlan& control) {
  std::array<double, max_rotors> commands{};
  const LqrGains<double>& lqr = known.lqr;
  if (control.kind == ControllerKind::lqr && control.lqr.commands == lqr_commands) {
    std::copy(lqr.hover.begin(), lqr.hover.end(), commands.begin());
    return commands;
  }
  Wrench<double> hover = {known.vehicle.mass * known.vehicle.gravity, {0, 0, 0}};
  if (control.kind == ControllerKind::lqr) {
    hover = {lqr.hover[0], {lqr.hover[1], lqr.hover[2], lqr.hover[3]}};
  }
  for (int i = 0; i < control.rotors; ++i) {
    const AllocatedRotor<double>& r = known.allocation.rotor[i];
    commands[i] = command_for(r, unlimited_thrust(r, hover));
  }
  return commands;
}

ControlConstants<double> fold_control(const Scenario& scenario, const KnownModel& known) {
  ControlConstants<double> c{};
  c.vehicle = known.vehicle;
  c.allocation = known.allocation;
  c.path = fold_path(*scenario.trajectory);
  std::visit([&](const auto& controller) { fold_gains(controller, known, c); },
             scenario.controller);
  return c;
}

}  // namespace montecopter
