#include "vehicle/import/bench_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/base/csv.hpp"
#include "core/base/printable.hpp"
#include "core/base/shortened.hpp"
#include "core/base/text.hpp"
#include "core/base/words.hpp"
#include "core/numerics/angles.hpp"
#include "vehicle/import/line_problems.hpp"

namespace montecopter {
namespace {

constexpr double gram_force = 9.80665e-3, pound_force = 4.4482216152605, inch = 0.0254;
constexpr std::size_t most_columns = 200;

struct UnitName {
  std::string_view name;
  double factor;
  double offset = 0;  ///< added before the factor applies
};

struct QuantityName {
  BenchQuantity quantity;
  std::string_view title;
  std::vector<std::string_view> names;
  std::vector<UnitName> units;
};

/// Names and units without blanks, dots and signs of multiplication, in lower case.
const std::vector<QuantityName>& quantity_names() {
  using Q = BenchQuantity;
  static const std::vector<QuantityName> all = {
      {Q::command,
       "command",
       {"throttle", "throttleinput", "command", "escsignal", "esc", "pwm", "signal"},
       {{"%", 0.01},
        {"percent", 0.01},
        {"pct", 0.01},
        {"us", 0.001, -1000},
        {"usec", 0.001, -1000},
        {"", 1},
        {"1", 1}}},
      {Q::thrust,
       "thrust",
       {"thrust", "pull"},
       {{"g", gram_force},
        {"gf", gram_force},
        {"gram", gram_force},
        {"grams", gram_force},
        {"kg", 1e3 * gram_force},
        {"kgf", 1e3 * gram_force},
        {"n", 1},
        {"mn", 1e-3},
        {"lbf", pound_force},
        {"ozf", pound_force / 16}}},
      {Q::torque,
       "torque",
       {"torque"},
       {{"nm", 1},
        {"mnm", 1e-3},
        {"kgfcm", 10 * gram_force},
        {"lbfin", pound_force * inch},
        {"ozfin", pound_force * inch / 16}}},
      {Q::speed,
       "speed",
       {"rpm", "speed", "motorspeed", "rotorspeed", "motorelectricalspeed", "motoropticalspeed",
        "rotationspeed", "rotationalspeed"},
       {{"rpm", rad_s_per_rpm},
        {"1/min", rad_s_per_rpm},
        {"rad/s", 1},
        {"1/s", rad_per_turn},
        {"hz", rad_per_turn}}},
      {Q::voltage, "voltage", {"voltage"}, {{"v", 1}, {"mv", 1e-3}}},
      {Q::current, "current", {"current"}, {{"a", 1}, {"ma", 1e-3}}},
      {Q::power, "power", {"power", "electricalpower", "inputpower"}, {{"w", 1}, {"kw", 1e3}}},
  };
  return all;
}

/// Lower case without blanks, dots, stars and points; micro becomes u. The single bytes b5 and b7
/// of programs that write ISO 8859-1 are micro and point, too.
std::string plain(std::string_view text) {
  std::string bare;
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(utf8_length(text), 1);
    const std::string_view at = text.substr(0, length);
    if (at == "\u00b5" || at == "\u03bc" || at == "\xb5") {
      bare += 'u';
    } else if (at.size() == 1 && std::string_view(" \t.*^\"\xb7").find(at) == at.npos) {
      bare += lower_case(at.front());
    } else if (at.size() > 1 && at != "\u00b7" && at != "\u22c5") {
      bare += at;
    }
    text.remove_prefix(length);
  }
  return bare;
}

/// Name and unit of a column.
struct Label {
  std::string name, unit;
};

/// "Thrust (gf)", "Thrust [gf]", "Thrust - gf", "thrust_gf", "RPM".
Label label_of(std::string_view text) {
  const std::size_t open = text.find_first_of("([");
  if (open != std::string_view::npos) {
    const std::size_t close = text.find_first_of(")]", open);
    return {plain(text.substr(0, open)), plain(text.substr(open + 1, close - open - 1))};
  }
  if (const std::size_t dash = text.find(" - "); dash != std::string_view::npos) {
    return {plain(text.substr(0, dash)), plain(text.substr(dash + 3))};
  }
  std::string whole = plain(text);
  if (whole == "rpm") return {whole, whole};
  if (whole.size() > 1 && whole.back() == '%') {
    whole.pop_back();
    return {whole, "%"};
  }
  const std::size_t line = whole.find('_');
  if (line == std::string::npos) return {whole, ""};
  std::string unit = whole.substr(line + 1);
  std::replace(unit.begin(), unit.end(), '_', unit == "rad_s" ? '/' : ' ');
  return {whole.substr(0, line), plain(unit)};
}

struct Column {
  std::size_t place = 0;
  const QuantityName* quantity = nullptr;
  UnitName unit;
  std::string label;
  std::vector<double> values;
  bool is_told = false;  ///< whether a number outside its unit was reported

