#include "dynamics/linear/control_authority.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "core/numerics/linear_program.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"

namespace montecopter {
namespace {

/// Thrust and torque of a rotor at rest.
struct ThrustRange {
  Load<double> lowest, highest;  ///< of thrust
};

/// Thrust need not grow with the command (a reversed rotor, a polynomial that falls again): it is
/// looked at on a grid.
ThrustRange thrust_range(const MultirotorModel& model, int rotor) {
  constexpr int parts = 64;
  const Eigen::VectorXd low = model.lowest_commands(), range = model.highest_commands() - low;
  const auto at = [&](int k) {
    const Eigen::VectorXd c = low + double(k) / parts * range;
    return model.load(rotor, model.settled(c, 0, 0, Eigen::Vector3d::Zero()), c);
  };
  ThrustRange found{at(0), at(0)};
  for (int k = 1; k <= parts; ++k) {
    const Load<double> load = at(k);
    if (load.thrust < found.lowest.thrust) found.lowest = load;
    if (load.thrust > found.highest.thrust) found.highest = load;
  }
  return found;
}

/// Effects of rotors between their lowest (0) and their highest thrust (1). Rows: thrust along body
/// up over the weight, and angular acceleration about x, y, z.
struct Effects {
  Eigen::Matrix<double, 4, Eigen::Dynamic> slopes;
  Eigen::Vector4d lowest;  ///< of all rotors together
};

Eigen::Vector3d in_body(const std::array<double, 3>& a, const std::array<double, 3>& signs) {
  return {signs[0] * a[0], signs[1] * a[1], signs[2] * a[2]};
}

Effects effects_of(const MultirotorModel& model, const std::vector<double>& effectiveness) {
  const Multirotor& vehicle = model.vehicle();
  const auto signs = frame_signs(vehicle.frame);
  const double weight = vehicle.mass_kg * model.gravity_m_s2();
  Effects effects{{}, Eigen::Vector4d::Zero()};
  effects.slopes.setZero(4, model.rotors());
  for (int i = 0; i < model.rotors(); ++i) {
    const double left = effectiveness[static_cast<std::size_t>(i)];
    if (left == 0) continue;
    const Eigen::Vector3d n = in_body(vehicle.rotors[i].axis, signs).normalized();
    const auto effect = [&](const Load<double>& load) -> Eigen::Vector4d {
      const Eigen::Vector3d alpha = angular_acceleration(vehicle, rotor_moment(vehicle, i, load));
      return {-n.z() * load.thrust / weight, alpha.x(), alpha.y(), alpha.z()};
    };
    const ThrustRange range = thrust_range(model, i);
    effects.lowest += left * effect(range.lowest);
    effects.slopes.col(i) = left * (effect(range.highest) - effect(range.lowest));
  }
  return effects;
}

constexpr int lift_row = 0, roll_row = 1, pitch_row = 2, yaw_row = 3;

/// Both ends of one row with the others held at their values in a hover.
AuthorityLimits limits_of(const Effects& effects, int row, const std::vector<int>& held) {
  const Eigen::Index n = effects.slopes.cols();
  LinearProgram p{{}, {}, {}, Eigen::VectorXd::Zero(n), Eigen::VectorXd::Ones(n)};
  p.equations.resize(std::ssize(held), n);
  p.values.resize(p.equations.rows());
  for (std::size_t k = 0; k < held.size(); ++k) {
    p.equations.row(k) = effects.slopes.row(held[k]);
    p.values[k] = (held[k] == lift_row ? 1.0 : 0.0) - effects.lowest[held[k]];
  }
  AuthorityLimits limits;
  for (const double way : {-1.0, 1.0}) {
    p.objective = way * effects.slopes.row(row).transpose();
    const auto x = maximised(p);
    if (!x) return {};
    const double end = effects.slopes.row(row).dot(*x) + effects.lowest[row];
    (way > 0 ? limits.highest : limits.lowest) = end;
  }
  // What is but rounding must not turn the ends around.
  limits.highest = std::fmax(limits.lowest, limits.highest);
  return limits;
}

}  // namespace

Eigen::Vector3d rotor_moment(const Multirotor& vehicle, int rotor, const Load<double>& load) {
  const auto signs = frame_signs(vehicle.frame);
  const Rotor& r = vehicle.rotors[static_cast<std::size_t>(rotor)];
  const Eigen::Vector3d at = in_body(lever_arm(r.position_m, vehicle.centre_of_mass_m), signs);
  const Eigen::Vector3d n = in_body(r.axis, signs).normalized();
  return load.thrust * at.cross(n) - static_cast<double>(r.spin) * load.torque * n;
}

Eigen::Vector3d angular_acceleration(const Multirotor& vehicle, const Eigen::Vector3d& moment) {
  const Symmetric3<double> inverse_inertia =
      inverse(inertia_tensor(vehicle.inertia_kg_m2, frame_signs(vehicle.frame)));
  const Vec3<double> alpha = inverse_inertia * Vec3<double>{moment.x(), moment.y(), moment.z()};
  return {alpha.x, alpha.y, alpha.z};
}

double AuthorityLimits::both_ways() const { return std::fmax(0.0, std::fmin(-lowest, highest)); }

bool Authority::holds_hover(bool yaw_counts) const {
  // Rounding of the linear programs is below this, as a fraction of the whole range.
  constexpr double inside = 1e-6;
  const auto is_inside = [&](const AuthorityLimits& r, double at) {
    return r.exists() && std::fmin(r.highest - at, at - r.lowest) > inside * (r.highest - r.lowest);
  };
  return is_inside(thrust_to_weight, 1) && is_inside(roll_rad_s2, 0) &&
         is_inside(pitch_rad_s2, 0) && (!yaw_counts || is_inside(yaw_rad_s2, 0));
}

AuthorityOfRotors control_authority(const MultirotorModel& model, std::optional<int> failed) {
  std::vector<double> effectiveness(static_cast<std::size_t>(model.rotors()), 1.0);
  if (failed) effectiveness[static_cast<std::size_t>(*failed)] = 0;
  return control_authority(model, effectiveness);
}

AuthorityOfRotors control_authority(const MultirotorModel& model,
                                    const std::vector<double>& effectiveness) {
  const Effects effects = effects_of(model, effectiveness);
  AuthorityOfRotors a;
  a.heading_held = {limits_of(effects, roll_row, {lift_row, pitch_row, yaw_row}),
                    limits_of(effects, pitch_row, {lift_row, roll_row, yaw_row}),
                    limits_of(effects, yaw_row, {lift_row, roll_row, pitch_row}),
                    limits_of(effects, lift_row, {roll_row, pitch_row, yaw_row})};
  a.yaw_free = {limits_of(effects, roll_row, {lift_row, pitch_row}),
                limits_of(effects, pitch_row, {lift_row, roll_row}),
                {},
                limits_of(effects, lift_row, {roll_row, pitch_row})};
  return a;
}

}  // namespace montecopter
