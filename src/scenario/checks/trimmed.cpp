/// Checks that no key gives a value that a trimmed start finds by itself.

#include <fmt/format.h>

#include <array>
#include <string>

#include "core/fields/paths.hpp"
#include "dynamics/controllers/controller.hpp"
#include "dynamics/distributions/distribution.hpp"
#include "scenario/checks/validate.hpp"
#include "scenario/derived/controls.hpp"

namespace montecopter {
namespace {

constexpr const char* of_trim = "a trimmed start takes it from steady flight";

/// Checks the attitude: a trim keeps only its heading, and only if no trajectory has one.
void check_trimmed_attitude(const Scenario& scenario, Report& report) {
  const std::string path = "simulation.initial.attitude";
  const auto& q = scenario.simulation.initial.attitude;
  const bool follows =
      loop_timing(*scenario.controller) != nullptr && set_points(*scenario.controller) == nullptr;
  if (follows && q != std::array<double, 4>{1, 0, 0, 0}) {
    report.error(path, "an attitude is given for a trimmed start",
                 std::string(of_trim) + ", and the heading from the trajectory",
                 "Remove the attitude, or trimmed");
  } else if (!follows && (q[1] != 0 || q[2] != 0)) {
    report.error(path, "a tilted attitude is given for a trimmed start",
                 std::string(of_trim) + " and keeps only the heading",
                 "Give a rotation about the vertical, [w, 0, 0, z], or remove trimmed");
  }
}

}  // namespace

void validate_trimmed(const Scenario& scenario, Report& report) {
  const InitialState& initial = scenario.simulation.initial;
  const std::string at = "simulation.initial.";
  if (!initial.trimmed || !report.clean("simulation.initial") || !report.clean("controller"))
    return;
  if (scenario.recorded) {
    report.error(at + "trimmed", "a recorded flight starts from its log and has no trim",
                 "the log gives attitude and body rates", "Remove trimmed");
    return;
  }
  check_trimmed_attitude(scenario, report);
  if (initial.body_rate_rad_s != std::array<double, 3>{0, 0, 0}) {
    report.error(at + "body_rate_rad_s", "body rates are given for a trimmed start",
                 "steady flight has none", "Remove them, or trimmed");
  }
  if (!initial.actuators.empty()) {
    report.error(at + "actuators", "initial actuators are given for a trimmed start", of_trim,
                 "Remove them, or trimmed");
  }
  const auto refuse = [&](const std::string& table, const std::string& path) {
    for (const char* key : {"attitude", "body_rate_rad_s", "actuators"}) {
      if (path != at + key && !path.starts_with(at + key + ".")) continue;
      report.error(append_path(table, path), fmt::format("'{}' varies in trimmed starts", path),
                   of_trim, fmt::format("Remove it, or '{}trimmed'", at));
    }
  };
  for (const auto& [path, distribution] : scenario.disperse) refuse("disperse", path);
  for (const auto& [path, axis] : scenario.sweep) refuse("sweep", path);
}

}  // namespace montecopter
