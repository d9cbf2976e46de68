#include "simulate/setup/trimmed_start.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/numerics/decompositions.hpp"
#include "dynamics/controllers/controller.hpp"
#include "dynamics/linear/allocated_trim.hpp"
#include "dynamics/linear/helicopter_trim.hpp"
#include "dynamics/linear/tilt.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/electric_supply.hpp"
#include "dynamics/vehicles/helicopter_setup.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/derived/controls.hpp"

namespace montecopter {
namespace {

/// Steady flight under any kind of control.
struct Trim {
  double roll_rad = 0, pitch_rad = 0;
  std::array<double, max_rotors> commands{};
  std::array<double, 5> held{};  ///< wrench, or servos
  std::vector<double> actuators;
};
using Found = std::variant<Trim, InvalidReason>;

/// Velocity through the air in axes of the nose: ahead, to the right and down [m/s].
Eigen::Vector3d velocity_by_nose(const StartPoint& start) {
  double sine, cosine;
  sincos(start.heading_rad, sine, cosine);
  const Vec3<double> v = with_heading(sine, cosine, start.velocity - start.wind);
  return {v.x, v.y, v.z};
}

/// Fraction of the highest commands that a battery allows at the first step of a flight in which
/// the rotors draw so much.
double first_command_limit(const Battery& battery, double drawn) {
  const ElectricSupply supply(battery);
  const double load = std::fma(supply.per_efficiency, drawn, supply.avionics);
  const double voltage = battery_output(supply.open_circuit, supply.resistance, load).voltage;
  return std::fmin(voltage / fold_battery(battery).full_command, 1.0);
}

/// Whether the voltage under the load of this flight leaves the commands unchanged: the battery of
/// BatteryState at its first step.
bool reaches(const Battery& battery, const MultirotorModel& model, const MultirotorTrim& trim) {
  if (model.is_electric()) return true;  // the trim is that of its voltage
  const auto state = model.settled(trim.commands, trim.roll_rad, trim.pitch_rad, trim.velocity_m_s);
  const Eigen::VectorXd low = model.lowest_commands(), high = model.highest_commands();
  double power = 0;
  for (int i = 0; i < model.rotors(); ++i) {
    const Load<double> rotor = model.load(i, state, trim.commands);
    power += battery.thrust_per_power_n_w ? std::fabs(rotor.thrust)
                                          : std::fabs(rotor.torque * trim.commands[i]);
  }
  const double limit = first_command_limit(battery, power);
  for (int i = 0; i < model.rotors(); ++i) {
    const double command = trim.commands[i];
    if (command > std::fmax(limit * high[i], 0.0)) return false;
    if (command < std::fmin(limit * low[i], 0.0)) return false;
  }
  return true;
}

Found trim_of(const Multirotor& vehicle, const Controller&, const ControlPlan& control,
              const KnownModel& known, const StartPoint& start) {
  const MultirotorModel model(
      vehicle, {start.gravity_m_s2, start.air_density_kg_m3, start.air_temperature_k});
  const Eigen::Vector3d velocity = velocity_by_nose(start);
  Trim trim;
  std::optional<MultirotorTrim> flight;
  if (control.is_closed()) {
    const auto found = allocated_trim(model, known.allocation, velocity);
    // The allocation limits the collective thrust on its own.
    if (found && found->wrench.thrust >= known.allocation.thrust_low &&
        found->wrench.thrust <= known.allocation.thrust_high) {
      const Wrench<double>& held = found->wrench;
      trim.held = {held.thrust, held.moment.x, held.moment.y, held.moment.z, 0};
      flight = found->trim;
    }
  } else {
    flight = steady_flight(model, velocity);
  }
  if (!flight) return InvalidReason::no_trim;
  if (vehicle.battery && !reaches(*vehicle.battery, model, *flight))
    return InvalidReason::trim_voltage;
  trim.roll_rad = flight->roll_rad, trim.pitch_rad = flight->pitch_rad;
  std::copy(flight->commands.begin(), flight->commands.end(), trim.commands.begin());
  if (model.is_electric()) {  // which turn steadily in this flow
    const auto state =
        model.settled(flight->commands, trim.roll_rad, trim.pitch_rad, flight->velocity_m_s);
    for (int i = 0; i < model.rotors(); ++i) trim.actuators.push_back(state.actuator(i));
  }
  return trim;
}

/// Whether the battery allows the throttle at which the engine balances the torques of rotors and
/// friction.
bool reaches(const Battery& battery, const Helicopter& vehicle, const StartPoint& start,
             const HelicopterTrim& trim) {
  constexpr std::size_t throttle = 4;
  const HelicopterConstants<double> c = fold_helicopter(vehicle, 1.0);
  const double torque =
      start.air_density_kg_m3 * c.inverse_density * c.engine_gain * trim.commands[throttle];
  const double limit = first_command_limit(battery, torque * trim.rotor_speed_rad_s);
  return trim.commands[throttle] <= limit * c.servo[throttle].high;
}

Found trim_of(const Helicopter& vehicle, const Controller& controller, const ControlPlan&,
              const KnownModel& known, const StartPoint& start) {
  // A regulator holds the speed of the nominal vehicle.
  double rotor_speed_rad_s = vehicle.operating_points.first_hover.rotor_speed_rad_s;
  std::visit(
      [&]<class C>(const C&) {
        if constexpr (DesignedLaw<C>) rotor_speed_rad_s = (known.*C::designed_gains).rotor_speed;
      },
      controller);
  const auto found = helicopter_trim(vehicle, {start.gravity_m_s2, start.air_density_kg_m3},
                                     rotor_speed_rad_s, velocity_by_nose(start));
  if (!found) return InvalidReason::no_trim;
  if (vehicle.battery && !reaches(*vehicle.battery, vehicle, start, *found))
    return InvalidReason::trim_voltage;
  Trim trim;
  trim.roll_rad = found->roll_rad, trim.pitch_rad = found->pitch_rad;
  std::copy(found->commands.begin(), found->commands.end(), trim.commands.begin());
  trim.held = found->commands;
  trim.actuators = {rotor_speed_rad_s};
  trim.actuators.insert(trim.actuators.end(), found->commands.begin(), found->commands.end());
  if (vehicle.main_rotor.flapping) {
    trim.actuators.insert(trim.actuators.end(), found->flapping.begin(), found->flapping.end());
  }
  return trim;
}

Quat<double> attitude_of(const Trim& trim, double heading_rad) {
  double sine, cosine;
  sincos(0.5 * heading_rad, sine, cosine);
  return product(Quat<double>{cosine, 0, 0, sine}, tilted(trim.roll_rad, trim.pitch_rad));
}

Found trim_of(const Scenario& sample, const ControlPlan& control, const KnownModel& known,
              const StartPoint& start) {
  return std::visit(
      [&](const auto& vehicle) {
        return trim_of(vehicle, *sample.controller, control, known, start);
      },
      *sample.vehicle);
}

// --- what a linear-quadratic regulator has integrated ----------------------------------------

/// A regulator in a trim, whose only error is its attitude relative to its hover.
template <int commands>
struct AtTrim {
  const KnownModel& known;
  const LqrGains<double>& k;
  const CommandForm& form;
  LqrMemory<double> memory;
  LqrTarget<double> target;
  LqrErrors<double> errors;

