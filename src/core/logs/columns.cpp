#include "core/logs/columns.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/error.hpp"
#include "core/base/index.hpp"
#include "core/base/input_file.hpp"
#include "core/base/printable.hpp"
#include "core/base/text.hpp"
#include "core/base/toml_guard.hpp"
#include "core/fields/units.hpp"
#include "core/numerics/angles.hpp"

namespace montecopter::logs {

std::vector<std::string> frames_of(Axes axes) {
  switch (axes) {
    case Axes::none:
      return {};
    case Axes::world:
      return {"NED", "ENU", "NWU"};
    case Axes::body:
      return {"FRD", "FLU"};
    case Axes::attitude:
      return {"FRD to NED", "FLU to ENU", "FLU to NWU"};
  }
  return {};
}

void set_frame(ColumnRule& rule, std::size_t choice) {
  if (rule.kind->axes != Axes::body) rule.world = static_cast<WorldAxes>(choice);
  if (rule.kind->axes != Axes::world) rule.body = choice > 0 ? BodyAxes::flu : BodyAxes::frd;
}

std::size_t frame_number(const ColumnRule& rule) {
  return rule.kind->axes == Axes::body ? static_cast<std::size_t>(rule.body)
                                       : static_cast<std::size_t>(rule.world);
}

namespace {

struct LogUnit {
  std::string_view text, si;
  double factor;
};

/// Electrical revolutions: one of the shaft has as many as the motor has pole pairs.
constexpr std::string_view electrical = "erpm";

/// Units, each with its SI unit and its factor.
constexpr auto log_units = std::to_array<LogUnit>({
    {"s", "s", 1},
    {"ms", "s", 1e-3},
    {"us", "s", 1e-6},
    {"ns", "s", 1e-9},
    {"m", "m", 1},
    {"cm", "m", 1e-2},
    {"mm", "m", 1e-3},
    {"m/s", "m s-1", 1},
    {"cm/s", "m s-1", 1e-2},
    {"mm/s", "m s-1", 1e-3},
    {"m/s2", "m s-2", 1},
    {"mm/s2", "m s-2", 1e-3},
    {"g", "m s-2", 1e3 * units::milli_g},
    {"mg", "m s-2", units::milli_g},
    {"rad/s", "rad s-1", 1},
    {"mrad/s", "rad s-1", 1e-3},
    {"deg/s", "rad s-1", rad_per_deg},
    {"rpm", "rad s-1", rad_s_per_rpm},
    {electrical, "rad s-1", rad_s_per_rpm},
    {"T", "T", 1},
    {"uT", "T", 1e-6},
    {"gauss", "T", 1e-4},
    {"Pa", "Pa", 1},
    {"hPa", "Pa", 100},
    {"mbar", "Pa", 100},
    {"V", "V", 1},
    {"mV", "V", 1e-3},
    {"A", "A", 1},
    {"mA", "A", 1e-3},
    {"deg", "degrees_north", 1},
    {"deg", "degrees_east", 1},
    {"deg", "rad", rad_per_deg},
    {"rad", "rad", 1},
    {"1", "1", 1},
    {"%", "1", 1e-2},
});

std::vector<std::string> units_of(std::string_view si) {
  std::vector<std::string> texts;
  for (const LogUnit& unit : log_units) {
    if (unit.si == si) texts.emplace_back(unit.text);
  }
  return texts;
}

std::size_t width_of(const SignalKind& kind) {
  return count_where(kind.components, [](char c) { return c == ' '; }) + 1;
}

/// Reads the file and collects what is wrong with it.
class ColumnsReader {
 public:
  explicit ColumnsReader(const std::string& path) { columns_.path = path; }

  Columns read(const toml::table& root) {
    for (const auto& [key, node] : root) {
      const std::string name(key.str());
      if (name != "time" && name != "columns") unknown(key.source(), name, {"time", "columns"});
    }
    read_time(root);
    const auto* signals = root["columns"].as_table();
    if (signals == nullptr || signals->empty()) {
      complain(root.source(), "there is no table [columns.SIGNAL]",
               "Assign columns to at least one signal: [columns.position], for example");
    } else {
      for (const auto& [key, node] : *signals) read_signal(std::string(key.str()), key, node);
    }
    problems_.throw_if_errors();
    return std::move(columns_);
  }

