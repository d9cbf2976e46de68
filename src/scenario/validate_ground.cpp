#include <fmt/format.h>

#include <utility>

#include "dynamics/environment/environment.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/validate.hpp"
#include "scenario/validate_shared.hpp"

namespace montecopter {

namespace {

/// A step has to suit the fastest motion on the springs: up and down, or a rotation.
void check_stiffness(const ContactMotion& motion, const Scenario& scenario, Report& report) {
  const auto kind = integrator_kind(scenario.integrator.type);
  const auto known_step = known_step_s(scenario.integrator, report);
  if (!kind || is_controlled(*kind) || !known_step) return;
  const double step = *known_step;
  const double fastest = motion.fastest_1_s();
  const std::string path = "environment.ground";
  const std::string why =
      fmt::format("a step of {:.6g} s; the damping takes {:.3g} s, the spring {:.3g} s per radian",
                  step, 1 / motion.damping_1_s, 1 / motion.frequency_rad_s);
  const std::string suggestion = fmt::format("Step {:.3g} s or less", 0.5 / fastest);
  if (!can_stand(motion, *kind, step)) {
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

template <class G>
void check_contact(const G& ground, const Scenario& scenario, Report& report) {
  const auto [points, motion] = std::visit(
      [&](const auto& v) {
        return std::pair(
            v.contact_points.size(),
            contact_motion(ground.linear(), v.mass_kg, v.inertia_kg_m2, v.contact_points));
      },
      *scenario.vehicle);
  if (points > 0) {
    check_stiffness(motion, scenario, report);
  } else if (report.clean("vehicle.contact_points")) {
    report.error(
        "environment.ground", "the vehicle has nothing to stand on",
        fmt::format("a ground of type {} pushes at the vehicle's contact points", G::type_name),
        "Give [[vehicle.contact_points]] with position_m");
  }
}

}  // namespace

void validate_ground(const Scenario& scenario, Report& report) {
  if (!report.clean_above("environment.ground") || !report.clean_above("vehicle")) return;
  if_it_pushes(scenario.environment->ground,
               [&](const auto& ground) { check_contact(ground, scenario, report); });
}

}  // namespace montecopter
