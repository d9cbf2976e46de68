#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/counted.hpp"
#include "core/base/text.hpp"
#include "core/fields/paths.hpp"
#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/multirotor_setup.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/checks/shared.hpp"
#include "scenario/checks/validate.hpp"

namespace montecopter {

namespace {

template <class... Ts>
std::string type_name(const std::variant<Ts...>& value) {
  return type_names(&value)[value.index()];
}

std::string rotor_path(std::size_t i) { return "vehicle.rotors." + std::to_string(i); }

void check_pose(const Rotor& rotor, const std::string& path, Report& report) {
  const double length = std::hypot(rotor.axis[0], rotor.axis[1], rotor.axis[2]);
  if (report.clean(path + ".axis") && length == 0) {
    report.error(path + ".axis", fmt::format("'{}.axis' is zero", path),
                 "it must point along positive thrust");
  }
  if (report.clean(path + ".spin") && rotor.spin != 1 && rotor.spin != -1) {
    report.error(path + ".spin", fmt::format("'{}.spin' is 0", path),
                 "it gives the direction of rotation",
                 "Use 1 (right-handed about axis) or -1 (left-handed)");
  }
}

/// Checks that a rotor inertia has a rotor speed.
void check_rotor_inertia(const LoadLagMotor& motor, const RotorLaw&, const std::string& at,
                         Report& report) {
  if (motor.rotor_inertia_kg_m2 == 0 || motor.speed_thrust_n_s2) return;
  report.error(at + ".rotor_inertia_kg_m2", fmt::format("missing '{}.speed_thrust_n_s2'", at),
               "the gyroscopic torque of rotor_inertia_kg_m2 needs the rotor speed sqrt(f / c_T)",
               "Give c_T, or set rotor_inertia_kg_m2 = 0");
}
void check_rotor_inertia(const SpinningMotor& motor, const RotorLaw& law, const std::string& at,
                         Report& report) {
  if (motor.rotor_inertia_kg_m2 == 0 || takes_speed(law)) return;
  report.error(at + ".rotor_inertia_kg_m2",
               fmt::format("'{}.rotor_inertia_kg_m2' is given for the law {}", at, type_name(law)),
               "its input is a signal, not a speed, so the rotor has no angular momentum",
               "Set it to 0");
}

void check_rotor_inertia(const ElectricMotor& motor, const RotorLaw& law, const std::string& at,
                         Report& report) {
  if (!takes_speed(law)) {
    report.error(at,
                 fmt::format("'{}' is electric, and the law {} has no speed", at, type_name(law)),
                 "the motor turns against the torque of a rotor speed",
                 "Use a rotor law of a speed, for example quadratic");
  }
  if (motor.min < 0) {
    report.error(at + ".min", fmt::format("'{}.min' is negative", at),
                 "the duty of a speed controller is between 0 and 1", "Use 0 or more");
  }
}

void check_motor(const Rotor& rotor, const std::string& path, Report& report) {
  const std::string at = path + ".motor";
  if (!report.clean(at) || !report.clean(path + ".law")) return;
  std::visit(
      [&](const auto& motor) {
        using M = std::decay_t<decltype(motor)>;
        check_limits(at, "min", motor.min, "max", motor.max, report);
        if constexpr (M::states > 0) check_rotor_inertia(motor, *rotor.law, at, report);
        if constexpr (M::states > 0 && !M::lags_load && !is_electric<M>) {
          if (!motor.state_min && !motor.state_max) return;
          check_limits(at, "state_min", motor.state_min.value_or(motor.min), "state_max",
                       motor.state_max.value_or(motor.max), report);
        }
      },
      *rotor.motor);
}

/// Checks that every knot has its coefficients. Reports the column that differs from the other two,
/// or the first if all differ.
void check_columns(const PerformanceTableRotor& law, const std::string& at, Report& report) {
  struct Column {
    const char* key;
    std::size_t size;
  };
  const std::array<Column, 3> columns = {{{"advance_ratio", law.advance_ratio.size()},
                                          {"thrust_coefficient", law.thrust_coefficient.size()},
                                          {"power_coefficient", law.power_coefficient.size()}}};
  for (const Column& column : columns) {
    if (!report.clean(at + "." + column.key)) return;
  }
  const auto& [knots, thrust, power] = columns;
  if (thrust.size == knots.size && power.size == knots.size) return;
  const Column& odd = thrust.size == knots.size ? power : power.size == knots.size ? thrust : knots;
  const std::string path = at + "." + odd.key;
  const std::string what =
      &odd != &knots ? fmt::format("'{}' has {} for {}", path, counted(odd.size, "number"),
                                   counted(knots.size, "knot"))
      : thrust.size == power.size
          ? fmt::format("'{}' has {} for {}", path, counted(knots.size, "knot"),
                        counted(thrust.size, "coefficient"))
          : fmt::format("'{}' has {} knots for {} coefficients of thrust and {} of power", path,
                        knots.size, thrust.size, power.size);
  report.error(path, what, "one per advance ratio");
}

void check_table(const PerformanceTableRotor& law, const std::string& at, Report& report) {
  const std::size_t knots = law.advance_ratio.size();
  const std::string path = at + ".advance_ratio";
  if (!report.clean(path)) return;
  if (knots < 2 || knots > max_table_knots) {
    report.error(path, fmt::format("'{}' has {} knots", path, knots),
                 fmt::format("a table has 2 to {}", max_table_knots));
    return;
  }
  for (std::size_t k = 1; k < knots; ++k) {
    if (law.advance_ratio[k - 1] < law.advance_ratio[k]) continue;
    report.error(path,
                 fmt::format("advance ratio {} comes after {}", law.advance_ratio[k],
                             law.advance_ratio[k - 1]),
                 "advance ratios must increase strictly");
    return;
  }
  check_columns(law, at, report);
}

/// Checks that the blade's tables have one number for each radius, that the radii ascend, and that
/// something gives the twist.
void check_blade(const BladeElementRotor& law, const std::string& at, Report& report) {
  const std::string path = at + ".radius_fraction";
  const auto& radius = law.radius_fraction;
  const auto check_size = [&](const char* key, std::size_t size, bool may_lack) {
    const std::string column = at + "." + key;
    if (size == radius.size() || (may_lack && size == 0) || !report.clean(column)) return;
    report.error(
        column,
        fmt::format("'{}' has {} for {}", column, counted(size, "number"),
                    radius.size() == 1 ? "1 radius" : fmt::format("{} radii", radius.size())),
        "one per number of radius_fraction");
  };
  if (!report.clean(path)) return;
  check_size("chord_fraction", law.chord_fraction.size(), false);
  check_size("twist_deg", law.twist_deg.size(), true);
  if (law.twist_deg.empty() && !law.pitch_m && report.clean(at + ".diameter_m")) {
    report.error(at + ".diameter_m", "the rotor law has neither pitch_m nor twist_deg",
                 "the blades have no angle", "Give the pitch of the data sheet");
  }
  if (radius.size() == 1) {
    report.error(path, fmt::format("'{}' has one radius", path), "a blade has two or more",
                 "Give root and tip, or leave out the tables");
  }
  for (std::size_t k = 1; k < radius.size(); ++k) {
    if (radius[k - 1] < radius[k]) continue;
    report.error(path, fmt::format("radius {} comes after {}", radius[k], radius[k - 1]),
                 "radii must increase strictly");
    return;
  }
}

void check_law(const Rotor& rotor, const std::string& path, Report& report) {
  const std::string at = path + ".law";
  if (!report.clean_above(at)) return;
  std::visit(
      [&]<class Law>(const Law& law) {
        if constexpr (LooksUp<Law>) check_table(law, at, report);
        if constexpr (InPlane<Law>) check_blade(law, at, report);
      },
      *rotor.law);
}

void check_same_types(const std::vector<Rotor>& rotors, Report& report) {
  const auto check = [&](std::size_t i, const char* key, const auto& own, const auto& first) {
    const std::string at = rotor_path(i) + "." + key;
    if (own.index() == first.index() || !report.clean(at)) return;
    if (!report.clean(rotor_path(0) + "." + key)) return;
    report.error(
        at,
        fmt::format("'{}' has type {}, rotor 0 has type {}", at, type_name(own), type_name(first)),
        "all rotors of a vehicle have the same types of law and motor");
  };
  for (std::size_t i = 1; i < rotors.size(); ++i) {
    check(i, "law", *rotors[i].law, *rotors[0].law);
    check(i, "motor", *rotors[i].motor, *rotors[0].motor);
  }
}

/// The key of the smallest time constant, where problems with it are reported.
std::string fastest_lag_key(Motor motor) {
  std::string key = "type";
  double smallest = std::numeric_limits<double>::infinity();
  for (const NumberRef& number : all_numbers(motor)) {
    if (number.path.rfind("time_constant", 0) != 0 || !(*number.value < smallest)) continue;
    key = number.path, smallest = *number.value;
  }
  return key;
}

/// Whether both rotor laws, which are of one type, look up the same table, or none.
bool share_table(const RotorLaw& own, const RotorLaw& first) {
  return std::visit(
      [&]<class Law>(const Law& law) {
        if constexpr (LooksUp<Law>) return law.has_table_of(std::get<Law>(first));
        if constexpr (InPlane<Law>) return law.has_blades_of(std::get<Law>(first));
        return true;
      },
      own);
}

/// Checks properties that all rotors share in the kernels.
void check_same_law(const std::vector<Rotor>& rotors, Report& report) {
  for (std::size_t i = 1; i < rotors.size(); ++i) {
    const std::string at = rotor_path(i) + ".law";
    if (rotors[i].law->index() != rotors[0].law->index() || !report.clean(at)) continue;
    if (!report.clean(rotor_path(0) + ".law")) return;
    if (takes_speed(*rotors[i].law) != takes_speed(*rotors[0].law)) {
      report.error(at + ".input", fmt::format("'{}.input' differs from rotor 0", at),
                   "all rotors of a vehicle take the same kind of command");
    }
    if (depends_on_density(*rotors[i].law) != depends_on_density(*rotors[0].law)) {
      report.error(at + ".measured_density_kg_m3",
                   fmt::format("only one of '{}' and rotor 0 has measured_density_kg_m3", at),
                   "the loads of all rotors depend on the air, or those of none",
                   "Give it for all of them, e.g. in [vehicle.rotor.law]");
    }
    if (share_table(*rotors[i].law, *rotors[0].law)) continue;
    const bool has_blades = std::holds_alternative<BladeElementRotor>(*rotors[i].law);
    report.error(at + (has_blades ? ".diameter_m" : ".advance_ratio"),
                 fmt::format("the {} of '{}' differ{} from rotor 0",
                             has_blades ? "blades" : "table", at, has_blades ? "" : "s"),
                 "all rotors share one table",
                 has_blades ? "Use thrust_scale and torque_scale for what differs"
                            : "Use thrust_scale, torque_scale and diameter_m for what differs");
  }
}

/// Checks that the step suits the fastest motor; warns from one time constant on.
void check_stability(const Multirotor& vehicle, const Scenario& scenario, Report& report) {
  const Integrator& integrator = scenario.integrator;
  const auto kind = integrator_kind(integrator.type);
  const auto step = known_step_s(integrator, report);
  if (!kind || !step || is_controlled(*kind)) return;
  for (std::size_t i = 0; i < vehicle.rotors.size(); ++i) {
    const std::string path = rotor_path(i) + ".motor." + fastest_lag_key(*vehicle.rotors[i].motor);
    if (!report.clean(path)) continue;
    const Motor& motor = *vehicle.rotors[i].motor;
    const SteppedLag lag = {"motor", integrator.type, stability_time_constant_s(motor, *kind),
                            stable_motor_step_s(motor, *kind)};
    // Rotors are alike: once is enough.
    if (check_lag(lag, *step, path, report)) return;
  }
}

void check_actuators(const Multirotor& vehicle, const InitialState& initial, Report& report) {
  const std::string path = "simulation.initial.actuators";
  if (initial.actuators.empty() || !report.clean(path) || !report.clean("vehicle.rotors")) return;
  const Motor& motor = *vehicle.rotors[0].motor;
  const auto states =
      static_cast<std::size_t>(std::visit([](const auto& m) { return m.states; }, motor));
  const std::size_t given = initial.actuators.size(), rotors = vehicle.rotors.size();
  if (states == 0) {
    report.error(path,
                 fmt::format("initial actuators are given for motors of type {}", type_name(motor)),
                 "these motors have no state", "Remove them");
  } else if (given != states * rotors) {
    report.error(
        path,
        fmt::format("{} for {}", counted(given, "initial actuator"), counted(rotors, "rotor")),
        fmt::format("{} per rotor, or none to start settled at the first row of commands", states));
  }
}

}  // namespace

void validate_vehicle(const Multirotor& vehicle, const Scenario& scenario, Report& report) {
  if (!report.clean_above("vehicle")) return;
  check_inertia(vehicle.inertia_kg_m2, report);
  const std::size_t rotors = vehicle.rotors.size();
  if (report.clean_above("vehicle.rotors") && (rotors < 1 || rotors > max_rotors)) {
    report.error("vehicle.rotors", fmt::format("the vehicle has {} rotors", rotors),
                 fmt::format("1 to {} are possible", max_rotors), "Add [[vehicle.rotors]]");
  }
  for (std::size_t i = 0; i < rotors; ++i) {
    check_pose(vehicle.rotors[i], rotor_path(i), report);
    check_law(vehicle.rotors[i], rotor_path(i), report);
    check_motor(vehicle.rotors[i], rotor_path(i), report);
  }
  check_same_types(vehicle.rotors, report);
  check_same_law(vehicle.rotors, report);
  check_rotor_flow(vehicle, report);
  check_response_surface(vehicle, scenario, report);
  check_contact_points(vehicle.contact_points, report);
  check_battery(vehicle.battery, report);
  check_powertrain(vehicle, report);
  check_stability(vehicle, scenario, report);
  check_actuators(vehicle, scenario.simulation.initial, report);
}

}  // namespace montecopter