 private:
  void read_time(const toml::table& root) {
    const auto* table = root["time"].as_table();
    if (table == nullptr) {
      return complain(root.source(), "there is no table [time]",
                      "Write [time] with column = \"NAME\" and unit = \"s\"");
    }
    require_known(*table, {"column", "unit"});
    columns_.time = text(*table, "column").value_or("");
    if (const auto unit = text(*table, "unit")) columns_.time_factor = factor(*table, *unit, "s");
  }

  /// [columns.imu.gyroscope] is a table in a table.
  static bool begins_names(const std::string& name) {
    return std::any_of(signal_kinds.begin(), signal_kinds.end(),
                       [&](const SignalKind& kind) { return kind.name.starts_with(name + "."); });
  }

  void read_signal(const std::string& name, const toml::key& key, const toml::node& node) {
    const SignalKind* kind = kind_of(name);
    if (kind == nullptr && node.is_table() && begins_names(name)) {
      for (const auto& [inner, below] : *node.as_table()) {
        read_signal(name + "." + std::string(inner.str()), inner, below);
      }
      return;
    }
    if (kind == nullptr) {
      std::vector<std::string> known;
      for (const SignalKind& one : signal_kinds) known.emplace_back(one.name);
      return unknown(key.source(), name, known);
    }
    if (!node.is_table()) {
      return complain(key.source(), "'columns." + name + "' is not a table",
                      "Write [columns." + name + "]");
    }
    const toml::table& table = *node.as_table();
    require_known(table,
                  {"from", "unit", "frame", "delay_s", "sign", "pole_pairs", "minimum", "maximum"});
    ColumnRule rule;
    rule.kind = kind;
    read_from(table, rule);
    read_unit(table, rule);
    read_frame(table, rule);
    read_sign(table, rule);
    rule.delay_s = number(table, "delay_s").value_or(0);
    if (std::abs(rule.delay_s) > 10) {
      complain(table.source(), "'delay_s' is more than 10 s, too long for a sensor", "");
    }
    columns_.rules.push_back(std::move(rule));
  }

  void read_from(const toml::table& table, ColumnRule& rule) {
    const toml::node* node = table.get("from");
    if (node == nullptr) {
      return complain(table.source(), "'from' is missing", "Name the columns: from = [\"x\"]");
    }
    if (node->is_string()) rule.from.push_back(node->as_string()->get());
    if (const toml::array* list = node->as_array()) {
      for (const toml::node& one : *list) {
        if (one.is_string()) rule.from.push_back(one.as_string()->get());
      }
      if (rule.from.size() != list->size()) rule.from.clear();
    }
    for (auto one = rule.from.begin(); one != rule.from.end(); ++one) {
      if (std::find(rule.from.begin(), one, *one) == one) continue;
      return complain(node->source(),
                      fmt::format("'from' of '{}' names the column '{}' more than once",
                                  rule.kind->name, printable(*one)),
                      "Name another column for each component");
    }
    constexpr std::size_t most_columns = 64;
    const bool any = rule.kind->components == "*";
    const std::size_t wanted = width_of(*rule.kind);
    if (rule.is_by_angles()) return;
    if (rule.from.empty() || rule.from.size() > most_columns ||
        (!any && rule.from.size() != wanted)) {
      complain(
          node->source(),
          fmt::format("'from' of '{}' does not name {}", rule.kind->name,
                      any ? "1 to 64 columns" : fmt::format("{} columns", wanted)),
          any ? "Name one for each motor"
              : fmt::format(
                    "Name the columns of {}{}",
                    rule.kind->components.empty() ? "the value" : rule.kind->components,
                    rule.kind->axes == Axes::attitude ? ", or three: roll, pitch and yaw" : ""));
    }
  }

