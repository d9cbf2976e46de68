#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "core/base/counted.hpp"
#include "dynamics/controllers/allocation_setup.hpp"
#include "dynamics/controllers/controller.hpp"
#include "dynamics/environment/world_setup.hpp"
#include "dynamics/events/event.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/checks/shared.hpp"
#include "scenario/checks/validate.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/derived/first_times.hpp"

namespace montecopter {

namespace {

/// Numbers of a row after its time; a count of 0: not known.
struct RowForm {
  std::int64_t count;
  std::string what;
};

void check_rows(const TimedRows& table, const std::string& table_path, const RowForm& form,
                Report& report) {
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const std::vector<double>& row = table.rows[i];
    const std::string path = table_path + ".rows." + std::to_string(i);
    if (!report.clean(path)) continue;
    if (form.count > 0 && std::ssize(row) != 1 + form.count) {
      report.error(path,
                   fmt::format("the row has {} instead of {}", counted(row.size(), "number"),
                               1 + form.count),
                   "a time and " + form.what);
    }
    if (row.empty()) continue;
    if (i == 0 && row[0] != 0) {
      report.error(path, fmt::format("the first row is at {}, not at 0", row[0]),
                   "the vehicle needs commands from the start", subtract_first(row[0]));
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

void check_commands(const TimedRows& table, const Parts& controls, Report& report) {
  if (!report.clean("controller.file")) return;
  if (table.rows.empty() && report.clean("controller.rows")) {
    report.error("controller.rows", "the command table has no rows", "",
                 "Give rows = [[0, ...]] or file = \"commands.csv\"");
    return;
  }
  check_rows(table, "controller",
             {controls.count, fmt::format("{} commands, {}", controls.count, controls.which)},
             report);
}

/// Norms of the quaternions of an attitude.
void check_attitudes(const SetPointTable& table, Report& report) {
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const std::string path = "controller.set_points.rows." + std::to_string(i);
    const std::vector<double>& row = table.rows[i];
    if (!report.clean(path) || row.size() != 6) continue;
    const double norm =
        std::sqrt(row[1] * row[1] + row[2] * row[2] + row[3] * row[3] + row[4] * row[4]);
    if (std::abs(norm - 1) <= written_norm_error) continue;
    report.error(path, fmt::format("the norm of the attitude quaternion is {:.6g}", norm),
                 "it must be 1; only rounding to three digits is tolerated");
  }
}

void check_set_points(const Scenario& scenario, const SetPointTable& table, Report& report) {
  const std::string path = "controller.set_points";
  const bool is_rate = follows_only_body_rates(*scenario.controller);
  const std::string_view type = controller_type(*scenario.controller);
  if (scenario.trajectory) {
    report.error(report.is_written(path) ? path : "controller",
                 is_rate ? fmt::format("a trajectory is given for a {} controller", type)
                         : "both set-points and a trajectory are given",
                 is_rate ? "it follows set-points of body rate and thrust only"
                         : "the controller can follow only one of them",
                 "Remove [trajectory]" + std::string(is_rate ? "" : " or controller.set_points"));
  }
  if (!report.clean(path + ".kind") || !report.clean(path + ".file")) return;
  const SetPointKind kind = kind_of(table);
  if (is_rate && kind != SetPointKind::body_rate) {
    report.error(path + ".kind",
                 fmt::format("a {} controller cannot follow set-points of {}", type, table.kind),
                 "its only input is a body rate", "Use kind = \"body_rate\", or type = \"px4\"");
    return;
  }
  if (table.rows.empty() && report.clean(path + ".rows")) {
    report.error(report.is_written(path) ? path : "controller", "the set-points have no rows",
                 "the controller follows them",
                 "Give set_points = {rows = [[0, ...]]} or {file = \"set-points.csv\"}");
    return;
  }
  check_rows(table, path, {width_of(table), std::string(word_row(set_point_words, table.kind).doc)},
             report);
  if (kind == SetPointKind::attitude) check_attitudes(table, report);
}

/// Control laws that filter or integrate advance once per update; a regulator is refused for its
/// synthesis (check_continuous).
bool check_memory(const Controller& controller, const LoopTiming& timing, Report& report) {
  const std::string_view type = std::visit(
      []<class C>(const C&) -> std::string_view {
        if constexpr ((has_memory<C> && !DesignedLaw<C>) || is_program_law<C>) return C::type_name;
        return "";
      },
      controller);
  if (type.empty() || !timing.rate_hz.is_continuous()) return true;
  report.error(
      "controller.rate_hz", fmt::format("a controller of type {} cannot be continuous", type),
      program_of(controller) != nullptr ? "its program is called once per update"
                                        : "its filters and integrals advance once per update",
      "Give a rate, for example 500");
  return false;
}

std::string path_of(std::string_view key) { return "controller." + std::string(key); }

void check_limits(const Controller& controller, Report& report) {
  const auto check = [&](const LimitPair& limit) {
    const std::string low = path_of(limit.low_key), high = path_of(limit.high_key);
    if (limit.low < limit.high || !report.clean(low) || !report.clean(high)) return;
    report.error(report.newest({low, high}),
                 fmt::format("the lowest {}, {}, is not below the highest, {}", limit.what,
                             limit.low, limit.high),
                 "the range between them is empty");
  };
  std::visit(
      [&]<class C>(const C& law) {
        if constexpr (is_closed_loop<C>) {
          for (const LimitPair& limit : law.limit_pairs()) check(limit);
        }
      },
      controller);
}

/// Whether this is the bandwidth of a notch that is off.
bool is_width_of_none(const Cutoff& width, std::span<const Cutoff> all) {
  constexpr std::string_view suffix = "_bandwidth_hz";
  if (!width.key.ends_with(suffix)) return false;
  const std::string notch =
      std::string(width.key.substr(0, width.key.size() - suffix.size())) + "_hz";
  return std::any_of(all.begin(), all.end(),
                     [&](const Cutoff& c) { return c.key == notch && c.hz == 0; });
}

/// Checks filters against half of their update rate: a low-pass above it filters nothing, and a
/// notch has no effect.
void check_cutoffs(const Controller& controller, Report& report) {
  const LoopTiming* timing = loop_timing(controller);
  if (timing == nullptr || timing->rate_hz.is_continuous() || !report.clean("controller.rate_hz") ||
      timing->rate_hz.numerator <= 0) {
    return;
  }
  const double rate_hz = timing->rate_hz.hz();
  const auto check = [&](const Cutoff& c) {
    const std::string path = path_of(c.key);
    const bool is_own = c.rate_hz > rate_hz;
    const double of_hz = is_own ? c.rate_hz : rate_hz;
    if (!report.clean(path) || c.hz <= 0.5 * of_hz) return;
    const bool is_low_pass = c.key.ends_with("cutoff_hz");
    report.error(
        path,
        fmt::format("{}{} Hz is above half the {} rate", is_low_pass ? "the cut-off of " : "", c.hz,
                    is_own ? "gyroscope's" : "controller's"),
        fmt::format("it is updated at {} Hz", of_hz),
        fmt::format("Use at most {} Hz", 0.5 * of_hz));
  };
  const auto check_rate = [&](const Cutoff& filters) {
    const std::string path = path_of(filters.key);
    if (!report.clean(path) || filters.hz == 0 || filters.hz >= rate_hz) return;
    report.error(path,
                 fmt::format("the filters' rate of {} Hz is below the controller's", filters.hz),
                 fmt::format("an update at {} Hz needs a new reading", rate_hz),
                 fmt::format("Use at least {} Hz, or 0 for the controller's rate", rate_hz));
  };
  std::visit(
      [&]<class C>(const C& law) {
        if constexpr (has_memory<C>) {
          const auto all = law.cutoffs();
          for (const Cutoff& c : all) {
            if (!is_width_of_none(c, all)) check(c);
          }
        }
        if constexpr (requires { law.filter_rate(); }) check_rate(law.filter_rate());
      },
      controller);
}

/// Checks that one of the two keys of a gain is given.
void check_pair(const GainPair& gain, Report& report) {
  const auto& [moment, acceleration] = gain.keys;
  const std::string first = path_of(moment), second = path_of(acceleration);
  if (gain.given[0] != gain.given[1] || !report.clean(first) || !report.clean(second)) return;
  if (gain.given[0]) {
    report.error(report.newest({second, first}),
                 fmt::format("both '{}' and '{}' are given", moment, acceleration),
                 "they give the same gain, as a moment or as an angular acceleration",
                 "Remove one of them");
    return;
  }
  report.error("controller", fmt::format("neither '{}' nor '{}' is given", moment, acceleration),
               "they give the same gain, as a moment or as an angular acceleration",
               fmt::format("Give one of them, for example {} = {}", acceleration, gain.example));
}

/// Gains that may be given in two ways.
void check_gains(const Controller& controller, Report& report) {
  std::visit(
      [&]<class C>(const C& law) {
        if constexpr (is_closed_loop<C>) {
          for (const GainPair& gain : law.gain_pairs()) check_pair(gain, report);
        }
      },
      controller);
}

/// Whether the control law commands rotors, and nothing else.
bool is_for_rotors(const Controller& controller) {
  return std::visit([]<class C>(const C&) { return is_wrench_law<C> || is_program_law<C>; },
                    controller);
}

/// Noun for a regulator, whose gains are computed from the vehicle; empty: the control law is none.
std::string_view regulator_noun(const Controller& controller) {
  return std::visit(
      []<class C>(const C&) -> std::string_view {
        if constexpr (DesignedLaw<C>) return C::noun;
        return "";
      },
      controller);
}

void check_continuous(const Scenario& scenario, const LoopTiming& timing, Report& report) {
  const auto kind = integrator_kind(scenario.integrator.type);
  if (!timing.rate_hz.is_continuous() || !kind || !report.clean("controller.rate_hz")) return;
  const std::string_view noun = regulator_noun(*scenario.controller);
  if (!noun.empty()) {
    report.error("controller.rate_hz", fmt::format("a {} needs a rate", noun),
                 "it is designed for a fixed update rate with commands held in between",
                 "Give a rate, for example rate_hz = 100");
    return;
  }
  if (info(*kind).stepping == Stepping::lanes) return;
  report.error("controller.rate_hz",
               fmt::format("{} cannot evaluate a continuous controller", scenario.integrator.type),
               "only rk4 and the Euler methods evaluate the controller at their stages",
               "Use integrator.type = \"rk4\" or give a rate");
}

/// Whether the rotors can produce the commands of a controller. Vehicle and environment must be
/// sound throughout, because their numbers are used.
void check_allocation(const Multirotor& vehicle, double air_density_kg_m3, Report& report) {
  for (std::size_t i = 0; i < vehicle.rotors.size(); ++i) {
    if (thrust_curve(*vehicle.rotors[i].law, air_density_kg_m3)) continue;
    report.error(fmt::format("vehicle.rotors.{}.law", i),
                 "a closed-loop controller cannot use a cubic rotor law",
                 "it can invert rotor laws up to second order", "Set thrust_3_n = 0");
    return;
  }
  const auto axis = missing_axis(vehicle, air_density_kg_m3);
  if (!axis) return;
  report.error("vehicle.rotors", fmt::format("the rotors cannot produce an independent {}", *axis),
               "the controller commands thrust and three moments: the control effectiveness matrix "
               "must have rank 4",
               "Use controller.type = \"command_table\", or other positions, axes or spins");
}

/// Commands of a regulator for a vehicle.
struct RegulatedCommand {
  std::size_t commands;
  std::string commanded_by;
  bool has_main_rotor;
};
RegulatedCommand regulated(const Multirotor&) {
  return {allocated_axes.size(), "a multirotor is commanded by thrust and the moments x, y, z",
          false};
}
RegulatedCommand regulated(const Helicopter& vehicle) {
  return {helicopter_controls.size(), "a helicopter is commanded by " + controls(vehicle).names,
          true};
}

/// Checks that the weights of a regulator suit the vehicle.
template <class C>
void check_law(const C& law, const RegulatedCommand& vehicle, Report& report) {
  const std::string weights = "controller.command_weights";
  if (report.clean(weights) && law.command_weights.size() != vehicle.commands) {
    report.error(weights,
                 fmt::format("there are {} command weights instead of {}",
                             law.command_weights.size(), vehicle.commands),
                 vehicle.commanded_by,
                 law.command_weights.empty() ? "Give one for each, above 0" : "");
  }
  for (const GivenKey& given : law.main_rotor_keys()) {
    const std::string path = path_of(given.key);
    if (vehicle.has_main_rotor || !given.is_given || !report.clean(path)) continue;
    report.error(path, fmt::format("'{}' is given for a multirotor", path),
                 "it applies to the main rotor of a helicopter", "Remove it");
  }
}
void check_regulator(const Controller& controller, const RegulatedCommand& vehicle,
                     Report& report) {
  std::visit(
      [&]<class C>(const C& law) {
        if constexpr (DesignedLaw<C>) check_law(law, vehicle, report);
      },
      controller);
}

/// Whether the vehicle can execute the commands of the controller.
void check_commanded(const Multirotor& vehicle, const Scenario& scenario, Report& report) {
  if (!report.clean("vehicle") || !report.clean("environment")) return;
  check_allocation(vehicle, fold_world(*scenario.environment, {0, 0, 0}).air.density_kg_m3, report);
}
void check_commanded(const Helicopter&, const Scenario& scenario, Report& report) {
  if (!is_for_rotors(*scenario.controller)) return;
  report.error("controller.type", "this controller cannot fly a helicopter",
               "it commands rotor thrusts", "Use \"lqr\" or \"command_table\"");
}

}  // namespace

void validate_controller(const Scenario& scenario, Report& report) {
  if (!report.clean_above("controller")) return;
  if (const TimedRows* table = command_rows(*scenario.controller)) {
    const bool is_known = report.clean("vehicle.rotors");
    check_commands(*table, is_known ? controls(*scenario.vehicle) : Parts{}, report);
    return;
  }
  if (const LoopTiming* timing = loop_timing(*scenario.controller)) {
    if (check_memory(*scenario.controller, *timing, report)) {
      check_continuous(scenario, *timing, report);
    }
  }
  validate_program(scenario, report);
  if (const SetPointTable* table = set_points(*scenario.controller)) {
    check_set_points(scenario, *table, report);
  } else if (!scenario.trajectory && report.clean("trajectory")) {
    report.error("controller", "there is no trajectory to follow", "the controller closes a loop",
                 "Add [trajectory] type = \"hover\", for example");
  }
}

void validate_loop(const Scenario& scenario, Report& report) {
  check_limits(*scenario.controller, report);
  check_gains(*scenario.controller, report);
  check_cutoffs(*scenario.controller, report);
  if (loop_timing(*scenario.controller) == nullptr || !report.clean_above("vehicle")) return;
  std::visit(
      [&](const auto& vehicle) {
        check_regulator(*scenario.controller, regulated(vehicle), report);
        check_commanded(vehicle, scenario, report);
      },
      *scenario.vehicle);
}

}  // namespace montecopter
