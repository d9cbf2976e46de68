#pragma once
/// A small sound scenario for the tests to break.

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "scenario/load.hpp"

namespace montecopter {

/// Line numbers count from the line of `schema`. Line 5 is [vehicle].
inline const std::string small_scenario = R"(schema = 1
name = "small"
[environment]
gravity_m_s2 = 9.81
[vehicle]
type = "multirotor"
mass_kg = 1.0
inertia_kg_m2 = {xx = 0.01, yy = 0.01, zz = 0.015}
[vehicle.process_noise]
rate_hz = 500
[vehicle.rotor]
axis = [0, 0, -1]
law = {type = "signed_quadratic", thrust_n_s2 = 2e-6, torque_n_m_s2 = 3e-8}
motor = {type = "first_order", time_constant_s = 0.02, max = 2000}
[[vehicle.rotors]]
position_m = [0.1, 0.1, 0]
spin = 1
[[vehicle.rotors]]
position_m = [-0.1, -0.1, 0]
spin = -1
[[wind]]
type = "steady"
to_m_s = [1, 0, 0]
[controller]
type = "command_table"
rows = [[0, 1000, 1000], [0.5, 1100, 900]]
[integrator]
type = "rk4"
rate_hz = 1000
[simulation]
duration_s = 2
[simulation.initial]
position_m = [0, 0, -3]
[output]
signals = ["position", "rotor_speed"]
rate_hz = 100
traces = "first:2"
[monte_carlo]
samples = 10
[disperse."vehicle.mass_kg"]
dist = "uniform"
low = 0.9
high = 1.1
)";

/// The text with one occurrence of `from` replaced.
inline std::string with(const std::string& from, const std::string& to,
                        std::string text = small_scenario) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

inline LoadedScenario load(const std::string& text,
                           const std::vector<std::string>& overrides = {}) {
  return load_scenario_text(text, "small.toml", MONTECOPTER_SCENARIOS, overrides);
}

/// The error message of a scenario that must not load; empty if it does.
inline std::string complaint(const std::string& text,
                             const std::vector<std::string>& overrides = {}) {
  try {
    load(text, overrides);
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::usage);
    return error.what();
  }
  return {};
}

inline std::size_t count_lines(const std::string& text) {
  std::size_t lines = text.empty() ? 0 : 1;
  for (const char c : text) lines += c == '\n' ? 1 : 0;
  return lines;
}

}  // namespace montecopter
