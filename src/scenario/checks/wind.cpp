#include <fmt/format.h>

#include "core/base/counted.hpp"
#include "dynamics/disturbances/pulse.hpp"
#include "dynamics/winds/grid_setup.hpp"
#include "dynamics/winds/wind.hpp"
#include "scenario/checks/validate.hpp"

namespace montecopter {
namespace {

std::string path_of(const char* list, std::size_t i) {
  return std::string(list) + "." + std::to_string(i);
}

/// Whether each row is one.
template <class Table>
void check_rows(const Table& wind, const std::string& path, Report& report) {
  if (!report.clean(path + ".file") || !report.clean_above(path + ".rows")) return;
  if (wind.rows.empty() && report.clean(path + ".rows")) {
    report.error(path + ".rows", "the measured wind has no rows", "",
                 "Give rows = [[0, ...]] or file = \"wind.csv\"");
  }
  for (std::size_t i = 0; i < wind.rows.size(); ++i) {
    const std::vector<double>& row = wind.rows[i];
    const std::string at = path + ".rows." + std::to_string(i);
    if (!report.clean(at)) continue;
    if (row.size() != Table::columns) {
      report.error(at,
                   fmt::format("the row has {} instead of {}", counted(row.size(), "number"),
                               Table::columns),
                   Table::row_doc);
    } else if (Table::ascends && i > 0 && !wind.rows[i - 1].empty() &&
               !(row[0] > wind.rows[i - 1][0])) {
      report.error(
          at, fmt::format("the row at {} comes after the row at {}", row[0], wind.rows[i - 1][0]),
          "times must ascend strictly");
    }
  }
}

void check_whole(const TimeSeriesWind&, const std::string&, Report&) {}
void check_whole(const GridWind& wind, const std::string& path, Report& report) {
  if (!report.clean(path) || wind.rows.empty()) return;
  const auto fault = grid_fault(wind.rows);
  if (!fault) return;
  report.error(path + ".rows",
               fmt::format("the grid has {} at north {}, east {}, down {}",
                           fault->is_missing ? "no node" : "several nodes", fault->place[0],
                           fault->place[1], fault->place[2]),
               "each coordinate goes with each of the other axes");
}

void report_unsound(const LogShearWind& shear, const std::string& path, Report& report) {
  report.error(report.newest({path + ".reference_height_m", path + ".roughness_m"}),
               fmt::format("the reference height {} m is not above the roughness {} m",
                           shear.reference_height_m, shear.roughness_m),
               "at and below the roughness length the air is at rest");
}
template <class W>
void report_unsound(const W&, const std::string& path, Report& report) {
  report.error(path,
               fmt::format("the numbers of a wind of type {} do not fit each other", W::type_name));
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
          if constexpr (MeasuredWind<W>) {
            check_rows(wind, path_of("wind", i), report);
            check_whole(wind, path_of("wind", i), report);
          }
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
          if constexpr (VaryingWind<W>) {
            if (!wind.is_sound()) report_unsound(wind, path, report);
          }
        },
        scenario.wind[i]);
  }
  validate_wind_strength(scenario, report);
}

}  // namespace montecopter
