#pragma once
/// A quadrotor + of known figures, as scenario texts.

#include <fmt/format.h>

#include <array>
#include <string>

#include "support/scenario_builder.hpp"

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

/// [vehicle] and its rotors, of which `a` is the arm.
inline std::string vehicle_of(const PlusQuad& q) {
  std::string text = fmt::format(
      "[vehicle]\ntype = \"multirotor\"\nmass_kg = {}\n"
      "inertia_kg_m2 = {{xx = {}, yy = {}, zz = {}}}\nlinear_drag_n_s_m = {}\n"
      "[vehicle.rotor]\naxis = [0, 0, -1]\nlaw = {}\nmotor = {}\n",
      q.mass, q.jx, q.jy, q.jz, q.drag_n_s_m, q.law, q.motor);
  constexpr std::array<std::array<int, 3>, 4> rotors = {
      {{1, 0, 1}, {0, 1, -1}, {-1, 0, 1}, {0, -1, -1}}};  // north, east, spin
  for (const auto& [x, y, spin] : rotors) {
    text += fmt::format("[[vehicle.rotors]]\nposition_m = [{}, {}, 0]\nspin = {}\n", x * q.arm,
                        y * q.arm, spin);
  }
  return q.battery.empty() ? text : text + "[vehicle.battery]\n" + q.battery + "\n";
}

inline std::string to_scenario(const PlusQuad& q) {
  const std::string battery_signals =
      q.battery.empty() ? "" : ", \"battery_voltage\", \"battery_current\", \"state_of_charge\"";
  const std::string table = fmt::format("type = \"command_table\"\nrows = [{}]", q.commands);
  return ScenarioBuilder::empty()
      .put(fmt::format("[environment]\ngravity_m_s2 = {}\n", q.gravity))
      .put(vehicle_of(q))
      .put(fmt::format("[controller]\n{}\n", q.controller.empty() ? table : q.controller))
      .put(fmt::format("[integrator]\ntype = \"{}\"\nstep_s = {}\n", q.integrator, q.step_s))
      .put(fmt::format("[simulation]\nsteps = {}\n", q.steps))
      .put(fmt::format("[simulation.initial]\n{}\n", q.initial))
      .put(fmt::format("[output]\ntraces = \"all\"\nsignals = [\"position\", \"velocity\", "
                       "\"body_rate\", \"command\", {}{}]\n",
                       q.signals, battery_signals))
      .put("[monte_carlo]\nseed = 5\n")
      .add(q.more)
      .text();
}

}  // namespace montecopter
