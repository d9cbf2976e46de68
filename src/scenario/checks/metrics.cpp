#include <fmt/format.h>

#include <algorithm>

#include "core/formula/formula.hpp"
#include "dynamics/vehicles/rotor_validity.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/checks/validate.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/derived/formula_signals.hpp"

namespace montecopter {

namespace {

/// Limit of metrics by formula: each has a column and a column of statistics, and netCDF reads at
/// most 8192 variables.
constexpr std::size_t max_metrics = 4000;

void check_stability_margins(const Scenario& scenario, Report& report) {
  if (!scenario.output.margins || !report.clean("controller")) return;
  if (closes_known_loop(*scenario.controller)) return;
  const bool is_own = program_of(*scenario.controller) != nullptr;
  report.error("output.margins", "this controller has no margins",
               is_own ? "it is an external program, and margins need a known control law"
                      : "it is open-loop: its commands do not depend on the state of the vehicle",
               "Remove output.margins, or use a closed-loop controller, for example \"px4\"");
}

void check_radii_for_validity(const Multirotor& vehicle, Report& report) {
  const std::vector<KnownRotor> rotors = known_rotors(vehicle);
  const bool has_radii =
      std::all_of(rotors.begin(), rotors.end(), [](const auto& r) { return r.radius_m; });
  if (has_radii) return;
  report.warning("output.validity", "of the limits of the rotor laws only the density is monitored",
                 "the vehicle gives no radius, with which flow and height are compared",
                 "Give vehicle.rotor.radius_m");
}

void check_validity(const Scenario& scenario, Report& report) {
  const bool has_limit = scenario.simulation.limits.outside_fraction.has_value();
  const bool is_multirotor = std::holds_alternative<Multirotor>(*scenario.vehicle);
  if (has_limit && !scenario.output.validity && report.clean("simulation.limits")) {
    report.error("simulation.limits.outside_fraction",
                 "'simulation.limits.outside_fraction' is given without output.validity",
                 "without it the limits of the rotor laws are not monitored",
                 "Set output.validity = true");
  }
  if (scenario.output.validity && is_multirotor && report.clean("vehicle")) {
    check_radii_for_validity(std::get<Multirotor>(*scenario.vehicle), report);
  }
  if (scenario.output.validity && !is_multirotor && report.clean("vehicle")) {
    report.error("output.validity", "'output.validity' is given for a helicopter",
                 "it monitors rotor laws of multirotors; the limits of a helicopter are always "
                 "monitored",
                 "Remove it");
  }
}

}  // namespace

bool is_column_name(std::string_view name) {
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

void check_metric_formula(const std::string& path, const FormulaMetric& metric,
                          const FormulaNames& names, Report& report) {
  if (metric.unit.empty() && report.clean(path + ".unit")) {
    report.error(path + ".unit", "the unit is empty", "", "Use unit = \"1\" where there is none");
  }
  if (!report.clean(path + ".formula")) return;
  try {
    parse_formula(metric.formula, names);
  } catch (const FormulaError& error) {
    report.error(path + ".formula",
                 fmt::format("character {} of the formula: {}", error.at + 1, error.what),
                 error.why, error.suggestion);
  }
}

void validate_metrics(const Scenario& scenario, Report& report) {
  check_stability_margins(scenario, report);
  check_validity(scenario, report);
  if (scenario.metrics.size() > max_metrics) {
    report.error("metrics", fmt::format("there are {} metrics by formula", scenario.metrics.size()),
                 fmt::format("at most {} are possible: each takes two variables of the result "
                             "file, and netCDF reads 8192",
                             max_metrics));
    return;
  }
  if (scenario.metrics.empty() || !report.clean("vehicle") || !report.clean("trajectory")) return;
  const FormulaNames names = formula_names(scenario);
  for (const auto& [name, metric] : scenario.metrics) {
    const std::string path = "metrics." + name;
    if (!is_column_name(name)) {
      report.error(path, fmt::format("'{}' cannot be the name of a metric", name),
                   "a column of the result is named after it: letters, digits and _ only");
    }
    check_metric_formula(path, metric, names, report);
  }
}

}  // namespace montecopter
