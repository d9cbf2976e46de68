#include <fmt/format.h>

#include "dynamics/vehicles/flapping_rotor.hpp"
#include "dynamics/vehicles/helicopter_setup.hpp"
#include "dynamics/vehicles/rigid_body_setup.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/checks/shared.hpp"
#include "scenario/checks/validate.hpp"

namespace montecopter {

namespace {

const std::string points_path = "vehicle.operating_points";

template <class Rotor>
void check_radii(const Rotor& rotor, const std::string& path, Report& report) {
  if (!report.clean(path)) return;
  check_limits(path, "inner_radius_m", rotor.inner_radius_m, "outer_radius_m", rotor.outer_radius_m,
               report);
}

/// Checks the two hovers that give lift and drag at two pitches: lift by the pitch, drag by its
/// square.
void check_main_pitch(const OperatingPoints& points, Report& report) {
  const double first = points.first_hover.collective, second = points.second_hover.collective;
  const std::string path = points_path + ".second_hover.collective";
  if (first == second) {
    report.error(path, fmt::format("both operating points have the collective pitch {}", first),
                 "lift and drag follow from hovers at two pitches",
                 "Give a hover at another rotor speed");
  } else if (first == -second) {
    report.error(
        path,
        fmt::format("the operating points have the collective pitches {} and {}", first, second),
        "drag depends on the square of the pitch, which is the same in both");
  }
}

void check_tail_pitch(const OperatingPoints& points, Report& report) {
  if (points.first_hover.tail == 0) {
    report.error(points_path + ".first_hover.tail", "'" + points_path + ".first_hover.tail' is 0",
                 "it determines lift and drag per pitch of the tail rotor",
                 "Count the tail pitch from zero pitch");
  } else if (points.second_hover.tail == points.first_hover.tail) {
    report.error(
        points_path + ".second_hover.tail",
        fmt::format("both operating points have the tail pitch {}", points.first_hover.tail),
        "the lift follows from hovers at two pitches",
        "Remove the second one if the blades are symmetric");
  }
}

/// Checks that the hovers do not imply a negative drag, which would drive the rotor.
void check_drag(const BladeCoefficients& blades, Report& report) {
  if (blades.drag_0 >= 0 && blades.drag_2 >= 0) return;
  report.warning(points_path,
                 fmt::format("the drag of the main rotor is negative {}",
                             blades.drag_0 < 0 ? "at zero pitch" : "in the square of the pitch"),
                 fmt::format("K_1 = {:.6g} and K_2 = {:.6g} follow from the operating points",
                             blades.drag_0, blades.drag_2),
                 "Check roll_rad and collective: the torque follows from the bank angle");
}

void check_points(const Helicopter& vehicle, Report& report) {
  if (!report.clean(points_path)) return;
  check_main_pitch(vehicle.operating_points, report);
  check_tail_pitch(vehicle.operating_points, report);
  const bool has_rotors = report.clean("vehicle.main_rotor") && report.clean("vehicle.tail_rotor");
  if (has_rotors && report.clean(points_path)) check_drag(main_blades(vehicle), report);
}

void check_servos(const Servos& servos, Report& report) {
  const auto low = servos.lowest(), high = servos.highest();
  const std::string path = "vehicle.servos";
  for (std::size_t i = 0; i < low.size(); ++i) {
    const std::string servo(helicopter_controls[i]), min = servo + "_min", max = servo + "_max";
    if (!low[i] || !high[i]) continue;
    if (!report.clean(path + "." + min) || !report.clean(path + "." + max)) continue;
    check_limits(path, min, *low[i], max, *high[i], report);
  }
}

/// Checks that the step suits the servos. With a controlled integrator, this applies if the servos
/// move at the end of the step.
void check_step(const Servos& servos, const Integrator& integrator, Report& report) {
  const std::string path = "vehicle.servos.time_constant_s";
  const auto kind = integrator_kind(integrator.type);
  const auto step = known_step_s(integrator, report);
  if (!kind || !step || !report.clean("vehicle.servos")) return;
  const bool is_continuous = moves_continuously(servos);
  if (is_continuous && is_controlled(*kind)) return;
  const std::string_view method =
      is_continuous ? std::string_view(integrator.type) : servos.advance;
  check_lag({"servo", method, servos.time_constant_s, stable_servo_step_s(servos, *kind)}, *step,
            path, report);
}

/// Checks that a disc that flaps can turn the body: by springs, hinges, or the height of its
/// thrust.
void check_hub_moment(const Helicopter& vehicle, Report& report) {
  const std::string path = "vehicle.main_rotor.flapping";
  if (!vehicle.main_rotor.flapping || !report.clean("vehicle.main_rotor")) return;
  if (!report.clean("vehicle.centre_of_mass_m")) return;
  const Flapping& flapping = *vehicle.main_rotor.flapping;
  const double height = -frame_signs(vehicle.frame)[2] *
                        lever_arm(vehicle.main_rotor.position_m, vehicle.centre_of_mass_m)[2];
  if (flapping.hinge_offset > 0 || flapping.hub_stiffness_n_m_rad > 0 || height > 0) return;
  report.warning(
      path, "the tilt of the main rotor does not turn the vehicle",
      "hinge_offset and hub_stiffness_n_m_rad are 0, and the hub is not above the centre "
      "of mass",
      "Give one of them, or the height of the hub in main_rotor.position_m");
}

/// Checks that the step suits flapping blades and inflow in the first hover.
void check_flapping_step(const Helicopter& vehicle, const Integrator& integrator, Report& report) {
  const std::string path = "vehicle.main_rotor.flapping.lock_number";
  const auto kind = integrator_kind(integrator.type);
  const auto step = known_step_s(integrator, report);
  if (!vehicle.main_rotor.flapping || !kind || !step || is_controlled(*kind)) return;
  if (!report.clean("vehicle.main_rotor") || !report.clean(points_path)) return;
  const FlappingMotion motion =
      flapping_motion(vehicle, vehicle.operating_points.first_hover.rotor_speed_rad_s);
  check_lag({"flapping", integrator.type, 1.0 / motion.eigenvalue_1_s,
             stable_flapping_step_s(vehicle, *kind)},
            *step, path, report);
  const double time_constant_s = 1.0 / inflow_pole_1_s(vehicle);
  check_lag({"inflow", integrator.type, time_constant_s, stable_step_s(*kind, time_constant_s)},
            *step, path, report);
}

void check_actuators(const Helicopter& vehicle, const InitialState& initial, Report& report) {
  const std::string path = "simulation.initial.actuators";
  const bool flaps = vehicle.main_rotor.flapping.has_value();
  const std::size_t given = initial.actuators.size(), states = 1 + helicopter_controls.size();
  if (initial.actuators.empty() || !report.clean(path)) return;
  if (given != states && !(flaps && given == states + flapping_states.size())) {
    report.error(path, fmt::format("{} initial actuators for a helicopter", given),
                 fmt::format("give the speed of the main rotor and 5 servos{}, or none to use the "
                             "speed of the first operating point and the first row of commands",
                             flaps ? " (with or without 2 flapping angles and the induced "
                                     "velocity)"
                                   : ""));
  } else if (initial.actuators[0] < 0) {
    report.error(path, fmt::format("the main rotor starts at {} rad/s", initial.actuators[0]),
                 "it cannot turn backwards");
  }
}

}  // namespace

void validate_vehicle(const Helicopter& vehicle, const Scenario& scenario, Report& report) {
  if (!report.clean_above("vehicle")) return;
  check_inertia(vehicle.inertia_kg_m2, report);
  check_radii(vehicle.main_rotor, "vehicle.main_rotor", report);
  check_radii(vehicle.tail_rotor, "vehicle.tail_rotor", report);
  check_points(vehicle, report);
  check_servos(vehicle.servos, report);
  check_contact_points(vehicle.contact_points, report);
  check_battery(vehicle.battery, report);
  check_battery_of_engine(vehicle, report);
  check_step(vehicle.servos, scenario.integrator, report);
  check_hub_moment(vehicle, report);
  check_flapping_step(vehicle, scenario.integrator, report);
  check_actuators(vehicle, scenario.simulation.initial, report);
}

}  // namespace montecopter
