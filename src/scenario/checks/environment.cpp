#include <fmt/format.h>

#include <string>

#include "dynamics/distributions/distribution.hpp"
#include "dynamics/environment/environment.hpp"
#include "dynamics/environment/world_setup.hpp"
#include "scenario/checks/validate.hpp"
#include "scenario/derived/paths.hpp"

namespace montecopter {

namespace {

/// A number that only one of the choices of another key uses.
struct UnusedNumber {
  double* number;
  const char* path;
  const char* choice;  ///< path of the other key
  std::string chosen, user;
};

void report_unused(const UnusedNumber& unused, const std::string& path, Report& report) {
  report.error(
      path, fmt::format("'{}' is given for {} = \"{}\"", unused.path, unused.choice, unused.chosen),
      fmt::format("only \"{}\" uses it", unused.user), "Remove one of them");
}

/// Whether a path addresses that number, however it is written.
bool addresses(Scenario& scenario, const std::string& target, const double* number) {
  for (const NumberRef& ref : find_numbers(scenario, target)) {
    if (ref.value == number) return true;
  }
  return false;
}

/// Checks that every given number has an effect.
void check_unused(const UnusedNumber& unused, Scenario& scenario, Report& report) {
  if (!report.clean(unused.path) || !report.clean(unused.choice)) return;
  if (unused.chosen == unused.user) return;
  if (report.is_written(unused.path)) report_unused(unused, unused.path, report);
  for (const auto& entry : scenario.disperse) {
    if (!addresses(scenario, entry.first, unused.number)) continue;
    report_unused(unused, append_path("disperse", entry.first), report);
  }
  for (const auto& entry : scenario.sweep) {
    if (!addresses(scenario, entry.first, unused.number)) continue;
    report_unused(unused, append_path("sweep", entry.first), report);
  }
}

}  // namespace

void validate_environment(Scenario& scenario, Report& report) {
  Environment& e = *scenario.environment;
  check_unused(
      {&e.gravity_m_s2, "environment.gravity_m_s2", "environment.gravity", e.gravity, "constant"},
      scenario, report);
  check_unused(
      {&e.earth_radius_m, "environment.earth_radius_m", "environment.geodesy", e.geodesy, "sphere"},
      scenario, report);
}

void validate_home(const Environment& environment, Report& report) {
  const std::string path = "environment.home.latitude_deg";
  if (!report.clean(path) || !report.clean("environment.geodesy")) return;
  if (is_valid_environment(environment)) return;
  report.error(path,
               fmt::format("the sphere geodesy has no home at {} degrees of latitude",
                           environment.home.latitude_deg),
               fmt::format("its longitude divides by cos(latitude): at most {} degrees",
                           highest_sphere_latitude_deg),
               "Use environment.geodesy = \"wgs84\"");
}

}  // namespace montecopter
