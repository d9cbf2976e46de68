#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "dynamics/environment/environment.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/checks/shared.hpp"
#include "scenario/checks/validate.hpp"

namespace montecopter {

namespace {

std::string describe(const DampedOscillation& motion, double step_s) {
  const std::string spring = fmt::format("{:.3g} s per radian", 1 / motion.frequency_rad_s);
  if (motion.damping_1_s == 0) {
    return fmt::format("a step of {:.6g} s; without damping, the spring takes {}", step_s, spring);
  }
  return fmt::format("a step of {:.6g} s; the damping takes {:.3g} s, the spring {}", step_s,
                     1 / motion.damping_1_s, spring);
}

/// Suggestion for a step that does not suit a motion.
std::string advice(const DampedOscillation& motion, IntegratorKind kind, double step_s) {
  const double good = 0.5 * std::min(1 / motion.fastest_1_s(), stable_step_s(kind, motion));
  const std::string text = good > 0 ? fmt::format("Use a step of {:.3g} s or less", good)
                                    : std::string("Give damping_n_s_m");
  const bool rk4_would_do = !can_stand(motion, kind, step_s) &&
                            can_stand(motion, integrator_number<Rk4Integrator>, step_s);
  return rk4_would_do ? text + ", or use rk4" : text;
}

/// Checks that the step suits the fastest motion on the springs: up and down, or a rotation.
void check_stiffness(const DampedOscillation& motion, const Scenario& scenario, Report& report) {
  const auto kind = integrator_kind(scenario.integrator.type);
  const auto known_step = known_step_s(scenario.integrator, report);
  if (!kind || is_controlled(*kind) || !known_step) return;
  const double step = *known_step;
  const std::string path = "environment.ground", method = scenario.integrator.type;
  if (!can_stand(motion, *kind, step)) {
    report.error(path, fmt::format("{} is unstable for the vehicle on the ground", method),
                 describe(motion, step), advice(motion, *kind, step));
  } else if (step * motion.fastest_1_s() > 1) {
    report.warning(path, fmt::format("{} is inaccurate for the vehicle on the ground", method),
                   describe(motion, step), advice(motion, *kind, step));
  }
}

template <class G>
void check_contact(const G& ground, const Scenario& scenario, Report& report) {
  const auto [points, motion] = std::visit(
      [&](const auto& v) {
        return std::pair(v.contact_points.size(),
                         contact_motion(ground.linear(), v.mass_kg, v.inertia_kg_m2,
                                        v.contact_points, v.centre_of_mass_m));
      },
      *scenario.vehicle);
  if (points > 0) {
    check_stiffness(motion, scenario, report);
  } else if (report.clean("vehicle.contact_points")) {
    report.error("environment.ground", "the vehicle has no contact points",
                 fmt::format("a ground of type {} acts on them", G::type_name),
                 "Give [[vehicle.contact_points]] with position_m");
  }
}

}  // namespace

void validate_ground(const Scenario& scenario, Report& report) {
  if (!report.clean_above("environment.ground") || !report.clean_above("vehicle")) return;
  check_ground_effect(scenario, report);
  if_it_pushes(scenario.environment->ground,
               [&](const auto& ground) { check_contact(ground, scenario, report); });
}

}  // namespace montecopter
