#include "scenario/observations.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "scenario/csv.hpp"
#include "scenario/document.hpp"
#include "scenario/paths.hpp"

namespace montecopter {

namespace {

/// The next line of `text`, which loses it.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

class ObservationReader {
 public:
  ObservationReader(EmpiricalDistribution& out, std::string path, std::string file, Report& report)
      : out_(out), path_(std::move(path)), file_(std::move(file)), report_(report) {}

  void read(std::string_view text) {
    text = without_byte_order_mark(text);
    const std::vector<CsvCell> first = split_cells(text.substr(0, text.find('\n')));
    std::uint32_t line_number = 0;
    if (out_.column.empty() && first.size() == 1) {
      if (!parse_double(first[0].text)) take_line(text), ++line_number;
    } else {
      if (!choose_column(first)) return;
      take_line(text), ++line_number;
    }
    while (!text.empty()) {
      const std::string_view line = take_line(text);
      ++line_number;
      if (trim_cell(line).empty() && trim_cell(text).empty()) break;  // blank lines may end it
      row(line, line_number);
    }
  }

 private:
  bool choose_column(const std::vector<CsvCell>& header) {
    std::vector<std::string> names;
    for (const CsvCell& cell : header) names.emplace_back(cell.text);
    if (out_.column.empty()) {
      error(1, 1, fmt::format("the file has {} columns", names.size()),
            "column says which of them to take", "Known: " + join(names));
      return false;
    }
    for (index_ = 0; index_ < names.size(); ++index_) {
      if (names[index_] == out_.column) return true;
    }
    error(1, 1, fmt::format("the header has no column '{}'", out_.column), "",
          "Known: " + join(names));
    return false;
  }

  void row(std::string_view line, std::uint32_t line_number) {
    const std::vector<CsvCell> cells = split_cells(line);
    if (index_ >= cells.size()) {
      error(line_number, 1, fmt::format("the line has no column {}", index_ + 1), "",
            "Give every observation a value");
      return;
    }
    const CsvCell& cell = cells[index_];
    const std::optional<double> number = parse_double(cell.text);
    if (!number || !std::isfinite(*number)) {
      error(line_number, cell.column, fmt::format("'{}' is not a finite number", cell.text), "",
            "Leave out observations that have no value");
    }
    out_.values.push_back(number.value_or(0));
  }

  void error(std::uint32_t line, std::uint32_t column, std::string what, std::string why,
             std::string suggestion) {
    report_.error_at({file_, line, column}, path_, std::move(what), std::move(why),
                     std::move(suggestion));
  }

  EmpiricalDistribution& out_;
  std::string path_;
  std::string file_;
  Report& report_;
  std::size_t index_ = 0;
};

}  // namespace

void read_observations(EmpiricalDistribution& empirical, const std::string& path,
                       const std::string& base_dir, Report& report) {
  if (!report.clean(path)) return;
  if (empirical.file.empty()) {
    if (empirical.column.empty()) return;
    report.error(append_path(path, "column"), "column is given without file",
                 "it names a column of that file", "Remove it");
    return;
  }
  if (!empirical.values.empty()) {
    report.error(append_path(path, "values"), "both file and values are given",
                 "the file holds the observations", "Remove one of them");
    return;
  }
  const std::string file = resolve_path(base_dir, empirical.file);
  std::string why;
  const std::optional<std::string> text = read_text_file(file, why);
  if (!text) {
    report.error(append_path(path, "file"), fmt::format("cannot read the observations '{}'", file),
                 why, "The name is relative to the scenario file");
    return;
  }
  ObservationReader(empirical, path, file, report).read(*text);
  empirical.file.clear();
  empirical.column.clear();
}

}  // namespace montecopter
