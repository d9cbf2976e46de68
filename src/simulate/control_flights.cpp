#include "simulate/control_flights.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analyse/lqr_design.hpp"
#include "base/error.hpp"
#include "dynamics/controllers/allocation_setup.hpp"
#include "dynamics/elementary.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"
#include "scenario/controls.hpp"

namespace montecopter {
namespace {

Vec3<double> vector_of(const PerAxis& a) { return {a[0], a[1], a[2]}; }

void fold_gains(const CommandTable&, ControlConstants<double>&) {}
void fold_gains(const LqrController&, ControlConstants<double>&) {}  // designed, not given
void fold_gains(const LeeController& lee, ControlConstants<double>& c) {
  c.lee = {vector_of(lee.position_gain_1_s2), vector_of(lee.velocity_gain_1_s),
           vector_of(lee.attitude_gain_n_m), vector_of(lee.rate_gain_n_m_s)};
}

constexpr double turn_rad = 0x1.921fb54442d18p+2;

/// The greatest thrust per known mass [m/s2].
double full_thrust(const ControlConstants<double>& c) {
  return c.allocation.thrust_high / c.vehicle.mass;
}
void fold_position(const Px4Position& p, ControlConstants<double>& c) {
  Px4Gains<double>& g = c.px4;
  g.position = vector_of(p.position_gain_1_s), g.velocity = vector_of(p.velocity_gain_1_s);
  g.velocity_integral = vector_of(p.velocity_integral_gain_1_s2);
  g.velocity_derivative = vector_of(p.velocity_derivative_gain);
  g.velocity_cutoff = turn_rad * p.velocity_cutoff_hz;
  g.speed_horizontal = p.speed_horizontal_m_s;
  g.speed_up = p.speed_up_m_s, g.speed_down = p.speed_down_m_s;
  sincos(p.tilt_rad, g.tilt_sine, g.tilt_cosine);
  g.thrust_low = p.thrust_min * full_thrust(c);
  g.thrust_high = p.thrust_max * full_thrust(c);
  g.thrust_margin = p.thrust_margin * full_thrust(c);
}
void fold_attitude(const Px4Attitude& a, Px4Gains<double>& g) {
  g.attitude = vector_of(a.gain_1_s), g.rate_limit = vector_of(a.rate_limit_rad_s);
  g.yaw_weight = a.yaw_weight;
  if (a.yaw_weight > 1e-4) g.attitude.z /= a.yaw_weight;
}
void fold_rate(const Px4Rate& r, Px4Gains<double>& g) {
  g.rate = vector_of(r.gain_1_s), g.rate_integral = vector_of(r.integral_gain_1_s2);
  g.rate_derivative = vector_of(r.derivative_gain);
  g.integral_limit = vector_of(r.integral_limit_rad_s2);
  g.rate_cutoff = turn_rad * r.cutoff_hz;
}
void fold_gains(const Px4Controller& px4, ControlConstants<double>& c) {
  fold_position(px4.position, c);
  fold_attitude(px4.attitude, c.px4);
  fold_rate(px4.body_rate, c.px4);
}
void fold_gains(const IndiController& indi, ControlConstants<double>& c) {
  c.indi = {vector_of(indi.position_gain_1_s2), vector_of(indi.velocity_gain_1_s),
            vector_of(indi.acceleration_gain),  vector_of(indi.attitude_gain_1_s2),
            vector_of(indi.rate_gain_1_s),      turn_rad * indi.cutoff_hz,
            indi.motor_time_constant_s};
}
void fold_gains(const RateController& rate, ControlConstants<double>& c) {
  c.rate = {vector_of(rate.gain_1_s), vector_of(rate.integral_gain_1_s2),
            vector_of(rate.derivative_gain), vector_of(rate.integral_limit_rad),
            turn_rad * rate.cutoff_hz};
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
  control.sees_estimate = loop_timing(scenario.controller)->sees_estimate();
  control.rotors = static_cast<int>(controls(scenario.vehicle).count);
  const auto* multirotor = std::get_if<Multirotor>(&scenario.vehicle);
  control.quadratic_rotors = multirotor != nullptr && has_quadratic_curves(*multirotor);
  control.lqr = lqr_form(scenario.vehicle);
  control.looks = plan.time.steps / control.every + 1;
  if (const SetPointTable* table = set_points(scenario.controller)) {
    control.set_point = kind_of(*table);
    control.set_point_width = width_of(*table);
  } else {
    control.follows_path = true;
    control.path = form_of(*scenario.trajectory, tables);
    control.is_step = std::holds_alternative<StepTrajectory>(*scenario.trajectory);
  }
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
  c.lqr = known.lqr;
  if (scenario.trajectory) c.path = fold_path(*scenario.trajectory);
  std::visit([&](const auto& controller) { fold_gains(controller, c); }, scenario.controller);
  return c;
}

}  // namespace montecopter
