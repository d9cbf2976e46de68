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

/// The unknowns of a hover, from which a trim is made: roll, pitch, and the servos. The states of
/// flapping blades follow.
constexpr int unknowns = 2 + static_cast<int>(helicopter_controls.size());
constexpr auto flapping_unknowns = std::ssize(flapping_states);

/// Calls use() with the equations of a vehicle, which depend on its blades.
template <class Use>
auto with_equations(Helicopter vehicle, const CalmAir& air, Use use) {
  vehicle.process_noise = {};
  vehicle.servos.advance = "continuous";  // what moves them does not matter in a hover
  const HelicopterConstants<double> constants = fold_helicopter(vehicle, 1.0);
  return vehicle.main_rotor.flapping
             ? use(HelicopterDynamics<double, CalmWorld, true>{constants, {air}})
             : use(HelicopterDynamics<double, CalmWorld>{constants, {air}});
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
  for (Eigen::Index i = unknowns; i < x.size(); ++i) {
    trim.flapping[static_cast<std::size_t>(i - unknowns)] = x[i];
  }
  return trim;
}

template <class Dynamics>
typename Dynamics::StateType state_at(const HelicopterTrim& trim) {
  typename Dynamics::StateType state{};
  state.set_attitude(tilted(trim.roll_rad, trim.pitch_rad));
  state.set_velocity({trim.velocity_m_s.x(), trim.velocity_m_s.y(), trim.velocity_m_s.z()});
  state.actuator(0) = trim.rotor_speed_rad_s;
  for (int i = 0; i < Dynamics::controls(); ++i) {
    state.actuator(1 + i) = trim.commands[static_cast<std::size_t>(i)];
  }
  for (int i = Dynamics::first_flapping; i < Dynamics::actuators; ++i) {
    state.actuator(i) = trim.flapping[static_cast<std::size_t>(i - Dynamics::first_flapping)];
  }
  return state;
}

template <class Dynamics>
typename Dynamics::StateType rates(const Dynamics& dynamics, const HelicopterTrim& trim,
                                   const typename Dynamics::StateType& state) {
  typename Dynamics::Input input;
  input.command = trim.commands;
  typename Dynamics::StateType rate;
  dynamics.derivative(state, input, rate);
  return rate;
}

/// v', omega', the acceleration of the main rotor, and the rates of flapping blades.
template <class Dynamics>
Eigen::VectorXd accelerations(const Dynamics& dynamics, const HelicopterTrim& trim) {
  const auto rate = rates(dynamics, trim, state_at<Dynamics>(trim));
  const Vec3<double> a = rate.velocity(), w = rate.body_rate();
  Eigen::VectorXd all(unknowns + Dynamics::actuators - Dynamics::first_flapping);
  all.head<unknowns>() << a.x, a.y, a.z, w.x, w.y, w.z, rate.actuator(0);
  for (int i = Dynamics::first_flapping; i < Dynamics::actuators; ++i) {
    all[unknowns + i - Dynamics::first_flapping] = rate.actuator(i);
  }
  return all;
}

/// State of a vehicle as one vector, and back.
template <class Dynamics>
Eigen::VectorXd vector_of(const typename Dynamics::StateType& state) {
  return Eigen::VectorXd::Map(state.x.data(), Dynamics::size());
}
template <class Dynamics>
typename Dynamics::StateType state_of(const Eigen::VectorXd& x) {
  typename Dynamics::StateType state;
  Eigen::VectorXd::Map(state.x.data(), Dynamics::size()) = x;
  return state;
}

template <class Dynamics>
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
  const OperatingPoint& near = vehicle.operating_points.first_hover;
  const SecondOperatingPoint& other = vehicle.operating_points.second_hover;
  const bool flaps = vehicle.main_rotor.flapping.has_value();
  const Eigen::Index all = unknowns + (flaps ? flapping_unknowns : 0);
  Eigen::VectorXd x = Eigen::VectorXd::Zero(all), scale = Eigen::VectorXd::Ones(all);
  x.head<unknowns>() << near.roll_rad, 0, near.collective, 0, 0, near.tail, near.throttle;
  // Cyclic pitch is counted as collective pitch is.
  const double pitch = std::max(std::fabs(near.collective), std::fabs(other.collective));
  scale.head<unknowns>() << 1, 1, pitch, pitch, pitch, std::fabs(near.tail), near.throttle;
  if (flaps) {
    x[all - 1] = hover_inflow_m_s(vehicle, hover_loads(vehicle, near.roll_rad).lift_n);
    scale[all - 1] = x[all - 1];
  }
  return with_equations(vehicle, air, [&](const auto& dynamics) -> std::optional<HelicopterTrim> {
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
  });
}

std::vector<std::complex<double>> helicopter_modes(const Helicopter& vehicle, const CalmAir& air,
                                                   const HelicopterTrim& trim) {
  return with_equations(vehicle, air, [&]<class Dynamics>(const Dynamics& dynamics) {
    return modes(vector_of<Dynamics>(state_at<Dynamics>(trim)), [&](const Eigen::VectorXd& x) {
      return vector_of<Dynamics>(rates(dynamics, trim, state_of<Dynamics>(x)));
    });
  });
}

LinearModel linear_model(const Helicopter& vehicle, const CalmAir& air,
                         const HelicopterTrim& trim) {
  return with_equations(vehicle, air, [&]<class Dynamics>(const Dynamics& dynamics) {
    const auto controls = std::ssize(trim.commands);
    TrimPoint point{vector_of<Dynamics>(state_at<Dynamics>(trim)),
                    Eigen::VectorXd::Map(trim.commands.data(), controls),
                    air.gravity_m_s2,
                    {"rotor_speed"},
                    {}};
    for (const std::string_view control : helicopter_controls) {
      point.actuators.push_back("servo." + std::string(control));
      point.controls.push_back("command." + std::string(control));
    }
    if (Dynamics::flaps) {
      point.actuators.insert(point.actuators.end(), flapping_states.begin(), flapping_states.end());
    }
    return linearise(point, [&](const Eigen::VectorXd& x, const Eigen::VectorXd& commands) {
      HelicopterTrim moved = trim;
      Eigen::VectorXd::Map(moved.commands.data(), controls) = commands;
      return vector_of<Dynamics>(rates(dynamics, moved, state_of<Dynamics>(x)));
    });
  });
}

std::array<double, helicopter_limit_count> exceeded_limits(const Helicopter& vehicle,
                                                           const CalmAir& air,
                                                           const HelicopterTrim& trim) {
  return with_equations(vehicle, air, [&]<class Dynamics>(const Dynamics& dynamics) {
    const auto state = state_at<Dynamics>(trim);
    auto exceeded = dynamics.exceeded_limits(state);
    exceeded[vortex_ring_place] = dynamics.in_vortex_ring(state);
    return exceeded;
  });
}

std::array<Load<double>, 2> helicopter_loads(const Helicopter& vehicle, const CalmAir& air,
                                             const HelicopterTrim& trim) {
  return with_equations(vehicle, air, [&]<class Dynamics>(const Dynamics& dynamics) {
    const auto at = state_at<Dynamics>(trim);
    return std::array<Load<double>, 2>{dynamics.rotor_load(0, at, {}),
                                       dynamics.rotor_load(1, at, {})};
  });
}

}  // namespace montecopter
