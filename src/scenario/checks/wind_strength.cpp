/// Winds that are possible and nevertheless hardly meant: stronger than any that was measured,
/// faster than the steps, or beyond the heights that a standard speaks of.

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
#include "scenario/checks/shared.hpp"
#include "scenario/checks/validate.hpp"

namespace montecopter {
namespace {

/// The strongest wind near the ground that was ever measured had 135 m/s: by radar, in the tornado
/// of Bridge Creek, Oklahoma (J. Wurman et al., Bull. Amer. Meteor. Soc. 88 (2007) 31).
constexpr double strongest_m_s = 150.0;
/// Where the wind of weather reports is measured: shears are judged there, or where the flight
/// starts if that is higher.
constexpr double usual_height_m = 10.0;

double length(const double* v) { return std::hypot(v[0], v[1], v[2]); }

double start_height_m(const Scenario& scenario) {
  const double ground_m = ground_height_m(scenario.environment->ground);
  return -scenario.simulation.initial.position_m[2] - ground_m;
}

/// Which wind is strong, where it is reported, and what to look at.
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

template <HasStrength W>
Strength strength_of(const W& wind, double start_height_m) {
  const double height_m = std::max(start_height_m, usual_height_m);
  const WindStrength strongest = wind.strongest(height_m);
  return {length(strongest.fastest_m_s.data()), std::string(strongest.key),
          strongest.of_height ? fmt::format(" {:.6g} m over the ground", height_m) : "",
          std::string(strongest.check)};
}

void warn_of_strength(const Strength& strength, const std::string& path, Report& report) {
  if (strength.m_s <= strongest_m_s) return;
  const std::string key = path + "." + strength.key;
  report.warning(report.is_written(key) ? key : path,
                 fmt::format("the air moves at {:.3g} m/s{}", strength.m_s, strength.where),
                 "the strongest wind ever measured near the ground had 135 m/s",
                 "Check " + strength.check);
}

/// The air is held over a step.
void warn_of_pace(const SinusoidWind& wind, double step_s, const std::string& path,
                  Report& report) {
  const double highest_hz = 0.5 / step_s;
  if (wind.frequency_hz <= highest_hz) return;
  report.warning(
      path + ".frequency_hz",
      fmt::format("a wind of {:.6g} Hz is aliased by steps of {:.6g} s", wind.frequency_hz, step_s),
      fmt::format("the air is held over a step: frequencies above {:.6g} Hz, the "
                  "Nyquist frequency of the steps, appear as lower ones",
                  highest_hz),
      "Lower the frequency, or shorten the step");
}
void warn_of_pace(const OneMinusCosineGust& gust, double step_s, const std::string& path,
                  Report& report) {
  const double rise_s = gust.length_m / gust.airspeed_m_s;
  if (rise_s >= step_s) return;
  report.warning(path + ".length_m",
                 fmt::format("the gust rises within {:.3g} s, less than a step", rise_s),
                 fmt::format("the air is held over a step of {:.6g} s", step_s),
                 "Lengthen the gust, or shorten the step");
}
template <class W>
requires(!W::has_checked_pace) void warn_of_pace(const W&, double, const std::string&, Report&) {}

void warn_of_height(const LowAltitudeTurbulence& wind, const std::string& path, Report& report) {
  const double used = wind.modelled_height_m();
  if (used == wind.height_m) return;
  report.warning(
      path + ".height_m",
      fmt::format("the model for low altitudes is asked for {:.6g} m", wind.height_m),
      fmt::format("MIL-F-8785C has it from {:.6g} to {:.6g} m (10 to 1000 ft): the "
                  "turbulence is that of {:.6g} m",
                  LowAltitudeTurbulence::lowest_m, LowAltitudeTurbulence::highest_m, used),
      wind.height_m > used ? "Give sigma_m_s and length_m yourself, with dryden or "
                             "von_karman"
                           : "");
}
template <class W>
requires(!W::has_checked_height) void warn_of_height(const W&, const std::string&, Report&) {}

}  // namespace

void validate_wind_strength(const Scenario& scenario, Report& report) {
  const auto step_s = known_step_s(scenario.integrator, report);
  const double height_m = start_height_m(scenario);
  for (std::size_t i = 0; i < scenario.wind.size(); ++i) {
    const std::string path = "wind." + std::to_string(i);
    if (!report.clean(path)) continue;
    std::visit(
        [&]<class W>(const W& wind) {
          if constexpr (HasStrength<W>) {
            warn_of_strength(strength_of(wind, height_m), path, report);
          }
          warn_of_height(wind, path, report);
          if (step_s) warn_of_pace(wind, *step_s, path, report);
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
