/// Checks that the tables of a recorded flight suit their quantities.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/counted.hpp"
#include "core/logs/recorded_flight.hpp"
#include "scenario/checks/validate.hpp"

namespace montecopter {
namespace {

constexpr std::size_t most_recorded_rows = 100'000;

/// Error in a row; empty: none.
std::string fault_of(const RecordedQuantity& quantity, const RecordedRows& rows, std::size_t i) {
  const std::vector<double>& row = rows[i];
  if (row.size() != 1 + quantity.width) {
    return fmt::format("the row has {} instead of {}", counted(row.size(), "number"),
                       1 + quantity.width);
  }
  if (!std::all_of(row.begin(), row.end(), [](double x) { return std::isfinite(x); })) {
    return "the row has a number that is not finite";
  }
  if (i > 0 && !(row[0] > rows[i - 1][0])) {
    return fmt::format("the row at {} s comes after the row at {} s", row[0], rows[i - 1][0]);
  }
  if (quantity.shape != SignalShape::quaternion) return "";
  const double norm =
      std::sqrt(row[1] * row[1] + row[2] * row[2] + row[3] * row[3] + row[4] * row[4]);
  if (std::abs(norm - 1) <= logs::most_norm_error) return "";
  return fmt::format("the norm of the attitude quaternion is {:.6g}", norm);
}

void check_table(const RecordedQuantity& quantity, const RecordedRows& rows, Report& report) {
  const std::string path = fmt::format("recorded.{}", quantity.name);
  if (rows.empty() || !report.clean(path)) return;
  if (rows.size() < 2 || rows.size() > most_recorded_rows) {
    report.error(path, fmt::format("the table has {}", counted(rows.size(), "row")),
                 fmt::format("a table has 2 to {}", most_recorded_rows),
                 rows.size() < 2 ? "" : "Choose a shorter flight, or a log of a lower rate");
    return;
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string fault = fault_of(quantity, rows, i);
    if (fault.empty()) continue;
    report.error(fmt::format("{}.{}", path, i), fault,
                 fmt::format("a row is a time and {} numbers, and times increase", quantity.width));
    return;
  }
}

}  // namespace

void validate_recorded(const Scenario& scenario, Report& report) {
  if (!scenario.recorded || !report.clean_above("recorded")) return;
  const Recorded& recorded = *scenario.recorded;
  bool any = false;
  for (const RecordedQuantity& quantity : recorded_quantities) {
    any = any || !(recorded.*quantity.rows).empty();
    check_table(quantity, recorded.*quantity.rows, report);
  }
  if (recorded.log.empty()) {
    for (const char* key : {"columns", "part", "instances", "from_s"}) {
      const std::string path = std::string("recorded.") + key;
      if (any && report.is_written(path) && !report.is_written("recorded.log")) {
        report.error(path, fmt::format("'{}' is given without a log", path),
                     "it says what to read from a log", "Remove it");
      }
    }
  }
  if (any || !report.clean("recorded")) return;
  report.error("recorded", "[recorded] is empty", "flights are compared with it",
               "Give log = \"flight.ulg\", or tables such as position = [[0, 0, 0, 0], ...]");
}

}  // namespace montecopter
