#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenario/validate.hpp"
#include "scenario/validate_shared.hpp"

namespace montecopter {

namespace {

/// What the springs have to hold.
struct Burden {
  double mass_kg, least_inertia_kg_m2;
  double reach2_m2;  ///< sum over the points of their squared distances from the centre of mass
  double points;
};

template <class V>
Burden burden_of(const V& vehicle) {
  const Inertia& j = vehicle.inertia_kg_m2;
  Burden load{vehicle.mass_kg, std::min({j.xx, j.yy, j.zz}), 0,
              static_cast<double>(vehicle.contact_points.size())};
  for (const ContactPoint& point : vehicle.contact_points) {
    const auto& r = point.position_m;
    load.reach2_m2 += r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
  }
  return load;
}

/// A step has to suit the fastest motion on the springs: up and down, or a rotation.
void check_stiffness(const SpringDamperGround& ground, const Burden& load, const Scenario& scenario,
                     Report& report) {
  const auto kind = integrator_kind(scenario.integrator.type);
  const auto known_step = known_step_s(scenario.integrator, report);
  if (!kind || is_controlled(*kind) || !known_step) return;
  const double step = *known_step;
  const double per_mass =
      std::max(load.points / load.mass_kg, load.reach2_m2 / load.least_inertia_kg_m2);
  const double damping = ground.damping_n_s_m * per_mass;               // 1/s
  const double frequency = std::sqrt(ground.stiffness_n_m * per_mass);  // rad/s
  const std::string path = "environment.ground";
  const double fastest = std::max(damping, frequency);
  const std::string why =
      fmt::format("a step of {:.6g} s; the damping takes {:.3g} s, the spring {:.3g} s per radian",
                  step, 1 / damping, 1 / frequency);
  const std::string suggestion = fmt::format("Step {:.3g} s or less", 0.5 / fastest);
  if (step >= stable_step_s(*kind, 1 / fastest)) {
    report.error(
        path, fmt::format("{} is unstable for the vehicle on the ground", scenario.integrator.type),
        why, suggestion);
  } else if (step * fastest > 1) {
    report.warning(
        path,
        fmt::format("{} is inaccurate for the vehicle on the ground", scenario.integrator.type),
        why, suggestion);
  }
}

}  // namespace

void validate_ground(const Scenario& scenario, Report& report) {
  if (!report.clean_above("environment.ground") || !report.clean_above("vehicle")) return;
  const auto* springy = std::get_if<SpringDamperGround>(&scenario.environment.ground);
  if (springy == nullptr) return;
  const Burden load =
      std::visit([](const auto& vehicle) { return burden_of(vehicle); }, scenario.vehicle);
  if (load.points > 0) {
    check_stiffness(*springy, load, scenario, report);
  } else if (report.clean("vehicle.contact_points")) {
    report.error("environment.ground", "the vehicle has nothing to stand on",
                 "a ground of type spring_damper pushes at the vehicle's contact points",
                 "Give [[vehicle.contact_points]] with position_m");
  }
}

}  // namespace montecopter
