/// Warnings of implausible winds: stronger than any measured wind, or faster than the steps.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <optional>
#include <string>
#include <vector>

#include "dynamics/environment/environment.hpp"
#include "dynamics/grounds/ground_setup.hpp"
#include "dynamics/winds/wind.hpp"
#include "scenario/checks/kind_problems.hpp"
#include "scenario/checks/shared.hpp"
#include "scenario/checks/validate.hpp"

namespace montecopter {
namespace {

/// The strongest wind near the ground that was ever measured had 135 m/s: by radar, in the tornado
/// of Bridge Creek, Oklahoma (J. Wurman et al., Bull. Amer. Meteor. Soc. 88 (2007) 31).
constexpr double strongest_m_s = 150.0;
/// Height of wind measurements in weather reports. Shears are judged there, or at the start of the
/// flight if that is higher.
constexpr double usual_height_m = 10.0;

double length(const double* v) { return std::hypot(v[0], v[1], v[2]); }

double start_height_m(const Scenario& scenario) {
  const double ground_m = ground_height_m(scenario.environment->ground);
  return -scenario.simulation.initial.position_m[2] - ground_m;
}

/// A strong wind: its key, its place, and the keys to check.
struct Strength {
  double m_s = 0.0;
  std::string key, where, check;
};

/// Strength of tables, whose last three columns are the velocity.
template <class W>
Strength strength_of_table(const W& wind) {
  double most = 0.0;
  for (const std::vector<double>& row : wind.rows) {
    if (row.size() == W::columns) most = std::max(most, length(row.data() + W::columns - 3));
  }
  return {std::abs(wind.scale) * most, "scale", "", "the rows and scale"};
}

template <class W>
Strength strength_of(const W& wind, double start_height_m) {
  const double height_m = std::max(start_height_m, usual_height_m);
  const WindStrength strongest = wind.strongest(height_m);
  return {length(strongest.fastest_m_s.data()), std::string(strongest.key),
          strongest.of_height ? fmt::format(" {:.6g} m above the ground", height_m) : "",
          std::string(strongest.check)};
}

void warn_of_strength(const Strength& strength, const std::string& path, Report& report) {
  if (strength.m_s <= strongest_m_s) return;
  const std::string key = path + "." + strength.key;
  report.warning(report.is_written(key) ? key : path,
                 fmt::format("the air moves at {:.3g} m/s{}", strength.m_s, strength.where),
                 "the strongest wind ever measured near the ground was 135 m/s",
                 "Check " + strength.check);
}

}  // namespace

void validate_wind_strength(const Scenario& scenario, Report& report) {
  const auto step_s = known_step_s(scenario.integrator, report);
  const double height_m = start_height_m(scenario);
  for (std::size_t i = 0; i < scenario.wind.size(); ++i) {
    const std::string path = "wind." + std::to_string(i);
    if (!report.clean(path)) continue;
    std::visit(
        [&]<class W>(const W& wind) {
          if constexpr (!MeasuredWind<W>) {
            warn_of_strength(strength_of(wind, height_m), path, report);
          }
          if constexpr (requires { &W::check_step; }) {
            KindProblems problems(path, report);
            if (step_s) wind.check_step(*step_s, problems);
          }
        },
        scenario.wind[i]);
  }
}

void validate_wind_table_strength(const Scenario& scenario, Report& report) {
  for (std::size_t i = 0; i < scenario.wind.size(); ++i) {
    const std::string path = "wind." + std::to_string(i);
    std::visit(
        [&]<class W>(const W& wind) {
          if constexpr (MeasuredWind<W>) {
            if (report.clean(path)) warn_of_strength(strength_of_table(wind), path, report);
          }
        },
        scenario.wind[i]);
  }
}

}  // namespace montecopter
