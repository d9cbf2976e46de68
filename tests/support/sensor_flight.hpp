#pragma once
/// A body that moves as simply as can be, with sensors: readings are known in closed form.

#include <fmt/format.h>

#include <string>

#include "support/fly.hpp"

namespace montecopter {

struct SensorFlight {
  std::string sensors;       ///< tables below [sensors.s]
  std::string initial = {};  ///< of the state
  std::string environment = "gravity_m_s2 = 0\n";
  std::string rest = {};  ///< further tables
  double rate_hz = 100;
  std::int64_t steps = 100;
  int samples = 1;
  double command = 0;
  std::string motor = "{type = \"direct\", max = 1000}";
};

/// A body of 1 kg with an inertia of 0.01 kg m2 about every axis. Its rotor gives neither thrust
/// nor torque.
inline std::string to_scenario(const SensorFlight& f) {
  return fmt::format(R"(
schema = 1
name = "sensors"
[vehicle]
type = "multirotor"
mass_kg = 1
inertia_kg_m2 = {{xx = 0.01, yy = 0.01, zz = 0.01}}
[[vehicle.rotors]]
position_m = [0, 0, 0]
axis = [0, 0, -1]
spin = 1
law = {{type = "quadratic", thrust_n_s2 = 0, torque_n_m_s2 = 0}}
motor = {}
[controller]
type = "command_table"
rows = [[0, {}]]
[environment]
{}
[integrator]
type = "rk4"
rate_hz = {}
[simulation]
steps = {}
[simulation.initial]
{}
[output]
traces = "all"
signals = []
[monte_carlo]
samples = {}
seed = 20
{}
[sensors.s]
{}
)",
                     f.motor, f.command, f.environment, f.rate_hz, f.steps, f.initial, f.samples,
                     f.rest, f.sensors);
}

}  // namespace montecopter
