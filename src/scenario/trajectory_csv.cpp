#include "scenario/trajectory_csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "base/text.hpp"
#include "scenario/csv_rows.hpp"

namespace montecopter {

namespace {

using Names = std::vector<std::string>;

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

/// "duration", "x^0" ... "yaw^7".
Names polynomial_names() {
  Names names = {"duration"};
  for (const char* axis : {"x", "y", "z", "yaw"}) {
    for (int power = 0; power < 8; ++power) names.push_back(fmt::format("{}^{}", axis, power));
  }
  return names;
}

/// The names of the columns, of which the last ones may be missing. Letter case does not count: the
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

std::optional<CsvHeaderFault> check_polynomial(const std::vector<CsvCell>& header) {
  return check_names(header, polynomial_names(), 33,
                     "duration,x^0,...,x^7,y^0,...,y^7,z^0,...,z^7,yaw^0,...,yaw^7");
}

std::optional<CsvHeaderFault> check_sampled(const std::vector<CsvCell>& header) {
  return check_names(header, {"t_s", "x_m", "y_m", "z_m", "heading_deg"}, 4,
                     "t_s,x_m,y_m,z_m or t_s,x_m,y_m,z_m,heading_deg");
}

template <class T, class CheckHeader>
void read_rows(T& trajectory, const std::string& base_dir, CheckHeader check_header,
               Report& report) {
  if (trajectory.file.empty()) return;
  if (report.is_written("trajectory.rows")) {
    report.error("trajectory.rows", "both trajectory.file and trajectory.rows are given",
                 "the file holds the rows", "Remove one of them");
  }
  auto rows = read_csv_rows(
      {"trajectory.rows", trajectory.file, "trajectory file", "trajectory.file", check_header},
      base_dir, report);
  if (!rows) return;
  trajectory.file.clear();
  trajectory.rows = std::move(*rows);
}

}  // namespace

void read_trajectory_file(Trajectory& trajectory, const std::string& base_dir, Report& report) {
  if (auto* polynomial = std::get_if<PolynomialTrajectory>(&trajectory)) {
    read_rows(*polynomial, base_dir, check_polynomial, report);
  } else if (auto* sampled = std::get_if<SampledTrajectory>(&trajectory)) {
    read_rows(*sampled, base_dir, check_sampled, report);
  }
}

}  // namespace montecopter
