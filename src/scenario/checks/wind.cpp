#include <fmt/format.h>

#include "dynamics/disturbances/pulse.hpp"
#include "dynamics/winds/wind.hpp"
#include "scenario/checks/kind_problems.hpp"
#include "scenario/checks/validate.hpp"

namespace montecopter {
namespace {

std::string path_of(const char* list, std::size_t i) {
  return std::string(list) + "." + std::to_string(i);
}

void check_count(std::size_t count, std::size_t most, const char* list, const char* what,
                 Report& report) {
  if (count <= most || !report.clean(list)) return;
  report.error(list, fmt::format("there are {} {}", count, what),
               fmt::format("at most {} are possible", most));
}

}  // namespace

void validate_winds(const Scenario& scenario, Report& report) {
  std::size_t varying = 0;
  for (std::size_t i = 0; i < scenario.wind.size(); ++i) {
    const bool varies = std::visit([](const auto& w) { return std::decay_t<decltype(w)>::varies; },
                                   scenario.wind[i]);
    varying += varies ? 1 : 0;
    std::visit(
        [&]<class W>(const W& wind) {
          KindProblems problems(path_of("wind", i), report);
          if constexpr (MeasuredWind<W>) check_kind(wind, problems);
        },
        scenario.wind[i]);
  }
  validate_wind_table_strength(scenario, report);
  check_count(varying, max_varying_winds, "wind", "winds that are not steady", report);
  check_count(scenario.disturbance.size(), max_pulses, "disturbance", "disturbances", report);
}

void validate_wind_numbers(const Scenario& scenario, Report& report) {
  for (std::size_t i = 0; i < scenario.wind.size(); ++i) {
    const std::string path = path_of("wind", i);
    if (!report.clean(path)) continue;
    std::visit(
        [&]<class W>(const W& wind) {
          KindProblems problems(path, report);
          if constexpr (!MeasuredWind<W>) check_kind(wind, problems);
          if constexpr (W::varies) {
            if (wind.is_sound() || !report.clean(path)) return;
            report.error(path,
                         fmt::format("the numbers of this wind of type {} contradict each other",
                                     W::type_name));
          }
        },
        scenario.wind[i]);
  }
  validate_wind_strength(scenario, report);
}

}  // namespace montecopter
