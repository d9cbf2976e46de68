#include "simulate/control_flights.hpp"

#include "dynamics/controllers/allocation_setup.hpp"
#include "dynamics/elementary.hpp"
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
  if (scenario.trajectory) c.path = fold_path(*scenario.trajectory);
  std::visit([&](const auto& controller) { fold_gains(controller, c); }, scenario.controller);
  return c;
}

}  // namespace montecopter