  void read_unit(const toml::table& table, ColumnRule& rule) {
    const auto unit = text(table, "unit", rule.kind->unit == "1" && !rule.is_by_angles());
    rule.unit = unit.value_or("");
    read_pulses(table, rule);
    if (rule.is_by_pulses()) return;
    if (unit) {
      rule.factor = factor(table, *unit, rule.is_by_angles() ? "rad" : rule.kind->unit,
                           rule.kind->name == "command");
    }
    const auto pairs = number(table, "pole_pairs");
    const bool is_electrical = unit && *unit == electrical;
    if (is_electrical && !pairs) {
      complain(table.source(),
               "'pole_pairs' is missing (electrical speed = pole_pairs x shaft speed)",
               "For a motor with 14 poles write pole_pairs = 7");
    } else if (pairs && !is_electrical) {
      complain(table.source(), "'pole_pairs' is not allowed here",
               "Use it only with unit = \"erpm\"");
    } else if (pairs && !(*pairs >= 1 && *pairs <= 100 && *pairs == std::floor(*pairs))) {
      complain(table.source(), "'pole_pairs' is not a whole number from 1 to 100", "");
    } else if (pairs) {
      rule.factor /= *pairs;
    }
  }

  /// The shortest pulse is 0 of a command, and the longest one 1.
  void read_pulses(const toml::table& table, ColumnRule& rule) {
    const auto low = number(table, "minimum"), high = number(table, "maximum");
    if (!rule.is_by_pulses()) {
      if (low || high) {
        complain(table.source(), "'minimum' and 'maximum' are not allowed here",
                 "Use them only for 'command' with unit = \"us\", pulse widths");
      }
    } else if (!low || !high) {
      complain(table.source(),
               "'minimum' and 'maximum' are missing (the pulse widths of commands 0 and 1)",
               "Write the range of the speed controllers: minimum = 1000 and maximum = 2000, for "
               "example");
    } else if (!(*low < *high)) {
      complain(table.source(), "'minimum' is not below 'maximum'", "");
    } else {
      rule.zero = *low, rule.factor = 1 / (*high - *low);
    }
  }

  void read_frame(const toml::table& table, ColumnRule& rule) {
    const std::vector<std::string> known = frames_of(rule.kind->axes);
    if (!table.contains("frame")) return;
    const auto frame = text(table, "frame");
    if (!frame) return;
    const Index at = first_index(known, *frame);
    if (at == known.size()) {
      return complain(table.get("frame")->source(),
                      fmt::format("'{}' is not a frame of '{}'", *frame, rule.kind->name),
                      known.empty() ? "Leave it out" : "Use one of " + join(known, " or "));
    }
    set_frame(rule, at);
  }

  void read_sign(const toml::table& table, ColumnRule& rule) {
    rule.sign.assign(rule.from.size(), 1);
    const toml::node* node = table.get("sign");
    if (node == nullptr) return;
    const toml::array* list = node->as_array();
    bool fits = list != nullptr && list->size() == rule.from.size();
    for (std::size_t i = 0; fits && i < rule.from.size(); ++i) {
      rule.sign[i] = (*list)[i].value<double>().value_or(0);
      fits = std::abs(rule.sign[i]) == 1;
    }
    if (!fits) {
      complain(node->source(), "'sign' is not 1 or -1 for each column",
               "Write one for each name in 'from': sign = [1, -1, 1]");
    }
  }

  double factor(const toml::table& table, const std::string& unit, std::string_view si,
                bool takes_pulses = false) {
    for (const LogUnit& known : log_units) {
      if (known.text == unit && known.si == si) return known.factor;
    }
    std::vector<std::string> known = units_of(si);
    if (takes_pulses) known.emplace_back("us");
    complain(table.source(), fmt::format("'{}' is not an allowed unit", unit),
             "Use one of " + join(known, " or "));
    return 1;
  }

  std::optional<std::string> text(const toml::table& table, const char* key,
                                  bool may_be_missing = false) {
    const toml::node* node = table.get(key);
    if (node != nullptr && node->is_string()) return node->as_string()->get();
    if (node != nullptr || !may_be_missing) {
      complain(node ? node->source() : table.source(),
               fmt::format("'{}' is {}", key, node ? "not a text" : "missing"),
               "Write it in quotes");
    }
    return std::nullopt;
  }

