#include <fmt/format.h>

#include "dynamics/controllers/allocation_setup.hpp"
#include "dynamics/environment/world_setup.hpp"
#include "scenario/controls.hpp"
#include "scenario/validate.hpp"

namespace montecopter {

namespace {

void check_rows(const CommandTable& table, const Parts& controls, Report& report) {
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const std::vector<double>& row = table.rows[i];
    const std::string path = "controller.rows." + std::to_string(i);
    if (!report.clean(path)) continue;
    if (controls.count > 0 && static_cast<std::int64_t>(row.size()) != 1 + controls.count) {
      report.error(
          path, fmt::format("the row has {} numbers instead of {}", row.size(), 1 + controls.count),
          fmt::format("a time and {} commands, {}", controls.count, controls.which));
    }
    if (row.empty()) continue;
    if (i == 0 && row[0] != 0) {
      report.error(path, fmt::format("the first row is at {}, not at 0", row[0]),
                   "the vehicle needs commands from the start");
    }
    const bool follows = i > 0 && !table.rows[i - 1].empty();
    if (follows && !(row[0] > table.rows[i - 1][0])) {
      report.error(
          path,
          fmt::format("the row at {} comes after the row at {}", row[0], table.rows[i - 1][0]),
          "times must ascend strictly");
    }
  }
}

void check_commands(const CommandTable& table, const Parts& controls, Report& report) {
  if (!report.clean("controller.file")) return;
  if (table.rows.empty() && report.clean("controller.rows")) {
    report.error("controller.rows", "the command table has no rows", "",
                 "Give rows = [[0, ...]] or file = \"commands.csv\"");
    return;
  }
  check_rows(table, controls, report);
}

void check_continuous(const Scenario& scenario, const LoopTiming& timing, Report& report) {
  const auto kind = integrator_kind(scenario.integrator.type);
  if (!timing.rate_hz.is_continuous() || !kind || !report.clean("controller.rate_hz")) return;
  if (std::holds_alternative<LqrController>(scenario.controller)) {
    report.error("controller.rate_hz", "a linear-quadratic regulator is given no rate",
                 "it is designed for samples at a rate and commands held between",
                 "Give a rate, for example rate_hz = 100");
    return;
  }
  if (info(*kind).stepping == Stepping::lanes) return;
  report.error("controller.rate_hz",
               fmt::format("{} evaluates no continuous controller", scenario.integrator.type),
               "only rk4 and the Euler methods know the time of their stages",
               "Use integrator.type = \"rk4\" or give a rate");
}

/// Whether the rotors can do what a controller asks of them.
void check_allocation(const Multirotor& vehicle, double air_density_kg_m3, Report& report) {
  for (std::size_t i = 0; i < vehicle.rotors.size(); ++i) {
    if (thrust_curve(vehicle.rotors[i].law, air_density_kg_m3)) continue;
    report.error(fmt::format("vehicle.rotors.{}.law", i),
                 "the law of a rotor under a closed loop is a cubic polynomial",
                 "the controller inverts laws up to the second power", "Set thrust_3_n = 0");
    return;
  }
  const auto axis = missing_axis(vehicle, air_density_kg_m3);
  if (!axis) return;
  report.error("vehicle.rotors", fmt::format("the rotors give no {} of their own", *axis),
               "the controller asks for thrust, roll, pitch and yaw, so the effectiveness of the "
               "rotors must have the rank 4",
               "Use controller.type = \"command_table\", or other positions, axes or spins");
}

/// What a regulator is designed from has to suit the vehicle.
void check_regulator(const LqrController& lqr, const Vehicle& vehicle, Report& report) {
  const bool is_helicopter = std::holds_alternative<Helicopter>(vehicle);
  const std::string weights = "controller.command_weights";
  const std::size_t count = is_helicopter ? helicopter_controls.size() : allocated_axes.size();
  if (report.clean(weights) && lqr.command_weights.size() != count) {
    report.error(weights,
                 fmt::format("there are {} weights of commands instead of {}",
                             lqr.command_weights.size(), count),
                 is_helicopter ? "a helicopter is commanded by " + controls(vehicle).names
                               : "a multirotor is commanded by thrust and the moments x, y, z",
                 lqr.command_weights.empty() ? "Give one for each, above 0" : "");
  }
  for (const char* key :
       {"rotor_speed_rad_s", "rotor_speed_weight_s2_rad2", "rotor_speed_integral_weight_1_rad2"}) {
    const std::string path = std::string("controller.") + key;
    if (is_helicopter || !report.is_written(path) || !report.clean(path)) continue;
    report.error(path, fmt::format("'{}' is given for a multirotor", path),
                 "it is about the main rotor of a helicopter", "Remove it");
  }
}

}  // namespace

void validate_controller(const Scenario& scenario, Report& report) {
  if (!report.clean_above("controller")) return;
  if (const auto* table = std::get_if<CommandTable>(&scenario.controller)) {
    const bool is_known = report.clean("vehicle.rotors");
    check_commands(*table, is_known ? controls(scenario.vehicle) : Parts{}, report);
    return;
  }
  if (const LoopTiming* timing = loop_timing(scenario.controller)) {
    check_continuous(scenario, *timing, report);
  }
  if (!scenario.trajectory && report.clean("trajectory")) {
    report.error("controller", "there is no trajectory to follow", "the controller closes a loop",
                 "Add [trajectory] type = \"hover\", for example");
  }
}

void validate_loop(const Scenario& scenario, Report& report) {
  if (loop_timing(scenario.controller) == nullptr || !report.clean_above("vehicle")) return;
  const auto* lqr = std::get_if<LqrController>(&scenario.controller);
  if (lqr != nullptr) check_regulator(*lqr, scenario.vehicle, report);
  const auto* multirotor = std::get_if<Multirotor>(&scenario.vehicle);
  if (multirotor == nullptr) {
    if (lqr != nullptr) return;
    report.error("controller.type", "this controller cannot fly a helicopter",
                 "it commands the thrusts of rotors", "Use \"lqr\" or \"command_table\"");
  } else if (report.clean_above("environment")) {
    check_allocation(*multirotor, fold_world(scenario.environment, {0, 0, 0}).air.density_kg_m3,
                     report);
  }
}

}  // namespace montecopter
