#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "dynamics/vehicles/multirotor_setup.hpp"
#include "scenario/validate.hpp"

namespace montecopter {

namespace {

std::string rotor_path(std::size_t i) { return "vehicle.rotors." + std::to_string(i); }

void check_frame(const std::string& frame, Report& report) {
  if (!report.clean("vehicle.frame") || frame == "NED/FRD" || frame == "NWU/FLU") return;
  report.error("vehicle.frame", fmt::format("unknown frame '{}'", frame), "",
               "Use \"NED/FRD\" (north-east-down, forward-right-down) or \"NWU/FLU\"");
}

/// A tensor that some mass distribution has: positive definite, and no principal moment larger
/// than the sum of the other two.
void check_inertia(const Inertia& j, Report& report) {
  const std::string path = "vehicle.inertia_kg_m2";
  if (!report.clean(path)) return;
  Eigen::Matrix3d matrix;
  matrix << j.xx, j.xy, j.xz, j.xy, j.yy, j.yz, j.xz, j.yz, j.zz;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(matrix, Eigen::EigenvaluesOnly);
  const Eigen::Vector3d moments = solver.eigenvalues();  // ascending
  const std::string found = fmt::format("its principal moments are {:.6g}, {:.6g} and {:.6g} kg m2",
                                        moments[0], moments[1], moments[2]);
  if (!is_positive_definite(j)) {
    const bool singular = moments[0] > -1e-12 * moments[2];
    report.error(
        path,
        singular ? "the inertia tensor is singular" : "the inertia tensor is not positive definite",
        found, "Check the size and the sign of xy, xz and yz");
  } else if (!obeys_triangle_inequality(j)) {
    report.error(path, "the inertia tensor breaks the triangle inequality",
                 found + "; no body has one larger than the sum of the others");
  }
}

void check_pose(const Rotor& rotor, const std::string& path, Report& report) {
  const double length = std::hypot(rotor.axis[0], rotor.axis[1], rotor.axis[2]);
  if (report.clean(path + ".axis") && length == 0) {
    report.error(path + ".axis", fmt::format("'{}.axis' is zero", path),
                 "it has to point along the positive thrust");
  }
  if (report.clean(path + ".spin") && rotor.spin != 1 && rotor.spin != -1) {
    const bool is_given = report.is_written(path + ".spin");
    report.error(path + ".spin",
                 fmt::format("{} '{}.spin'", is_given ? "0 is no" : "missing", path),
                 "which way the rotor turns is needed",
                 "Use 1 (right-handed about axis) or -1 (left-handed)");
  }
}

void check_motor(const Rotor& rotor, const std::string& path, Report& report) {
  const std::string at = path + ".motor";
  if (!report.clean(at) || !report.clean(path + ".law")) return;
  std::visit(
      [&](const auto& motor) {
        if (motor.min < motor.max) return;
        report.error(at + ".max",
                     fmt::format("'{}' has min {} and max {}", at, motor.min, motor.max),
                     "min has to be below max");
      },
      rotor.motor);
  const auto* lag = std::get_if<FirstOrderMotor>(&rotor.motor);
  if (lag != nullptr && lag->rotor_inertia_kg_m2 > 0 &&
      std::holds_alternative<LinearRotor>(rotor.law)) {
    report.error(at + ".rotor_inertia_kg_m2",
                 fmt::format("'{}.rotor_inertia_kg_m2' is given for the law linear", at),
                 "its signal is no speed, so the rotor has no angular momentum", "Set it to 0");
  }
}

template <class... Ts>
std::string type_name(const std::variant<Ts...>& value) {
  return type_names(&value)[value.index()];
}

void check_same_types(const std::vector<Rotor>& rotors, Report& report) {
  const auto check = [&](std::size_t i, const char* key, const auto& own, const auto& first) {
    const std::string at = rotor_path(i) + "." + key;
    if (own.index() == first.index() || !report.clean(at)) return;
    if (!report.clean(rotor_path(0) + "." + key)) return;
    report.error(at,
                 fmt::format("'{}' is of type {}, that of rotor 0 of type {}", at, type_name(own),
                             type_name(first)),
                 "all rotors of a vehicle have the same types of law and motor");
  };
  for (std::size_t i = 1; i < rotors.size(); ++i) {
    check(i, "law", rotors[i].law, rotors[0].law);
    check(i, "motor", rotors[i].motor, rotors[0].motor);
  }
}

/// The step must suit the fastest motor: Euler blows up from 2 time constants on, RK4 from 2.785.
void check_stability(const Multirotor& vehicle, const Scenario& scenario, Report& report) {
  const Integrator& integrator = scenario.integrator;
  const auto kind = integrator_kind(integrator.type);
  if (!kind || is_controlled(*kind) || !report.clean("integrator")) return;
  if (integrator.step_s.has_value() == integrator.rate_hz.has_value()) return;
  const double step =
      integrator.step_s ? *integrator.step_s : integrator.rate_hz.value_or(Rate{}).period_s();
  for (std::size_t i = 0; i < vehicle.rotors.size(); ++i) {
    const std::string path = rotor_path(i) + ".motor.time_constant_s";
    const auto* motor = std::get_if<FirstOrderMotor>(&vehicle.rotors[i].motor);
    if (motor == nullptr || !report.clean(path) || !(step > motor->time_constant_s)) continue;
    const std::string why = fmt::format("a step of {:.6g} s, a time constant of {:.6g} s", step,
                                        motor->time_constant_s);
    const std::string suggestion = fmt::format("Step {:.6g} s or less", motor->time_constant_s / 2);
    if (step >= stable_step_s(*kind, motor->time_constant_s)) {
      report.error(path, fmt::format("{} is unstable for the motor lag", integrator.type), why,
                   suggestion);
    } else {
      report.warning(path, fmt::format("{} is inaccurate for the motor lag", integrator.type), why,
                     suggestion);
    }
    return;  // rotors are alike: once is enough
  }
}

void check_actuators(const Multirotor& vehicle, const InitialState& initial, Report& report) {
  const std::string path = "simulation.initial.actuators";
  if (initial.actuators.empty() || !report.clean(path) || !report.clean("vehicle.rotors")) return;
  const bool direct = std::holds_alternative<DirectMotor>(vehicle.rotors[0].motor);
  if (direct) {
    report.error(path, "initial actuators are given for motors of type direct",
                 "these have no state", "Remove them");
  } else if (initial.actuators.size() != vehicle.rotors.size()) {
    report.error(path,
                 fmt::format("{} initial actuators for {} rotors", initial.actuators.size(),
                             vehicle.rotors.size()),
                 "one per rotor, or none: then the first row of commands");
  }
}

}  // namespace

void validate_multirotor(const Multirotor& vehicle, const Scenario& scenario, Report& report) {
  if (!report.clean_above("vehicle")) return;
  check_frame(vehicle.frame, report);
  check_inertia(vehicle.inertia_kg_m2, report);
  const std::size_t rotors = vehicle.rotors.size();
  if (report.clean_above("vehicle.rotors") && (rotors < 1 || rotors > max_rotors)) {
    report.error("vehicle.rotors", fmt::format("the vehicle has {} rotors", rotors),
                 fmt::format("1 to {} are possible", max_rotors), "Add [[vehicle.rotors]]");
  }
  for (std::size_t i = 0; i < rotors; ++i) {
    check_pose(vehicle.rotors[i], rotor_path(i), report);
    check_motor(vehicle.rotors[i], rotor_path(i), report);
  }
  check_same_types(vehicle.rotors, report);
  check_stability(vehicle, scenario, report);
  check_actuators(vehicle, scenario.simulation.initial, report);
}

}  // namespace montecopter
