#include "compare/options.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <cmath>

#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/text.hpp"
#include "base/toml_guard.hpp"

namespace montecopter::compare {
namespace {

bool is_legal(double value) { return value >= 0 && std::isfinite(value); }

/// Reads one profile and collects what is wrong with it.
class ProfileReader {
 public:
  explicit ProfileReader(const std::string& file) : file_(file) {}

  CompareOptions read(const toml::table& root) {
    CompareOptions options;
    for (const auto& [key, node] : root) {
      const std::string name(key.str());
      if (name == "all") {
        options.all = tolerance(node, "all");
      } else if (name == "signal" && node.is_table()) {
        for (const auto& [signal, entry] : *node.as_table()) {
          const std::string path(signal.str());
          options.signals[path] = tolerance(entry, "signal." + path);
        }
      } else if (name == "signal") {
        complain(node.source(), "'signal' is not a table", "write [signal.NAME]");
      } else {
        unknown(key.source(), name, {"all", "signal"});
      }
    }
    problems_.throw_if_errors();
    return options;
  }

 private:
  Tolerance tolerance(const toml::node& node, const std::string& path) {
    Tolerance result;
    if (!node.is_table()) {
      complain(node.source(), "'" + path + "' is not a table", "write [" + path + "]");
      return result;
    }
    for (const auto& [key, value] : *node.as_table()) {
      const std::string name(key.str());
      const std::string full = path + "." + name;
      if (name == "abs") {
        result.abs = number(value, full);
      } else if (name == "rel") {
        result.rel = number(value, full);
      } else if (name == "ulp") {
        result.ulp = whole_number(value, full);
      } else {
        unknown(key.source(), full, {path + ".abs", path + ".rel", path + ".ulp"});
      }
    }
    return result;
  }

  /// Node types are asked for: toml++ converts `true` to a number.
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

  void unknown(const toml::source_region& where, const std::string& name,
               const std::vector<std::string>& known) {
    const auto near = near_name(name, known);
    complain(where, "unknown key '" + name + "'",
             near ? "did you mean '" + *near + "'?" : "known are " + join(known));
  }

  void complain(const toml::source_region& where, const std::string& what,
                const std::string& suggestion) {
    problems_.error(fmt::format("{}:{}:{}", file_, where.begin.line, where.begin.column), what, {},
                    suggestion);
  }

  std::string file_;
  Diagnostics problems_;
};

void require_legal(const Tolerance& tolerance, const std::string& signal) {
  if (is_legal(tolerance.abs) && is_legal(tolerance.rel) && tolerance.ulp >= 0) return;
  throw Error(ExitCode::usage,
              "error: the tolerance of " + signal + " is not a finite number >= 0. Correct it.");
}

}  // namespace

const Tolerance& CompareOptions::of(const std::string& signal) const {
  const auto found = signals.find(signal);
  return found == signals.end() ? all : found->second;
}

bool CompareOptions::is_exact() const {
  for (const auto& [name, tolerance] : signals) {
    if (!tolerance.is_zero()) return false;
  }
  return all.is_zero();
}

void CompareOptions::validate() const {
  require_legal(all, "all signals");
  for (const auto& [name, tolerance] : signals) require_legal(tolerance, "'" + name + "'");
}

CompareOptions parse_profile(std::string_view text, const std::string& file) {
  if (const auto deep = find_too_deep(text)) {
    throw Error(ExitCode::usage, fmt::format("{}:{}:{}: error: {}. Profiles need no such depth.",
                                             file, deep->line, deep->column, deep->what));
  }
  try {
    return ProfileReader(file).read(toml::parse(text, std::string_view(file)));
  } catch (const toml::parse_error& error) {
    const toml::source_position at = error.source().begin;
    throw Error(ExitCode::usage, fmt::format("{}:{}:{}: error: not a TOML profile ({}).", file,
                                             at.line, at.column, error.description()));
  }
}

CompareOptions load_profile(const std::string& path) {
  std::string why;
  const auto text = read_input_file(path, max_file_bytes + 1, why);
  if (!text) {
    throw Error(ExitCode::io,
                fmt::format("{}: error: cannot read this tolerance profile ({}). Check its name.",
                            path, why));
  }
  if (text->size() > max_file_bytes) {
    throw Error(ExitCode::usage, fmt::format("{}: error: this tolerance profile is larger than {} "
                                             "MiB. Check its name.",
                                             path, max_file_bytes >> 20));
  }
  return parse_profile(*text, path);
}

}  // namespace montecopter::compare
