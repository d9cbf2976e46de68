#include "results/diff/profile.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

#include "core/base/error.hpp"
#include "core/base/input_file.hpp"
#include "core/base/text.hpp"
#include "core/base/toml_guard.hpp"

namespace montecopter::diff {
namespace {

bool is_legal(double value) { return value >= 0 && std::isfinite(value); }

/// Content of the table of a signal.
struct Entry {
  Tolerance tolerance;
  std::string path;  ///< "signal.position"
  toml::source_region where;
  bool states_tolerance = false;
  std::optional<bool> ignore;
  std::optional<std::string> reason;
  std::optional<double> spread_abs, spread_rel, spread_angle_rad;
};

/// Reads one profile and collects its problems.
class ProfileReader {
 public:
  explicit ProfileReader(const std::string& file) : file_(file) {}

  CompareOptions read(const toml::table& root) {
    CompareOptions options;
    for (const auto& [key, node] : root) {
      const std::string name(key.str());
      if (name == "all") {
        options.all = entry(node, "all", all_keys).tolerance;
      } else if (name == "signal") {
        read_signals(node, options);
      } else if (name == "unit") {
        read_units(node, options);
      } else if (name != "learned") {
        unknown(key.source(), name, {"all", "signal", "unit", "learned"});
      }
    }
    problems_.throw_if_errors();
    return options;
  }

 private:
  static inline const std::vector<std::string> all_keys = {"abs", "rel", "ulp"};
  static inline const std::vector<std::string> signal_keys = {
      "abs",    "rel",    "ulp",        "angle_deg",  "tube_s",
      "ignore", "reason", "spread_abs", "spread_rel", "spread_angle_deg"};

  /// Sorts patterns by their place in the file, since TOML tables have no order: the later one
  /// counts.
  using Placed = std::tuple<toml::source_index, toml::source_index, SignalRule>;

  void read_signals(const toml::node& node, CompareOptions& options) {
    if (!node.is_table()) {
      return complain(node.source(), "'signal' is not a table", "write [signal.NAME]");
    }
    std::vector<Placed> patterns;
    for (const auto& [key, value] : *node.as_table()) {
      const std::string name(key.str());
      const Entry found = entry(value, "signal." + name, signal_keys);
      const std::string ignored = ignored_because(found);
      require_not_tighter(found);
      if (name.find_first_of("*?") != std::string::npos) {
        const auto at = key.source().begin;
        patterns.emplace_back(at.line, at.column, SignalRule{name, found.tolerance, ignored});
      } else if (!ignored.empty()) {
        options.ignored[name] = ignored;
      } else {
        options.signals[name] = found.tolerance;
      }
    }
    std::stable_sort(patterns.begin(), patterns.end(), [](const Placed& a, const Placed& b) {
      return std::tie(std::get<0>(a), std::get<1>(a)) < std::tie(std::get<0>(b), std::get<1>(b));
    });
    for (Placed& pattern : patterns) options.patterns.push_back(std::get<2>(std::move(pattern)));
  }

  void read_units(const toml::node& node, CompareOptions& options) {
    if (!node.is_table()) {
      return complain(node.source(), "'unit' is not a table", "write [unit.\"m/s\"]");
    }
    for (const auto& [key, value] : *node.as_table()) {
      const std::string unit(key.str()), path = "unit." + unit;
      if (!value.is_table()) {
        complain(value.source(), "'" + path + "' is not a table", "write [unit.\"" + unit + "\"]");
        continue;
      }
      for (const auto& [name, number_node] : *value.as_table()) {
        if (name.str() == "floor") {
          options.floors[unit] = number(number_node, path + ".floor");
        } else {
          unknown(name.source(), path + "." + std::string(name.str()), {path + ".floor"});
        }
      }
    }
  }

  Entry entry(const toml::node& node, const std::string& path,
              const std::vector<std::string>& keys) {
    Entry found;
    found.path = path;
    found.where = node.source();
    if (!node.is_table()) {
      complain(node.source(), "'" + path + "' is not a table", "write [" + path + "]");
      return found;
    }
    for (const auto& [key, value] : *node.as_table()) {
      const std::string name(key.str());
      if (std::find(keys.begin(), keys.end(), name) != keys.end()) {
        read_key(name, value, path + "." + name, found);
        continue;
      }
      std::vector<std::string> known;
      for (const std::string& one : keys) known.push_back(path + "." + one);
      unknown(key.source(), path + "." + name, known);
    }
    return found;
  }

  void read_key(const std::string& name, const toml::node& value, const std::string& path,
                Entry& found) {
    if (name == "ignore") {
      found.ignore = truth(value, path);
    } else if (name == "reason") {
      found.reason = text(value, path);
    } else if (name == "spread_abs") {
      found.spread_abs = number(value, path);
    } else if (name == "spread_rel") {
      found.spread_rel = number(value, path);
    } else if (name == "spread_angle_deg") {
      found.spread_angle_rad = number(value, path) * rad_per_deg;
    } else {
      found.states_tolerance = true;
      read_tolerance(name, value, path, found.tolerance);
    }
  }

  void read_tolerance(const std::string& name, const toml::node& value, const std::string& path,
                      Tolerance& tolerance) {
    if (name == "abs") tolerance.abs = number(value, path);
    if (name == "rel") tolerance.rel = number(value, path);
    if (name == "ulp") tolerance.ulp = whole_number(value, path);
    if (name == "angle_deg") tolerance.angle_rad = number(value, path) * rad_per_deg;
    if (name == "tube_s") tolerance.tube_s = number(value, path);
  }