  bool is_pulse() const { return unit.offset != 0; }
};

/// Unit that a command above the range of its own unit probably has; empty if none is known.
std::string_view likely_unit(double value, bool is_percent) {
  if (value >= 800 && value <= 2500) return "us";
  return !is_percent && value <= 100 ? "%" : "";
}

class TableReader {
 public:
  explicit TableReader(const std::string& file) : problems_(file) {}

  BenchTable read(std::string_view text) {
    text = without_byte_order_mark(text);
    while (!text.empty() && !problems_.are_too_many()) {
      ++line_;
      const std::string_view line = take_csv_line(text);
      if (trim_cell(line).empty()) continue;
      if (width_ == 0) {
        header(line);
        if (!problems_.are_none()) break;
      } else {
        row(line);
      }
    }
    if (problems_.are_none() && rows_ == 0) problems_.of_file("the table has no rows");
    problems_.throw_if_any();
    return table();
  }

 private:
  /// Splits a line. A cell that begins with a quotation mark ends at the next single one (RFC
  /// 4180); other cells may contain quotation marks, for inches.
  std::vector<std::string_view> split(std::string_view line) const {
    std::vector<std::string_view> cells;
    bool is_quoted = false, has_begun = false;
    std::size_t begin = 0;
    for (std::size_t k = 0; k < line.size(); ++k) {
      if (is_quoted && line.substr(k, 2) == "\"\"") {
        ++k;
      } else if (line[k] == '"' && (is_quoted || !has_begun)) {
        is_quoted = !is_quoted;
      } else if (line[k] == format_.separator && !is_quoted) {
        cells.push_back(unquoted(trim_cell(line.substr(begin, k - begin))));
        begin = k + 1, has_begun = false;
        continue;
      }
      has_begun = has_begun || line[k] != ' ';
    }
    cells.push_back(unquoted(trim_cell(line.substr(begin))));
    return cells;
  }

  static std::string_view unquoted(std::string_view cell) {
    const bool is_quoted = cell.size() >= 2 && cell.front() == '"' && cell.back() == '"';
    return is_quoted ? cell.substr(1, cell.size() - 2) : cell;
  }

  void header(std::string_view line) {
    format_ = csv_format(line);
    const std::vector<std::string_view> cells = split(line);
    width_ = cells.size();
    if (width_ > most_columns) {
      return problems_.at(line_, fmt::format("the table has {} columns", width_),
                          fmt::format("at most {} are read", most_columns));
    }
    for (std::size_t k = 0; k < width_; ++k) column(cells[k], k);
    const bool has_thrust = std::any_of(columns_.begin(), columns_.end(), [](const Column& c) {
      return c.quantity->quantity == BenchQuantity::thrust;
    });
    if (has_thrust || !problems_.are_none()) return;
    problems_.at(line_, "the table has no thrust column",
                 "columns are found by their names and units in the first line",
                 "Call it, for example, 'Thrust (N)' or 'thrust_g'");
  }

  void column(std::string_view cell, std::size_t place) {
    const std::string shown = shortened(printable(cell), 60);
    const Label label = label_of(cell);
    for (const QuantityName& quantity : quantity_names()) {
      const auto& names = quantity.names;
      if (std::find(names.begin(), names.end(), label.name) == names.end()) continue;
      const auto& units = quantity.units;
      const auto unit = std::find_if(units.begin(), units.end(),
                                     [&](const UnitName& u) { return u.name == label.unit; });
      if (unit != units.end()) {
        columns_.push_back({place, &quantity, *unit, shown, {}});
        return;
      }
      std::vector<std::string> known;
      for (const UnitName& u : units) {
        if (!u.name.empty()) known.emplace_back(u.name);
      }
      return problems_.at(
          line_,
          label.unit.empty() ? fmt::format("the column '{}' has no unit", shown)
                             : fmt::format("the column '{}' has an unknown unit", shown),
          "", "Write one of " + join(known, " or ") + " in brackets after its name");
    }
    if (!cell.empty()) left_out_.push_back({shown, "a column", "a rotor model does not need it"});
  }

