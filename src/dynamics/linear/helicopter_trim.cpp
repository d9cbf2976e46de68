#include "dynamics/linear/helicopter_trim.hpp"

#include <algorithm>
#include <cmath>

#include "core/numerics/gauss_newton.hpp"
#include "dynamics/linear/modes.hpp"
#include "dynamics/linear/tilt.hpp"
#include "dynamics/vehicles/helicopter_dynamics.hpp"
#include "dynamics/vehicles/helicopter_setup.hpp"

namespace montecopter {
namespace {

/// Calm air as the equations ask for it.
struct CalmWorld {
  CalmAir calm;
  Vec3<double> still = {0, 0, 0};

  double gravity(double) const { return calm.gravity_m_s2; }
  Air<double> air(double) const { return {calm.density_kg_m3, 0, 0}; }
  const Vec3<double>& wind() const { return still; }
};

using Dynamics = HelicopterDynamics<double, CalmWorld>;

/// The unknowns of a hover, from which a trim is made: roll, pitch, and the servos.
constexpr int unknowns = 2 + static_cast<int>(helicopter_controls.size());

Dynamics dynamics_of(Helicopter vehicle, const CalmAir& air) {
  vehicle.process_noise = {};
  vehicle.servos.advance = "continuous";  // what moves them does not matter in a hover
  return {fold_helicopter(vehicle, 1.0), {air}};
}

HelicopterTrim trim_from(const Eigen::VectorXd& x, double rotor_speed_rad_s,
                         const Eigen::Vector3d& velocity_m_s) {
  HelicopterTrim trim;
  trim.velocity_m_s = velocity_m_s;
  trim.rotor_speed_rad_s = rotor_speed_rad_s;
  trim.roll_rad = x[0], trim.pitch_rad = x[1];
  for (std::size_t i = 0; i < trim.commands.size(); ++i) {
    trim.commands[i] = x[static_cast<Eigen::Index>(2 + i)];
  }
  return trim;
}

Dynamics::StateType state_at(const HelicopterTrim& trim) {
  Dynamics::StateType state{};
  state.set_attitude(tilted(trim.roll_rad, trim.pitch_rad));
  state.set_velocity({trim.velocity_m_s.x(), trim.velocity_m_s.y(), trim.velocity_m_s.z()});
  state.actuator(0) = trim.rotor_speed_rad_s;
  for (int i = 0; i < Dynamics::controls(); ++i) {
    state.actuator(1 + i) = trim.commands[static_cast<std::size_t>(i)];
  }
  return state;
}

Dynamics::StateType rates(const Dynamics& dynamics, const HelicopterTrim& trim,
                          const Dynamics::StateType& state) {
  Dynamics::Input input;
  input.command = trim.commands;
  Dynamics::StateType rate;
  dynamics.derivative(state, input, rate);
  return rate;
}

/// v', omega' and the acceleration of the main rotor.
Eigen::VectorXd accelerations(const Dynamics& dynamics, const HelicopterTrim& trim) {
  const auto rate = rates(dynamics, trim, state_at(trim));
  const Vec3<double> a = rate.velocity(), w = rate.body_rate();
  Eigen::VectorXd all(unknowns);
  all << a.x, a.y, a.z, w.x, w.y, w.z, rate.actuator(0);
  return all;
}

bool within_limits(const Dynamics& dynamics, const HelicopterTrim& trim) {
  for (int i = 0; i < Dynamics::controls(); ++i) {
    const double command = trim.commands[static_cast<std::size_t>(i)];
    if (dynamics.clamp_command(i, command) != command) return false;
  }
  return true;
}

}  // namespace

std::optional<HelicopterTrim> helicopter_trim(const Helicopter& vehicle, const CalmAir& air,
                                              double rotor_speed_rad_s,
                                              const Eigen::Vector3d& velocity_m_s) {
  const Dynamics dynamics = dynamics_of(vehicle, air);
  const OperatingPoint& near = vehicle.operating_points.first_hover;
  const SecondOperatingPoint& other = vehicle.operating_points.second_hover;
  Eigen::VectorXd x(unknowns), scale(unknowns);
  x << near.roll_rad, 0, near.collective, 0, 0, near.tail, near.throttle;
  // Cyclic pitch is counted as collective pitch is.
  const double pitch = std::max(std::fabs(near.collective), std::fabs(other.collective));
  scale << 1, 1, pitch, pitch, pitch, std::fabs(near.tail), near.throttle;
  double residual = 0;
  for (const Eigen::Vector3d& velocity : approach(velocity_m_s)) {
    residual = solve(x, scale, [&](const Eigen::VectorXd& y) {
      return accelerations(dynamics, trim_from(y, rotor_speed_rad_s, velocity));
    });
  }
  HelicopterTrim trim = trim_from(x, rotor_speed_rad_s, velocity_m_s);
  trim.residual = residual;
  if (!(residual <= solved) || !within_limits(dynamics, trim)) return std::nullopt;
  return trim;
}

std::vector<std::complex<double>> helicopter_modes(const Helicopter& vehicle, const CalmAir& air,
                                                   const HelicopterTrim& trim) {
  const Dynamics dynamics = dynamics_of(vehicle, air);
  const Dynamics::StateType at = state_at(trim);
  return modes(Eigen::VectorXd::Map(at.x.data(), Dynamics::size()), [&](const Eigen::VectorXd& x) {
    Dynamics::StateType state;
    Eigen::VectorXd::Map(state.x.data(), Dynamics::size()) = x;
    const Dynamics::StateType rate = rates(dynamics, trim, state);
    return Eigen::VectorXd(Eigen::VectorXd::Map(rate.x.data(), Dynamics::size()));
  });
}

LinearModel linear_model(const Helicopter& vehicle, const CalmAir& air,
                         const HelicopterTrim& trim) {
  const Dynamics dynamics = dynamics_of(vehicle, air);
  const Dynamics::StateType at = state_at(trim);
  const auto controls = std::ssize(trim.commands);
  TrimPoint point{Eigen::VectorXd::Map(at.x.data(), Dynamics::size()),
                  Eigen::VectorXd::Map(trim.commands.data(), controls),
                  air.gravity_m_s2,
                  {"rotor_speed"},
                  {}};
  for (const std::string_view control : helicopter_controls) {
    point.actuators.push_back("servo." + std::string(control));
    point.controls.push_back("command." + std::string(control));
  }
  return linearise(point, [&](const Eigen::VectorXd& x, const Eigen::VectorXd& commands) {
    Dynamics::StateType state;
    Eigen::VectorXd::Map(state.x.data(), Dynamics::size()) = x;
    HelicopterTrim moved = trim;
    Eigen::VectorXd::Map(moved.commands.data(), controls) = commands;
    const Dynamics::StateType rate = rates(dynamics, moved, state);
    return Eigen::VectorXd(Eigen::VectorXd::Map(rate.x.data(), Dynamics::size()));
  });
}

std::array<Load<double>, 2> helicopter_loads(const Helicopter& vehicle, const CalmAir& air,
                                             const HelicopterTrim& trim) {
  const Dynamics dynamics = dynamics_of(vehicle, air);
  const Dynamics::StateType at = state_at(trim);
  return {dynamics.rotor_load(0, at, {}), dynamics.rotor_load(1, at, {})};
}

}  // namespace montecopter
