#include "vehicle/performance/touchdown.hpp"

#include <fmt/format.h>

#include <optional>

#include "dynamics/environment/environment.hpp"
#include "dynamics/grounds/ground_setup.hpp"
#include "dynamics/trajectories/path_setup.hpp"
#include "vehicle/performance/can_hover.hpp"

namespace montecopter {
namespace {

/// Time at which a trajectory that begins above the ground reaches it [s].
std::optional<double> touches_ground(const Scenario& scenario, double duration_s) {
  if (!scenario.trajectory) return std::nullopt;
  constexpr int intervals = 500;
  const auto points = points_along(*scenario.trajectory, duration_s, intervals);
  for (int k = 0; k <= intervals; ++k) {
    const Vec3<double>& p_W = points[k].position;
    if (p_W.z < ground_z_at(scenario.environment->ground, p_W.x, p_W.y)) continue;
    if (k == 0) return std::nullopt;
    return duration_s * k / intervals;
  }
  return std::nullopt;
}

}  // namespace

std::string touchdown_remedy() {
  return "Remove the limit, and set simulation.end to \"touchdown\", or environment.ground.type to "
         "\"sih2019\" or \"sih2022\", which stop the vehicle there, or to \"spring_damper\", which "
         "pushes it";
}

std::vector<Problem> touchdown_problems(const Scenario& scenario, double duration_s) {
  if (!scenario.simulation.limits.ground) return {};
  Problem problem{
      .where = "simulation.limits.ground",
      .what = "every touchdown counts as a failure, and no requirement or metric judges it",
      .why = {},
      .suggestion = touchdown_remedy(),
      .is_warning = true};
  if (!can_hover_to_the_end(scenario)) {
    problem.why = "the remaining rotors cannot hold the vehicle";
  } else if (const auto at_s = touches_ground(scenario, duration_s)) {
    problem.why = fmt::format("the trajectory reaches the ground at {:.4g} s", *at_s);
  } else {
    return {};
  }
  return {problem};
}

}  // namespace montecopter