  /// `heading_rad` is the heading of the reference. The integrals of `held` are included.
  AtTrim(const KnownModel& model, const CommandForm& of, const StartPoint& start,
         const Quat<double>& attitude, const HeldTrim<double>& held)
      : known(model), k(model.lqr), form(of) {
    Feedback<double> x{{0, 0, 0}, start.velocity, attitude, {0, 0, 0}};
    x.rotor_speed = k.rotor_speed;
    Reference<double> d{};
    d.velocity = start.velocity;
    d.set_heading(start.heading_rad, 0, 0);
    memory.hold(k, x, {}, form, held);
    target = lqr_target<commands>(k, d);
    errors = lqr_errors_of<commands>(form.lag_order, k, x, d, target, memory);
  }

  /// Error about the z axis, which the regulator integrates as the heading error [rad].
  double heading_error() const { return errors[8]; }

  /// Integrals that produce the commands. If they cannot produce them exactly, the remainder is
  /// minimal.
  std::array<double, lqr_sums> sums() const {
    auto wanted = lqr_wanted<commands>(form.lag_order, k, target, errors);
    // All commands that wait are the trim's.
    std::vector<double> waiting(known.lqr_pending.size() / commands);
    const PendingCommands<double> pending{waiting.data(),
                                          static_cast<int>(waiting.size()) / commands, commands};
    pending.fill(memory.before.data());
    lqr_feed_back_pending<commands, double>(known.lqr_pending.data(), nullptr, pending, target,
                                            wanted);
    constexpr int first = lqr_measured + lqr_lags + lqr_commands;
    Eigen::MatrixXd gains(commands, lqr_sums);
    Eigen::VectorXd missing(commands);
    for (int i = 0; i < commands; ++i) {
      for (int j = 0; j < lqr_sums; ++j) gains(i, j) = k.gain[i][first + j];
      missing[i] = wanted[i] - memory.before[i];
    }
    if (gains.isZero(0.0)) return {};
    const Eigen::VectorXd s = least_squares(gains, missing);
    return {target.cosine * s[0] - target.sine * s[1], target.sine * s[0] + target.cosine * s[1],
            s[2], s[3], s[4]};
  }
};

/// Calls use() with the regulator in this trim.
template <class Use>
auto with_regulator(const KnownModel& known, const CommandForm& form, const StartPoint& start,
                    const Quat<double>& attitude, const HeldTrim<double>& held, Use use) {
  return form.is_wrench() ? use(AtTrim<4>(known, form, start, attitude, held))
                          : use(AtTrim<lqr_commands>(known, form, start, attitude, held));
}

/// Heading of a trim as a controller measures it, less the heading of its reference [rad]. If the
/// vehicle is tilted about two axes, not every controller measures yaw.
template <class C>
double heading_error(const ControlPlan& control, const KnownModel& known, const StartPoint& start,
                     const TrimmedStart& at) {
  if constexpr (DesignedLaw<C>) {
    return with_regulator(known, control.form, start, at.attitude, at.held,
                          [](const auto& regulator) { return regulator.heading_error(); });
  } else if constexpr (requires { C::y_across_heading; }) {
    double sine, cosine;
    sincos(start.heading_rad, sine, cosine);
    return -dot(axes_of(Rotation<double>(at.attitude)).y, Vec3<double>{cosine, sine, 0});
  } else {
    return 0;
  }
}

/// The trim in which the controller sees no heading error.
template <class C>
std::variant<TrimmedStart, InvalidReason> find_trim(const Scenario& sample,
                                                    const ControlPlan& control,
                                                    const KnownModel& known,
                                                    const StartPoint& start) {
  TrimmedStart at;
  StartPoint nose = start;
  constexpr int most_turns = 8;  // each turn leaves an error of tilt squared times the previous one
  for (int turn = 0; turn <= most_turns; ++turn) {
    Found found = trim_of(sample, control, known, nose);
    if (const auto* reason = std::get_if<InvalidReason>(&found)) return *reason;
    Trim& trim = std::get<Trim>(found);
    at.attitude = attitude_of(trim, nose.heading_rad);
    at.commands = trim.commands;
    at.actuators = std::move(trim.actuators);
    at.held.command = trim.held;
    const double error = heading_error<C>(control, known, start, at);
    if (std::fabs(error) < 1e-13) break;
    nose.heading_rad -= error;
  }
  if constexpr (DesignedLaw<C>) {
    at.held.sums = with_regulator(known, control.form, start, at.attitude, at.held,
                                  [](const auto& regulator) { return regulator.sums(); });
  }
  if (control.is_closed() && control.form.is_wrench()) {
    at.held.angular_acceleration = inverse(known.vehicle.inertia) * at.held.wrench().moment;
  }
  return at;
}

}  // namespace

std::variant<TrimmedStart, InvalidReason> find_trim(const Scenario& sample,
                                                    const ControlPlan& control,
                                                    const KnownModel& known,
                                                    const StartPoint& start) {
  return std::visit([&]<class C>(const C&) { return find_trim<C>(sample, control, known, start); },
                    *sample.controller);
}

}  // namespace montecopter
