#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/counted.hpp"
#include "base/csv.hpp"
#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/text.hpp"
#include "logs/read_log.hpp"
#include "logs/signal_rows.hpp"

namespace montecopter::logs {
namespace {

constexpr std::size_t most_columns = 10'000;
/// Three thousand years: a clock that counts from 1970 on has 2e9 s. Farther times are none.
constexpr double most_time_s = 1e11;

class CsvReader {
 public:
  CsvReader(std::string_view text, const std::string& path, const Columns& columns)
      : rest_(without_byte_order_mark(text)), columns_(columns) {
    flight_.path = path;
    flight_.format = "CSV";
  }

  RecordedFlight read() {
    read_header();
    while (!rest_.empty()) read_line();
    if (times_.empty()) {
      throw Error(ExitCode::refused,
                  fmt::format("{}: error: cannot use this log (no line below the header has {} "
                              "cells and a time{}).",
                              flight_.path, names_.size(),
                              too_far_ > 0 ? fmt::format(" within {:g} s. Check the unit of "
                                                         "[time] in {}",
                                                         most_time_s, columns_.path)
                                           : ""));
    }
    report_losses();
    const double start = *std::min_element(times_.begin(), times_.end());
    for (std::size_t i = 0; i < columns_.rules.size(); ++i) take_signal(i, start);
    if (flight_.signals.empty()) {
      throw Error(ExitCode::refused,
                  fmt::format("{}: error: cannot use this log (none of the signals has a value "
                              "that can be used: {}).",
                              flight_.path, join(flight_.remarks, "; ")));
    }
    return std::move(flight_);
  }

 private:
  void read_header() {
    ++line_;
    for (const CsvCell& cell :
         rest_.empty() ? std::vector<CsvCell>() : split_cells(take_csv_line(rest_))) {
      std::string_view name = cell.text;
      if (name.size() >= 2 && name.front() == '"' && name.back() == '"') {
        name = name.substr(1, name.size() - 2);
      }
      names_.push_back(printable(std::string(name)));
    }
    Diagnostics problems;
    if (names_.size() > most_columns) {
      problems.error(where(), fmt::format("the header has more than {} names", most_columns));
      problems.throw_if_errors();
    }
    time_ = column(columns_.time, problems);
    for (const ColumnRule& rule : columns_.rules) {
      std::vector<std::size_t>& places = places_.emplace_back();
      for (const std::string& name : rule.from) places.push_back(column(name, problems));
    }
    problems.throw_if_errors();
    rows_.resize(columns_.rules.size());
  }

  std::string where() const { return fmt::format("{}:{}", flight_.path, line_); }

  std::size_t column(const std::string& name, Diagnostics& problems) const {
    const auto at = std::find(names_.begin(), names_.end(), name);
    if (at == names_.end()) {
      const auto near = near_name(name, names_);
      problems.error(where(), fmt::format("there is no column '{}'", name),
                     fmt::format("{} names it", columns_.path),
                     near ? "Perhaps '" + *near + "' is meant" : "The header has " + shown_names());
    } else if (std::find(at + 1, names_.end(), name) != names_.end()) {
      problems.error(where(), fmt::format("there are several columns '{}'", name));
    }
    return static_cast<std::size_t>(at - names_.begin());
  }

  std::string shown_names() const {
    constexpr std::size_t most = 20;
    std::vector<std::string> shown(
        names_.begin(),
        names_.begin() + static_cast<std::ptrdiff_t>(std::min(most, names_.size())));
    return names_.size() > most
               ? fmt::format("{} and {} more", join(shown, ", "), names_.size() - most)
               : join(shown);
  }

