#pragma once
/// A body that does not move, or is pushed by the air alone, in winds of any type.

#include <fmt/format.h>

#include <string>

#include "support/fly.hpp"

namespace montecopter {

struct WindFlight {
  std::string winds;  ///< [[wind]] and [[disturbance]] tables
  double step_s = 0.01;
  std::int64_t steps = 100;
  int samples = 1;
  double drag_n_s_m = 0;
  std::string integrator = "euler";
  std::string initial = {};  ///< of the state
  std::string vehicle = {};  ///< more of it
  std::string rest = {};     ///< further tables
  std::string signals = "\"wind\", \"velocity\", \"body_rate\"";
};

/// A body of 2 kg with an inertia of 0.01, 0.02, 0.025 kg m2 without weight. Its rotor gives
/// neither thrust nor torque.
inline std::string to_scenario(const WindFlight& f) {
  return fmt::format(R"(
schema = 1
name = "wind"
[vehicle]
type = "multirotor"
mass_kg = 2
inertia_kg_m2 = {{xx = 0.01, yy = 0.02, zz = 0.025}}
linear_drag_n_s_m = {}
{}
[[vehicle.rotors]]
position_m = [0, 0, 0]
axis = [0, 0, -1]
spin = 1
law = {{type = "quadratic", thrust_n_s2 = 0, torque_n_m_s2 = 0}}
motor = {{type = "direct", max = 1000}}
[controller]
type = "command_table"
rows = [[0, 0]]
[environment]
gravity_m_s2 = 0
[integrator]
type = "{}"
step_s = {}
[simulation]
steps = {}
[simulation.initial]
{}
[output]
traces = "all"
signals = [{}]
[monte_carlo]
samples = {}
seed = 20
{}
{}
)",
                     f.drag_n_s_m, f.vehicle, f.integrator, f.step_s, f.steps, f.initial, f.signals,
                     f.samples, f.rest, f.winds);
}

}  // namespace montecopter
