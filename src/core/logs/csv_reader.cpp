#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "core/base/counted.hpp"
#include "core/base/csv.hpp"
#include "core/base/error.hpp"
#include "core/base/index.hpp"
#include "core/base/printable.hpp"
#include "core/base/shortened.hpp"
#include "core/base/text.hpp"
#include "core/logs/other_readings.hpp"
#include "core/logs/read_log.hpp"
#include "core/logs/signal_rows.hpp"
#include "core/logs/turns.hpp"

namespace montecopter::logs {
namespace {

constexpr std::size_t most_columns = 10'000;
/// Three thousand years: a clock that counts from 1970 on has 2e9 s. Farther times are none.
constexpr double most_time_s = 1e11;

class CsvReader {
 public:
  CsvReader(std::string_view text, const std::string& path, const Columns& columns,
            std::optional<double> rate_hz)
      : rest_(without_byte_order_mark(text)), columns_(columns) {
    flight_.said_rate_hz = rate_hz;
    flight_.path = path;
    flight_.format = "CSV";
  }

  RecordedFlight read() {
    read_header();
    while (!rest_.empty()) read_line();
    if (times_.empty()) {
      throw Error(
          ExitCode::refused,
          Problem{flight_.path, "cannot use this log",
                  fmt::format("no line below the header has {} cells and a time{}", names_.size(),
                              too_far_ > 0 ? fmt::format(" within {:g} s. Check the unit of "
                                                         "[time] in {}",
                                                         most_time_s, columns_.path)
                                           : "")});
    }
    report_losses();
    start_s_ = *std::min_element(times_.begin(), times_.end());
    for (std::size_t i = 0; i < columns_.rules.size(); ++i) take_signal(i);
    if (flight_.signals.empty()) {
      throw Error(ExitCode::refused,
                  Problem{flight_.path, "cannot use this log",
                          fmt::format("none of the signals has a usable value: {}",
                                      join(flight_.remarks, "; "))});
    }
    check_turns(flight_);
    if (flight_.turns && flight_.turns->verdict != Turns::Verdict::agree) try_other_readings();
    return std::move(flight_);
  }