  std::optional<double> number(const toml::table& table, const char* key) {
    const toml::node* node = table.get(key);
    if (node == nullptr) return std::nullopt;
    const auto value = node->value<double>();
    if (value && std::isfinite(*value)) return value;
    complain(node->source(), fmt::format("'{}' is not a number", key), "");
    return std::nullopt;
  }

  void require_known(const toml::table& table, const std::vector<std::string>& known) {
    for (const auto& [key, node] : table) {
      const std::string name(key.str());
      if (std::find(known.begin(), known.end(), name) == known.end()) {
        unknown(key.source(), name, known);
      }
    }
  }

  void unknown(const toml::source_region& where, const std::string& name,
               const std::vector<std::string>& known) {
    const auto near = near_name(name, known);
    complain(where, "unknown name '" + name + "'",
             near ? "Did you mean '" + *near + "'?" : "Known names: " + join(known));
  }

  void complain(const toml::source_region& where, const std::string& what,
                const std::string& suggestion) {
    problems_.error(fmt::format("{}:{}:{}", columns_.path, where.begin.line, where.begin.column),
                    what, {}, suggestion);
  }

  Columns columns_;
  Diagnostics problems_;
};

}  // namespace

Columns parse_columns(std::string_view text, const std::string& path) {
  if (const auto deep = find_too_deep(text)) {
    throw Error(ExitCode::usage,
                Problem{fmt::format("{}:{}:{}", path, deep->line, deep->column), deep->what});
  }
  try {
    Columns columns = ColumnsReader(path).read(toml::parse(text, std::string_view(path)));
    columns.text = text;
    return columns;
  } catch (const toml::parse_error& error) {
    const toml::source_position at = error.source().begin;
    throw Error(ExitCode::usage, Problem{fmt::format("{}:{}:{}", path, at.line, at.column),
                                         "it is not valid TOML", std::string(error.description())});
  }
}

Columns load_columns(const std::string& path) {
  std::string why;
  const auto text = read_input_file(path, max_file_bytes + 1, why);
  if (!text) {
    throw Error(ExitCode::io, Problem{path, "cannot read it", why});
  }
  if (text->size() > max_file_bytes) {
    throw Error(ExitCode::usage,
                Problem{path, fmt::format("it is larger than {} MiB", max_file_bytes >> 20), "",
                        "Check its name"});
  }
  if (is_utf16(*text)) {
    throw Error(ExitCode::usage, Problem{path, "cannot read it", std::string(utf16_words)});
  }
  if (text->find('\0') != std::string::npos) {
    throw Error(ExitCode::usage, Problem{path, "it is a binary file, not TOML", "",
                                         "Give the file that describes the columns of the log"});
  }
  return parse_columns(*text, path);
}

void turn_axes(const ColumnRule& rule, double* c) {
  switch (rule.kind->axes) {
    case Axes::none:
      return;
    case Axes::body:
      if (rule.body == BodyAxes::flu) c[1] = -c[1], c[2] = -c[2];
      return;
    case Axes::world:
      if (rule.world == WorldAxes::enu) std::swap(c[0], c[1]);
      if (rule.world == WorldAxes::nwu) c[1] = -c[1];
      if (rule.world != WorldAxes::ned && rule.kind->components == "x y z") c[2] = -c[2];
      return;
    case Axes::attitude:
      break;
  }
  if (rule.world == WorldAxes::ned) return;
  // From FLU to NWU: half a turn about the common x axis on both sides of R.
  c[2] = -c[2], c[3] = -c[3];
  if (rule.world == WorldAxes::nwu) return;
  // East, north, up are 90 degrees of heading away: k (1, 0, 0, -1) times the quaternion, with
  // k = sqrt(1/2), turns what was found with x for north into what has x for east.
  const double k = std::sqrt(0.5), w = c[0], x = c[1], y = c[2], z = c[3];
  c[0] = k * (w - z);
  c[1] = k * (x - y);
  c[2] = k * (y + x);
  c[3] = k * (z + w);
}

}  // namespace montecopter::logs
