#include "scenario/files/trajectory_csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/text.hpp"
#include "core/base/words.hpp"
#include "scenario/files/csv_rows.hpp"

namespace montecopter {

namespace {

using Names = std::vector<std::string>;

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = lower_case(c);
  return result;
}

/// Checks the names of the columns; the last ones may be missing. Letter case does not count: the
/// files of uav_trajectories begin with Duration.
std::optional<CsvHeaderFault> check_names(const std::vector<CsvCell>& header, const Names& wanted,
                                          std::size_t at_least, const std::string& example) {
  const std::string why = "the first line names the columns";
  for (std::size_t i = 0; i < std::min(header.size(), wanted.size()); ++i) {
    if (lower(header[i].text) == wanted[i]) continue;
    return CsvHeaderFault{i,
                          fmt::format("column {} is named '{}', not '{}'", i + 1,
                                      header[i].text.substr(0, 40), wanted[i]),
                          why, "The header is " + example};
  }
  if (header.size() >= at_least && header.size() <= wanted.size()) return std::nullopt;
  return CsvHeaderFault{0,
                        fmt::format("the header has {} names instead of {}", header.size(),
                                    header.size() < at_least ? at_least : wanted.size()),
                        why, "The header is " + example};
}

template <FileTrajectory T>
void read_rows(T& trajectory, const std::string& base_dir, Report& report) {
  if (trajectory.file.empty()) return;
  if (report.is_written("trajectory.rows")) {
    report.error("trajectory.rows", "both trajectory.file and trajectory.rows are given",
                 "the file holds the rows", "Remove one of them");
  }
  const auto check_header = [](const std::vector<CsvCell>& header) {
    return check_names(header, T::header(), T::least_columns, std::string(T::header_doc));
  };
  auto rows = read_csv_rows(
      {"trajectory.rows", trajectory.file, "trajectory file", "trajectory.file", check_header},
      base_dir, report);
  if (!rows) return;
  trajectory.file.clear();
  trajectory.rows = std::move(*rows);
}

}  // namespace

void read_trajectory_file(Trajectory& trajectory, const std::string& base_dir, Report& report) {
  std::visit(
      [&]<class T>(T& kind) {
        if constexpr (FileTrajectory<T>) read_rows(kind, base_dir, report);
      },
      trajectory);
}

}  // namespace montecopter