  void row(std::string_view line) {
    std::vector<std::string_view> cells = split(line);
    while (cells.size() > width_ && cells.back().empty()) cells.pop_back();
    if (cells.size() > width_) {
      return problems_.at(line_, fmt::format("the row has {} cells, the first line has {} names",
                                             cells.size(), width_));
    }
    cells.resize(width_);
    for (Column& column : columns_) column.values.push_back(number(cells[column.place], column));
    ++rows_;
  }

  double number(std::string_view cell, Column& column) {
    if (cell.empty()) return std::numeric_limits<double>::quiet_NaN();
    const bool is_command = column.quantity->quantity == BenchQuantity::command;
    const bool has_sign = cell.back() == '%' && is_command;
    const auto value =
        csv_number(has_sign ? trim_cell(cell.substr(0, cell.size() - 1)) : cell, format_);
    if (!value || !(std::fabs(*value) <= 1e9)) {
      problems_.at(line_,
                   fmt::format("'{}' in the column '{}' is not a number",
                               shortened(printable(cell), 40), column.label),
                   "numbers lie between -1e9 and 1e9; the decimal mark is a point, or a comma "
                   "where semicolons separate the cells",
                   "Leave the cell empty where nothing was measured");
      return 0;
    }
    if (is_command) require_share(*value, has_sign, column);
    if (is_command && column.is_pulse() && !has_sign && *value < 1000) {
      has_low_pulse_ = true;
      return 0;
    }
    if (has_sign) return *value / 100;
    return (*value + column.unit.offset) * column.unit.factor;
  }

  /// Reports the first row of a column whose value is not a command in the column's unit.
  void require_share(double value, bool has_sign, Column& column) {
    const bool is_pulse = !has_sign && column.is_pulse();
    const bool is_percent = has_sign || (!is_pulse && column.unit.factor == 0.01);
    const double most = is_pulse ? 2000 : is_percent ? 100 : 1;
    if (column.is_told || (value <= most && (value >= 0 || is_pulse))) return;
    column.is_told = true;
    const std::string whole = is_pulse ? "2000 us" : is_percent ? "100 %" : "1";
    const std::string what = fmt::format("{:g} in the column '{}' is ", value, column.label);
    if (value < 0) {
      return problems_.at(line_, what + "below 0", "commands go from 0 to " + whole,
                          "Leave out rows of reverse thrust");
    }
    if (is_pulse) {
      return problems_.at(line_, what + "above " + whole,
                          "pulses of 1000 to 2000 us are the full range",
                          "Leave out these rows: the motor controller is at its limit there");
    }
    const std::string_view unit = likely_unit(value, is_percent);
    problems_.at(line_, what + "above " + whole,
                 unit == "us"  ? "the numbers look like pulses of 1000 to 2000 us"
                 : !is_percent ? "without a unit, commands are 0 to 1"
                               : "",
                 unit.empty() ? "Give commands from 0 to 100 under 'Throttle (%)'"
                              : fmt::format("Write ({}) after the name of the column", unit));
  }

  /// Takes, of several columns of one quantity, the one with most non-zero numbers: a stand writes
  /// zeros for missing sensors.
  BenchTable table() {
    BenchTable table;
    table.left_out = std::move(left_out_);
    std::array<std::ptrdiff_t, bench_quantities> most{};
    for (Column& column : columns_) {
      const Index at = BenchTable::place(column.quantity->quantity);
      const auto count = std::count_if(column.values.begin(), column.values.end(),
                                       [](double x) { return !std::isnan(x) && x != 0; });
      if (count <= most[at]) {
        table.left_out.push_back(
            {column.label, "a column", "another column has this quantity, or this one is 0"});
        continue;
      }
      if (!table.labels[at].empty()) {
        table.left_out.push_back(
            {table.labels[at], "a column", "another column has this quantity, or this one is 0"});
      }
      most[at] = count;
      table.labels[at] = column.label;
      table.columns[at] = std::move(column.values);
      if (at == 0) table.command_is_pulse = column.is_pulse();
    }
    table.has_low_pulse = has_low_pulse_;
    return table;
  }

  LineProblems problems_;
  std::vector<Column> columns_;
  std::vector<OmittedSetting> left_out_;
  std::uint32_t line_ = 0;
  std::size_t width_ = 0, rows_ = 0;
  CsvFormat format_;
  bool has_low_pulse_ = false;
};

}  // namespace

BenchTable parse_bench_table(std::string_view text, const std::string& file_name) {
  return TableReader(file_name).read(text);
}

}  // namespace montecopter
