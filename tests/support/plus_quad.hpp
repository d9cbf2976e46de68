#pragma once
/// A quadrotor + of known figures, as scenario texts.

#include <fmt/format.h>

#include <string>

namespace montecopter {

/// Its motors are settled at the first commands.
struct PlusQuad {
  static constexpr double gravity = 9.81, mass = 1.3, arm = 0.2;
  static constexpr double jx = 0.011, jy = 0.013, jz = 0.021;

  std::string law = "{type = \"quadratic\", thrust_n_s2 = 5e-6, torque_n_m_s2 = 7e-8}";
  std::string motor = "{type = \"first_order\", time_constant_s = 0.05, max = 2000}";
  double drag_n_s_m = 0;
  std::string battery = "";                             ///< keys; none: no battery
  std::string commands = "[0, 900, 1000, 1100, 1200]";  ///< rows
  std::string controller = "";                          ///< keys; none: a table of the commands
  std::string integrator = "euler";
  double step_s = 0.001;
  int steps = 1000;
  std::string initial = "";
  std::string signals = "\"rotor_thrust\", \"rotor_torque\"";  ///< besides those of the motion
  std::string more = "";                                       ///< tables
};

inline std::string to_scenario(const PlusQuad& q) {
  const std::string battery = q.battery.empty() ? "" : "[vehicle.battery]\n" + q.battery;
  const std::string battery_signals =
      q.battery.empty() ? "" : ", \"battery_voltage\", \"battery_current\", \"state_of_charge\"";
  const std::string table = fmt::format("type = \"command_table\"\nrows = [{}]", q.commands);
  return fmt::format(R"(
schema = 1
name = "plus"
environment.gravity_m_s2 = {}
[vehicle]
type = "multirotor"
mass_kg = {}
inertia_kg_m2 = {{xx = {}, yy = {}, zz = {}}}
linear_drag_n_s_m = {}
[vehicle.rotor]
axis = [0, 0, -1]
law = {}
motor = {}
[[vehicle.rotors]]
position_m = [{a}, 0, 0]
spin = 1
[[vehicle.rotors]]
position_m = [0, {a}, 0]
spin = -1
[[vehicle.rotors]]
position_m = [-{a}, 0, 0]
spin = 1
[[vehicle.rotors]]
position_m = [0, -{a}, 0]
spin = -1
{}
[controller]
{}
[integrator]
type = "{}"
step_s = {}
[simulation]
steps = {}
[simulation.initial]
{}
[output]
traces = "all"
signals = ["position", "velocity", "body_rate", "command", {}{}]
[monte_carlo]
seed = 5
{}
)",
                     q.gravity, q.mass, q.jx, q.jy, q.jz, q.drag_n_s_m, q.law, q.motor, battery,
                     q.controller.empty() ? table : q.controller, q.integrator, q.step_s, q.steps,
                     q.initial, q.signals, battery_signals, q.more, fmt::arg("a", q.arm));
}

}  // namespace montecopter
