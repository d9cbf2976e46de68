#pragma once
/// A body that does not move, or is pushed by the air alone, in winds of any type.

#include <fmt/format.h>

#include <string>

#include "support/fly.hpp"
#include "support/scenario_builder.hpp"

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

/// A body of 2 kg with an inertia of 0.01, 0.02, 0.025 kg m2 without weight.
inline std::string to_scenario(const WindFlight& f) {
  const std::string body = fmt::format(
      "mass_kg = 2\ninertia_kg_m2 = {{xx = 0.01, yy = 0.02, zz = 0.025}}\n"
      "linear_drag_n_s_m = {}\n{}",
      f.drag_n_s_m, f.vehicle);
  return ScenarioBuilder::body(body, "{type = \"direct\", max = 1000}", "0")
      .put(fmt::format("[integrator]\ntype = \"{}\"\nstep_s = {}\n", f.integrator, f.step_s))
      .put(fmt::format("[simulation]\nsteps = {}\n", f.steps))
      .put(fmt::format("[simulation.initial]\n{}\n", f.initial))
      .put(fmt::format("[output]\ntraces = \"all\"\nsignals = [{}]\n", f.signals))
      .put(fmt::format("[monte_carlo]\nsamples = {}\nseed = 20\n", f.samples))
      .add(f.rest)
      .add(f.winds)
      .text();
}

}  // namespace montecopter
