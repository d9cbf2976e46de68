#include "dynamics/linear/allocated_trim.hpp"

#include "core/numerics/gauss_newton.hpp"

namespace montecopter {
namespace {

using Vector = Eigen::VectorXd;

double thrust_of(const AllocatedRotor<double>& r, const Vector& w) {
  return unlimited_thrust<double>(r, {w[0], {w[1], w[2], w[3]}});
}

Vector commands_of(const RotorAllocation& a, Eigen::Index rotors, const Vector& wrench) {
  Vector commands(rotors);
  for (Eigen::Index i = 0; i < rotors; ++i) {
    const AllocatedRotor<double>& r = a.rotor[static_cast<std::size_t>(i)];
    commands[i] = command_for(r, thrust_of(r, wrench));
  }
  return commands;
}

bool within_limits(const RotorAllocation& a, Eigen::Index rotors, const Vector& wrench) {
  for (Eigen::Index i = 0; i < rotors; ++i) {
    const AllocatedRotor<double>& r = a.rotor[static_cast<std::size_t>(i)];
    const double thrust = thrust_of(r, wrench);
    if (!(thrust >= r.low && thrust <= r.high)) return false;
  }
  return true;
}

}  // namespace

std::optional<AllocatedTrim> allocated_trim(const MultirotorModel& model,
                                            const RotorAllocation& allocation,
                                            const Eigen::Vector3d& velocity_m_s) {
  const double weight = model.vehicle().mass_kg * model.gravity_m_s2();
  const Eigen::Index rotors = model.rotors();
  Vector x(6), scale(6);  // wrench, roll, pitch
  x << weight, 0, 0, 0, 0, 0;
  scale << weight, weight, weight, weight, 1, 1;
  AllocatedTrim found;
  for (const Eigen::Vector3d& velocity : approach(velocity_m_s)) {
    found.trim.residual = solve(x, scale, [&](const Vector& y) -> Vector {
      const Vector c = commands_of(allocation, rotors, y.head(4));
      return model.accelerations(model.settled(c, y[4], y[5], velocity), c);
    });
  }
  if (!(found.trim.residual <= solved) || !within_limits(allocation, rotors, x.head(4))) {
    return std::nullopt;
  }
  found.trim.commands = commands_of(allocation, rotors, x.head(4));
  found.trim.roll_rad = x[4], found.trim.pitch_rad = x[5];
  found.trim.velocity_m_s = velocity_m_s;
  found.wrench = {x[0], {x[1], x[2], x[3]}};
  return found;
}

}  // namespace montecopter