  /// The reason to ignore a signal, which is required, so that a reader of the profile can judge
  /// it.
  std::string ignored_because(const Entry& entry) {
    if (!entry.ignore.value_or(false)) {
      if (entry.reason) {
        complain(entry.where, "'" + entry.path + ".reason' without ignore = true",
                 "add ignore = true, or make it a comment");
      }
      return {};
    }
    if (entry.states_tolerance) {
      complain(entry.where, "'" + entry.path + "' is ignored and has a tolerance",
               "leave one of them out");
    }
    if (entry.reason && !entry.reason->empty()) return *entry.reason;
    complain(entry.where, "'" + entry.path + "' is ignored without a reason",
             "add reason = \"...\", which diff will print");
    return "-";
  }

  /// Refuses a tolerance below the recorded spread: abs or rel alone must cover its largest value.
  void require_not_tighter(const Entry& entry) {
    const Tolerance& tolerance = entry.tolerance;
    const bool has_distance = entry.spread_abs || entry.spread_rel;
    const bool covered = (entry.spread_abs && tolerance.abs >= *entry.spread_abs) ||
                         (entry.spread_rel && tolerance.rel >= *entry.spread_rel) ||
                         (entry.spread_angle_rad && tolerance.angle_rad >= *entry.spread_angle_rad);
    if (covered || !(has_distance || entry.spread_angle_rad) || entry.ignore.value_or(false)) {
      return;
    }
    std::vector<std::string> measured;
    const auto add = [&](const char* name, const std::optional<double>& value, double unit) {
      if (value) measured.push_back(fmt::format("{} >= {}", name, *value / unit));
    };
    add("abs", entry.spread_abs, 1);
    add("rel", entry.spread_rel, 1);
    add("angle_deg", entry.spread_angle_rad, rad_per_deg);
    complain(entry.where,
             "the tolerance of '" + entry.path + "' is tighter than the spread recorded with it",
             "results of one scenario differed by this spread when it was learned; give " +
                 join(measured, " or ") + ", or learn the profile again");
  }

  /// Reads a number by its node type, because toml++ converts `true` to a number.
  double number(const toml::node& node, const std::string& path) {
    double value = -1;
    if (node.is_floating_point()) value = node.as_floating_point()->get();
    if (node.is_integer()) value = static_cast<double>(node.as_integer()->get());
    if (!is_legal(value)) {
      complain(node.source(), "'" + path + "' is not a tolerance", "give a finite number >= 0");
      return 0;
    }
    return value;
  }

  std::int64_t whole_number(const toml::node& node, const std::string& path) {
    const std::int64_t value = node.is_integer() ? node.as_integer()->get() : -1;
    if (value >= 0) return value;
    complain(node.source(), "'" + path + "' is not a tolerance", "give a whole number >= 0");
    return 0;
  }

  bool truth(const toml::node& node, const std::string& path) {
    if (node.is_boolean()) return node.as_boolean()->get();
    complain(node.source(), "'" + path + "' is neither true nor false",
             "write " + path + " = true");
    return false;
  }

  std::string text(const toml::node& node, const std::string& path) {
    if (node.is_string()) return node.as_string()->get();
    complain(node.source(), "'" + path + "' is not a text", "write it in quotes");
    return "-";
  }

  void unknown(const toml::source_region& where, const std::string& name,
               const std::vector<std::string>& known) {
    const auto near = near_name(name, known);
    complain(where, "unknown key '" + name + "'",
             near ? "did you mean '" + *near + "'?" : "known keys: " + join(known));
  }

  void complain(const toml::source_region& where, const std::string& what,
                const std::string& suggestion) {
    problems_.error(fmt::format("{}:{}:{}", file_, where.begin.line, where.begin.column), what, {},
                    suggestion);
  }

  std::string file_;
  Diagnostics problems_;
};

}  // namespace

CompareOptions parse_profile(std::string_view text, const std::string& file) {
  if (const auto deep = find_too_deep(text)) {
    throw Error(ExitCode::usage, Problem{fmt::format("{}:{}:{}", file, deep->line, deep->column),
                                         deep->what, "", "Profiles do not need such depth"});
  }
  try {
    return ProfileReader(file).read(toml::parse(text, std::string_view(file)));
  } catch (const toml::parse_error& error) {
    const toml::source_position at = error.source().begin;
    throw Error(ExitCode::usage, Problem{fmt::format("{}:{}:{}", file, at.line, at.column),
                                         "not a TOML profile", std::string(error.description())});
  }
}

CompareOptions load_profile(const std::string& path) {
  std::string why;
  const auto text = read_input_file(path, max_file_bytes + 1, why);
  if (!text) {
    throw Error(ExitCode::io,
                Problem{path, "cannot read this tolerance profile", why, "Check its name"});
  }
  if (text->size() > max_file_bytes) {
    throw Error(ExitCode::usage, Problem{path,
                                         fmt::format("this tolerance profile is larger than {} MiB",
                                                     max_file_bytes >> 20),
                                         "", "Check its name"});
  }
  if (is_utf16(*text)) {
    throw Error(ExitCode::usage,
                Problem{path, "cannot read this tolerance profile", std::string(utf16_words)});
  }
  return parse_profile(*text, path);
}

}  // namespace montecopter::diff
