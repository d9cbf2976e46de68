#include "scenario/files/points_csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "core/base/counted.hpp"
#include "core/base/text.hpp"
#include "dynamics/distributions/distribution.hpp"
#include "scenario/derived/paths.hpp"
#include "scenario/files/csv_rows.hpp"

namespace montecopter {

namespace {

const std::string file_path = "monte_carlo.file";

/// Checks of the header against a scenario.
class Header {
 public:
  explicit Header(Scenario& scenario) : scenario_(scenario) {}

  std::optional<CsvHeaderFault> fault(const std::vector<CsvCell>& cells) {
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (!seen.insert(cells[i].text).second) {
        return CsvHeaderFault{i, fmt::format("two columns are named '{}'", cells[i].text), "", ""};
      }
      if (auto found = fault(i, std::string(cells[i].text))) return found;
      columns.emplace_back(cells[i].text);
    }
    return std::nullopt;
  }

  std::vector<std::string> columns;

 private:
  std::optional<CsvHeaderFault> fault(std::size_t i, const std::string& path) {
    const std::vector<NumberRef> numbers = find_numbers(scenario_, path);
    if (numbers.empty()) {
      const std::optional<std::string> meant =
          near_name(path, number_paths(all_numbers(scenario_)));
      return CsvHeaderFault{i, fmt::format("'{}' addresses no number of this scenario", path),
                            "the first line names numbers by their paths",
                            meant ? fmt::format("Did you mean '{}'?", *meant)
                                  : "For example vehicle.mass_kg,wind.0.to_m_s.x"};
    }
    if (numbers.front().vary != Vary::per_sample) {
      return CsvHeaderFault{i, fmt::format("'{}' cannot be dispersed", path),
                            "all samples share the time grid and the layout of the result", ""};
    }
    if (scenario_.disperse.count(path) > 0) {
      return CsvHeaderFault{i, fmt::format("'{}' is in the file and dispersed", path),
                            "a sample has only one value of it",
                            fmt::format("Remove the column or disperse.\"{}\"", path)};
    }
    return std::nullopt;
  }

  Scenario& scenario_;
};

/// Reports values outside the range of their numbers; one per column.
void check_column(const std::vector<NumberRef>& numbers, const std::vector<double>& values,
                  const std::string& path, Report& report) {
  for (std::size_t row = 0; row < values.size(); ++row) {
    for (const NumberRef& number : numbers) {
      if (number.range.contains(values[row])) continue;
      report.error_at(
          report.place(append_path(file_path, std::to_string(row))), append_path("disperse", path),
          fmt::format("'{}' is set to {}, which is out of range", path, values[row]),
          fmt::format("its range is from {} to {}{}", number.range.low, number.range.high,
                      number.range.low_open ? ", both excluded" : ""));
      return;
    }
  }
}

/// Sets the number of samples to the number of rows.
void count_samples(Scenario& scenario, std::size_t rows, Report& report) {
  const std::string path = "monte_carlo.samples";
  const auto samples = static_cast<std::int64_t>(rows);
  if (!report.is_written(path)) {
    scenario.monte_carlo.samples = std::max<std::int64_t>(samples, 1);
  } else if (scenario.monte_carlo.samples != samples && report.clean(path)) {
    report.error(
        path,
        fmt::format("{}, but {} in the file '{}'", counted(scenario.monte_carlo.samples, "sample"),
                    counted(samples, "row"), scenario.monte_carlo.file),
        "row i is sample i", fmt::format("Remove it, or set {} = {}", path, samples));
  }
}

}  // namespace

void read_points_file(Scenario& scenario, const std::string& base_dir, Report& report) {
  const MonteCarlo& given = scenario.monte_carlo;
  // For other designs, validate_design() reports that the file has no effect.
  if (given.file.empty() || given.design != ListedDesign::name) return;
  if (report.errors() > 0) {  // values that were not read cannot be addressed
    report.distrust(file_path);
    return;
  }
  Header header(scenario);
  const auto check = [&](const std::vector<CsvCell>& cells) { return header.fault(cells); };
  const auto rows =
      read_csv_rows({file_path, given.file, "file of points", file_path, check}, base_dir, report);
  if (!rows || !report.clean(file_path)) return;
  if (rows->empty() || rows->size() * header.columns.size() > max_point_numbers) {
    report.error(
        file_path,
        fmt::format("the file of points has {} of {}", counted(rows->size(), "row"),
                    counted(header.columns.size(), "number")),
        fmt::format(
            "at least one row, and at most {} numbers, because every result file stores them",
            max_point_numbers));
    return;
  }
  count_samples(scenario, rows->size(), report);
  for (std::size_t c = 0; c < header.columns.size(); ++c) {
    Dispersed<ListedDistribution> listed;
    for (const std::vector<double>& row : *rows) listed.values.push_back(row[c]);
    check_column(find_numbers(scenario, header.columns[c]), listed.values, header.columns[c],
                 report);
    scenario.disperse.emplace(header.columns[c], std::move(listed));
  }
  scenario.monte_carlo.file.clear();
}

}  // namespace montecopter
