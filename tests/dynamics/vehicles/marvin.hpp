#pragma once
/// The MARVIN helicopter as its document and docs/models.md 1.5 give it, in still air or in an
/// isothermal atmosphere of our own, stepped by a Runge-Kutta of our own.

#include <toml++/toml.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "dynamics/vehicles/helicopter_dynamics.hpp"
#include "dynamics/vehicles/helicopter_setup.hpp"
#include "dynamics/vehicles/specific_force.hpp"
#include "physics/csv.hpp"

namespace montecopter {

/// Appendix A of the document, the second operating point and the tail torque of models.md.
inline Helicopter marvin() {
  Helicopter v;
  v.frame = "NWU/FLU";
  v.mass_kg = 11;
  v.inertia_kg_m2.xx = 0.6, v.inertia_kg_m2.yy = 1, v.inertia_kg_m2.zz = 1;
  v.main_rotor = {{0.019, 0.013, 0}, 0.1, 0.92, 0.184, {}};
  v.tail_rotor = {1.045, 85.0 / 15.0, 0.05, 0.17, 0.00029, 0.5};
  v.drive_inertia_kg_m2 = 0.1;
  v.body_drag_kg_m = {0.3, 0.3, 0.2};
  v.tail_drag_kg_m = 0.15;
  v.operating_points.mass_kg = 11;
  v.operating_points.first_hover = {120, 0.092, 1030, -205, 730, 0.2, 0.7};
  v.operating_points.second_hover = {130, 0.0998, 839, {}};
  v.servos.time_constant_s = 0.4;
  return v;
}

/// The atmosphere of equation 10, with the exponential of the C library: density falls with
/// altitude. Unlike the program's worlds it knows plain doubles only.
struct IsothermalWorld {
  double gravity_m_s2 = 9.81;
  double density_kg_m3 = 1.225, pressure_pa = 101325;  ///< at z = 0
  Vec3<double> to_m_s = {0, 0, 0};

  double gravity(double) const { return gravity_m_s2; }
  Air<double> air(double z) const {
    const double ratio = std::exp(density_kg_m3 * gravity_m_s2 * z / pressure_pa);
    return {density_kg_m3 * ratio, pressure_pa * ratio, 288.15};
  }
  const Vec3<double>& wind() const { return to_m_s; }
};

using MarvinDynamics = HelicopterDynamics<double, IsothermalWorld>;
using MarvinState = MarvinDynamics::StateType;

inline MarvinDynamics dynamics_of(const Helicopter& vehicle, const IsothermalWorld& world = {}) {
  return {fold_helicopter(vehicle, 1.0), world};
}

/// Specific force with this input [m/s2].
template <class Dynamics>
Vec3<typename Dynamics::S> felt(const Dynamics& dynamics, const typename Dynamics::StateType& state,
                                const typename Dynamics::Input& input) {
  typename Dynamics::StateType rate{};
  dynamics.derivative(state, input, rate);
  return specific_force(dynamics, state, rate);
}

/// x + h k, every component.
inline MarvinState moved(const MarvinState& x, double h, const MarvinState& k) {
  MarvinState sum;
  for (std::size_t i = 0; i < x.x.size(); ++i) sum.x[i] = x.x[i] + h * k.x[i];
  return sum;
}

inline MarvinState rates(const MarvinDynamics& vehicle, const MarvinDynamics::Input& input,
                         const MarvinState& x) {
  MarvinState rate;
  vehicle.derivative(x, input, rate);
  return rate;
}

/// One classical Runge-Kutta step as textbooks write it, and what follows a step.
inline void step(const MarvinDynamics& vehicle, double h, const MarvinDynamics::Input& input,
                 MarvinState& x) {
  const MarvinState k1 = rates(vehicle, input, x);
  const MarvinState k2 = rates(vehicle, input, moved(x, h / 2, k1));
  const MarvinState k3 = rates(vehicle, input, moved(x, h / 2, k2));
  const MarvinState k4 = rates(vehicle, input, moved(x, h, k3));
  for (std::size_t i = 0; i < x.x.size(); ++i) {
    x.x[i] += h / 6 * (k1.x[i] + 2 * k2.x[i] + 2 * k3.x[i] + k4.x[i]);
  }
  x.normalise_attitude();
  vehicle.after_step(h, input, x);
  vehicle.limit(x);
}

/// A flight of reference/models: initial state and commands, flipped to NED/FRD.
struct MarvinFlight {
  explicit MarvinFlight(const std::string& name)
      : sidecar(toml::parse_file(reference_path("models/" + name + ".toml"))) {
    const auto p = list("initial_state.position"), v = list("initial_state.velocity_world");
    const auto q = list("initial_state.quaternion_wxyz_body_to_world");
    const auto w = list("initial_state.body_rates"), wind = list("environment.wind");
    start.x = {p[0], -p[1], -p[2], v[0], -v[1], -v[2], q[0],
               q[1], -q[2], -q[3], w[0], -w[1], -w[2]};
    int k = rigid_body_size;
    for (const char* key : {"omega_r", "p_c", "p_x", "p_y", "p_t", "th"}) {
      start.x[k++] = number(std::string("initial_state.") + key);
    }
    world = {number("parameters.gravity"),
             number("parameters.rho_0"),
             number("parameters.p_0"),
             {wind[0], -wind[1], -wind[2]}};
    for (const toml::node& row : *sidecar.at_path("inputs.table").as_array()) {
      commands.push_back(numbers(row.as_array()));
    }
  }

  double number(const std::string& path) const {
    return sidecar.at_path(path).value<double>().value();
  }
  std::vector<double> list(const std::string& path) const {
    return numbers(sidecar.at_path(path).as_array());
  }
  /// The row of commands that holds from this time on.
  MarvinDynamics::Input input(double time) const {
    MarvinDynamics::Input input;
    for (const std::vector<double>& row : commands) {
      if (row[0] > time + 1e-9) break;
      for (std::size_t i = 0; i < input.command.size(); ++i) input.command[i] = row[1 + i];
    }
    return input;
  }

  toml::table sidecar;
  IsothermalWorld world;
  MarvinState start{};
  std::vector<std::vector<double>> commands;

 private:
  static std::vector<double> numbers(const toml::array* array) {
    std::vector<double> values;
    for (const toml::node& node : *array) values.push_back(node.value<double>().value());
    return values;
  }
};

/// Commands at which the servos stay where they are.
inline MarvinDynamics::Input holding(const MarvinState& state) {
  MarvinDynamics::Input input;
  for (int i = 0; i < 5; ++i) input.command[i] = state.actuator(1 + i);
  return input;
}

/// The hover of the reference flights, without the last digits of their trim.
inline MarvinState hovering() { return MarvinFlight("marvin_a").start; }

}  // namespace montecopter
