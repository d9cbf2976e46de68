#pragma once
/// A body that moves as simply as can be, with sensors: readings are known in closed form.

#include <fmt/format.h>

#include <string>

#include "support/fly.hpp"
#include "support/scenario_builder.hpp"

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

/// A body of 1 kg with an inertia of 0.01 kg m2 about every axis.
inline std::string to_scenario(const SensorFlight& f) {
  return ScenarioBuilder::body("mass_kg = 1\ninertia_kg_m2 = {xx = 0.01, yy = 0.01, zz = 0.01}",
                               f.motor, fmt::format("{}", f.command))
      .put("[environment]\n" + f.environment)
      .put(fmt::format("[integrator]\ntype = \"rk4\"\nrate_hz = {}\n", f.rate_hz))
      .put(fmt::format("[simulation]\nsteps = {}\n", f.steps))
      .put(fmt::format("[simulation.initial]\n{}\n", f.initial))
      .put("[output]\ntraces = \"all\"\nsignals = []\n")
      .put(fmt::format("[monte_carlo]\nsamples = {}\nseed = 20\n", f.samples))
      .add(f.rest)
      .add("[sensors.s]\n" + f.sensors)
      .text();
}

}  // namespace montecopter