 private:
  void read_header() {
    ++line_;
    const std::string_view header = rest_.empty() ? rest_ : take_csv_line(rest_);
    format_ = csv_format(header);
    names_ = names_of(header, format_);
    // A separator behind the last name begins no column.
    while (names_.size() > 1 && names_.back().empty()) names_.pop_back();
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

  static std::vector<std::string> names_of(std::string_view header, CsvFormat format) {
    std::vector<std::string> names;
    for (const CsvCell& cell : split_cells(header, format)) {
      std::string_view name = cell.text;
      if (name.size() >= 2 && name.front() == '"' && name.back() == '"') {
        name = name.substr(1, name.size() - 2);
      }
      names.push_back(printable(std::string(name)));
    }
    return names;
  }

  std::string where() const { return fmt::format("{}:{}", flight_.path, line_); }

  std::size_t column(const std::string& name, Diagnostics& problems) {
    const auto at = std::find(names_.begin(), names_.end(), name);
    if (at == names_.end()) {
      const auto near = near_name(name, names_);
      problems.error(where(), fmt::format("there is no column '{}'", name),
                     fmt::format("{} names it", columns_.path),
                     near               ? "Did you mean '" + *near + "'?"
                     : has_told_header_ ? ""
                                        : "The header has " + shown_names());
      has_told_header_ = has_told_header_ || !near;
    } else if (std::find(at + 1, names_.end(), name) != names_.end()) {
      problems.error(where(), fmt::format("there are several columns '{}'", name));
    }
    return static_cast<std::size_t>(at - names_.begin());
  }

  std::string shown_names() const {
    constexpr std::size_t most = 20, longest = 60;
    std::vector<std::string> shown(names_.data(), names_.data() + std::min(most, names_.size()));
    for (std::string& name : shown) name = shortened(name, longest);
    return names_.size() > most
               ? fmt::format("{} and {} more", join(shown, ", "), names_.size() - most)
               : join(shown);
  }

  void read_line() {
    ++line_;
    std::vector<CsvCell> cells = split_cells(take_csv_line(rest_), format_);
    drop_empty_end(cells, names_.size());
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
    if (const auto value = csv_number(cell.text, format_)) return *value;
    constexpr std::size_t most = 40;
    throw Error(
        ExitCode::usage,
        Problem{fmt::format("{}:{}", where(), cell.column),
                fmt::format("'{}' in column '{}' is not a number",
                            printable(std::string(cell.text.substr(0, most))), names_[column]),
                "", "Leave out the column, or leave missing values empty"});
  }

  void report_losses() {
    if (other_lines_ > 0) {
      flight_.remarks.push_back(fmt::format(
          "{} whose number of cells differs from the header {} left out; the first is line {}",
          counted(other_lines_, "line"), verb(other_lines_, "is", "are"), first_other_line_));
    }
    if (without_time_ > 0) {
      flight_.remarks.push_back(fmt::format("{} without a time {} left out",
                                            counted(without_time_, "line"),
                                            verb(without_time_, "is", "are")));
    }
    if (too_far_ > 0) {
      flight_.remarks.push_back(
          fmt::format("{} {} left out: {} beyond {:g} s, which is implausible",
                      counted(too_far_, "line"), verb(too_far_, "is", "are"),
                      verb(too_far_, "its time is", "their times are"), most_time_s));
    }
  }

  /// A row of a rule's columns as components of the signal.
  static void convert(const ColumnRule& rule, const double* cells, double* out) {
    const std::size_t width = rule.from.size();
    for (std::size_t c = 0; c < width; ++c)
      out[c] = (cells[c] - rule.zero) * rule.factor * rule.sign[c];
    if (rule.is_by_angles()) {
      const std::array<double, 4> q = quaternion_of(out);
      std::copy(q.begin(), q.end(), out);
    }
    turn_axes(rule, out);
  }

  /// The signal by the rule of that number, or by another rule of the same columns, from one row to
  /// another. Rows in which no component has a value were not written by this signal: logs of
  /// several rates in one table leave them empty.
  RecordedSignal signal_of(std::size_t index, const ColumnRule& rule, std::size_t from,
                           std::size_t to) const {
    RecordedSignal signal = empty_signal(*rule.kind, join(rule.from, ", "), rule.from.size());
    signal.is_share = rule.is_by_pulses();
    const std::vector<std::string>& own = columns_.rules[index].from;
    std::vector<std::size_t> order;
    for (const std::string& name : rule.from) order.push_back(first_index(own, name));
    const std::size_t cells = own.size(), width = signal.width();
    std::vector<double> row(cells), out(std::max(cells, width));
    for (std::size_t k = from; k < to; ++k) {
      bool any = false;
      for (std::size_t c = 0; c < cells; ++c) {
        row[c] = rows_[index][k * cells + order[c]];
        any = any || std::isfinite(row[c]);
      }
      if (!any) continue;
      convert(rule, row.data(), out.data());
      signal.time_s.push_back(times_[k] - start_s_ - rule.delay_s);
      signal.values.insert(signal.values.end(), out.data(), out.data() + width);
    }
    return signal;
  }

  void take_signal(std::size_t index) {
    RecordedSignal signal = signal_of(index, columns_.rules[index], 0, times_.size());
    if (signal.time_s.empty()) {
      flight_.remarks.push_back(signal.name + ": none of its columns has a value");
    } else if (repair_attitudes(flight_, signal) && repair_times(flight_, signal)) {
      flight_.signals.push_back(std::move(signal));
    }
  }

  std::size_t rule_of(const std::string& name) const {
    return first_index_if(columns_.rules,
                          [&](const ColumnRule& rule) { return rule.kind->name == name; });
  }

  /// Comparison of the attitude of one rule with the rates of another one.
  Turns turns_by(const ColumnRule& attitude, const ColumnRule& rate) const {
    constexpr std::size_t most_rows = 50'000;
    const std::size_t count = std::min(times_.size(), most_rows);
    const std::size_t from = (times_.size() - count) / 2;
    RecordedFlight aside;
    aside.said_rate_hz = flight_.said_rate_hz;
    std::vector<RecordedSignal> both;
    for (const ColumnRule* rule : {&attitude, &rate}) {
      const std::size_t index = rule_of(std::string(rule->kind->name));
      RecordedSignal signal = signal_of(index, *rule, from, from + count);
      if (!repair_attitudes(aside, signal) || !repair_times(aside, signal)) return {};
      both.push_back(std::move(signal));
    }
    return compare_turns(both[0], both[1]);
  }

  /// Looks for another order, unit or frame that makes attitude and rates agree.
  void try_other_readings() {
    const std::string rate_name = turning_rate(flight_)->name;
    const ColumnRule &attitude = columns_.rules[rule_of("attitude")],
                     &rate = columns_.rules[rule_of(rate_name)];
    const std::vector<OtherReading> attitudes = other_readings(attitude),
                                    rates = other_readings(rate);
    std::vector<std::string> cures;
    std::ptrdiff_t most_axes = 1;  // what agrees about fewer is another reading of those
    const auto attempt = [&](const ColumnRule& a, const ColumnRule& r, const std::string& cure) {
      const Turns turns = turns_by(a, r);
      if (turns.verdict != Turns::Verdict::agree || !is_better(turns)) return;
      const auto axes = std::count_if(turns.missed.begin(), turns.missed.end(),
                                      [](double missed) { return !std::isnan(missed); });
      if (axes > most_axes) cures.clear(), most_axes = axes;
      if (axes == most_axes) cures.push_back(cure);
    };
    for (const OtherReading& a : attitudes) attempt(a.rule, rate, a.line);
    for (const OtherReading& r : rates) attempt(attitude, r.rule, r.line);
    const bool is_wrong = flight_.turns->verdict == Turns::Verdict::contradict;
    if (cures.empty() && is_wrong) {
      for (const OtherReading& a : attitudes) {
        for (const OtherReading& twice : other_readings(a.rule)) {
          if (twice.rule.from == attitude.from) continue;
          attempt(twice.rule, rate, a.line + " and " + twice.line);
        }
        for (const OtherReading& r : rates) attempt(a.rule, r.rule, a.line + " and " + r.line);
      }
    }
    if (cures.empty()) return;
    const std::string what =
        flight_.contradictions.empty()
            ? fmt::format("attitude contradicts {} as read, but another reading agrees", rate_name)
            : flight_.contradictions.front().what;
    flight_.turns->verdict = Turns::Verdict::contradict;
    flight_.contradictions = {{what, cures}};
  }

  /// Whether the other reading misses at most half as much as the present one.
  bool is_better(const Turns& other) const {
    const auto worst = [](const Turns& turns) {
      double most = 0;  // NaN if unknown
      for (const double missed : turns.missed) most = std::fmax(most, missed);
      return most;
    };
    const double own = worst(*flight_.turns);
    return own == 0 || worst(other) < 0.5 * own;
  }

  std::string_view rest_;
  const Columns& columns_;
  RecordedFlight flight_;
  std::size_t line_ = 0;
  bool has_told_header_ = false;
  std::vector<std::string> names_;
  std::size_t time_ = 0;
  std::vector<std::vector<std::size_t>> places_;  ///< by rule: columns
  CsvFormat format_;
  double start_s_ = 0;  ///< the earliest time
  std::vector<double> times_;
  std::vector<std::vector<double>> rows_;  ///< by rule: [times][columns]
  std::size_t other_lines_ = 0, first_other_line_ = 0, without_time_ = 0, too_far_ = 0;
};

}  // namespace

RecordedFlight read_csv(std::string_view text, const std::string& path, const Columns& columns,
                        std::optional<double> rate_hz) {
  return CsvReader(text, path, columns, rate_hz).read();
}

}  // namespace montecopter::logs