  void read_line() {
    ++line_;
    const std::vector<CsvCell> cells = split_cells(take_csv_line(rest_));
    if (cells.size() == 1 && cells.front().text.empty()) return;
    if (cells.size() != names_.size()) {
      if (other_lines_++ == 0) first_other_line_ = line_;
      return;
    }
    const double time_s = number(cells, time_) * columns_.time_factor;
    if (!(std::abs(time_s) <= most_time_s)) {
      ++(std::isfinite(time_s) ? too_far_ : without_time_);
      return;
    }
    times_.push_back(time_s);
    for (std::size_t i = 0; i < places_.size(); ++i) {
      for (const std::size_t place : places_[i]) rows_[i].push_back(number(cells, place));
    }
  }

  /// NaN of a cell that is empty or says so.
  double number(const std::vector<CsvCell>& cells, std::size_t column) const {
    const CsvCell& cell = cells[column];
    constexpr double missing = std::numeric_limits<double>::quiet_NaN();
    if (cell.text.empty() || cell.text == "nan" || cell.text == "NaN" || cell.text == "NAN") {
      return missing;
    }
    if (const auto value = parse_double(cell.text)) return *value;
    constexpr std::size_t most = 40;
    throw Error(ExitCode::usage,
                fmt::format("{}:{}: error: '{}' in column '{}' is no number. Leave the column out, "
                            "or what is missing empty.",
                            where(), cell.column, printable(std::string(cell.text.substr(0, most))),
                            names_[column]));
  }

  void report_losses() {
    if (other_lines_ > 0) {
      flight_.remarks.push_back(fmt::format(
          "{} with another number of cells than the header {} left out; the "
          "first is line {}",
          counted(other_lines_, "line"), verb(other_lines_, "is", "are"), first_other_line_));
    }
    if (without_time_ > 0) {
      flight_.remarks.push_back(fmt::format("{} without a time {} left out",
                                            counted(without_time_, "line"),
                                            verb(without_time_, "is", "are")));
    }
    if (too_far_ > 0) {
      flight_.remarks.push_back(
          fmt::format("{} {} left out: {} beyond {:g} s, which no clock shows",
                      counted(too_far_, "line"), verb(too_far_, "is", "are"),
                      verb(too_far_, "its time is", "their times are"), most_time_s));
    }
  }

  /// Rows in which no component has a value were not written by this signal: logs of several rates
  /// in one table leave them empty.
  void take_signal(std::size_t index, double start) {
    const ColumnRule& rule = columns_.rules[index];
    RecordedSignal signal = empty_signal(*rule.kind, join(rule.from, ", "), rule.from.size());
    const std::size_t width = signal.width();
    std::vector<double> row(width);
    for (std::size_t k = 0; k < times_.size(); ++k) {
      bool any = false;
      for (std::size_t c = 0; c < width; ++c) {
        row[c] = rows_[index][k * width + c] * rule.factor * rule.sign[c];
        any = any || std::isfinite(row[c]);
      }
      if (!any) continue;
      turn_axes(rule, row.data());
      signal.time_s.push_back(times_[k] - start - rule.delay_s);
      signal.values.insert(signal.values.end(), row.begin(), row.end());
    }
    if (signal.time_s.empty()) {
      flight_.remarks.push_back(signal.name + ": none of its columns has a value");
    } else if (repair_attitudes(flight_, signal) && repair_times(flight_, signal)) {
      flight_.signals.push_back(std::move(signal));
    }
  }

  std::string_view rest_;
  const Columns& columns_;
  RecordedFlight flight_;
  std::size_t line_ = 0;
  std::vector<std::string> names_;
  std::size_t time_ = 0;
  std::vector<std::vector<std::size_t>> places_;  ///< by rule: columns
  std::vector<double> times_;
  std::vector<std::vector<double>> rows_;  ///< by rule: [times][columns]
  std::size_t other_lines_ = 0, first_other_line_ = 0, without_time_ = 0, too_far_ = 0;
};

}  // namespace

RecordedFlight read_csv(std::string_view text, const std::string& path, const Columns& columns) {
  return CsvReader(text, path, columns).read();
}

}  // namespace montecopter::logs
