#include "scenario/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/text.hpp"
#include "base/toml_guard.hpp"
#include "scenario/paths.hpp"

namespace montecopter {

namespace {

/// Parses TOML; on failure reports one error that concerns `path` and returns nullopt.
std::optional<toml::table> parse_toml(std::string_view text, const std::string& source_name,
                                      const std::string& path, Report& report) {
  if (const auto deep = find_too_deep(text)) {
    report.error_at({source_name, deep->line, deep->column}, path, deep->what, "",
                    "Scenarios need no such depth");
    return std::nullopt;
  }
  try {
    return toml::parse(text, std::string_view(source_name));
  } catch (const toml::parse_error& failure) {
    report.error_at(report.place(failure.source()), path,
                    "not valid TOML: " + std::string(failure.description()));
    return std::nullopt;
  }
}

/// A table that names another type than the one below it stands for itself: nothing is inherited.
/// Integrators are no such types: they share their keys.
/// Nor does a swept parameter keep the values it had when it is given others.
bool names_another_type(const toml::table& base, const toml::table& over, const std::string& path) {
  if (path == "integrator") return false;
  if (path.rfind("sweep.", 0) == 0) return over.size() > 1 || !over.contains("column");
  for (const char* key : {"type", "dist"}) {
    const toml::node* old_type = base.get(key);
    const toml::node* new_type = over.get(key);
    if (old_type != nullptr && new_type != nullptr &&
        old_type->value<std::string>() != new_type->value<std::string>()) {
      return true;
    }
  }
  return false;
}

/// Lays the user's table over a base, in place. Nodes are moved, never copied: a copy has no
/// position.
class Merger {
 public:
  explicit Merger(Report& report) : report_(report) {}

  void lay_over(toml::table& base, toml::table& over, const std::string& path) {
    for (auto&& [key, value] : over) {
      toml::node* old = base.get(key.str());
      if (old == nullptr && starts_list(value)) {
        old = &base.insert(key, toml::array()).first->second;
      }
      if (old != nullptr && merge(*old, value, append_path(path, key.str()))) continue;
      base.insert_or_assign(key, std::move(value));
    }
  }

 private:
  /// No table has a key 0: "wind.0.type" means the first entry of a new list.
  static bool starts_list(const toml::node& node) {
    const toml::table* table = node.as_table();
    return table != nullptr && table->size() == 1 && table->contains("0");
  }

  /// True if `over` went into `base`; false if it has to replace it.
  bool merge(toml::node& base, toml::node& over, const std::string& path) {
    toml::table* entries = over.as_table();
    if (entries == nullptr) return false;
    if (toml::table* table = base.as_table()) {
      if (names_another_type(*table, *entries, path)) return false;
      lay_over(*table, *entries, path);
      return true;
    }
    if (toml::array* list = base.as_array()) {
      lay_over_list(*list, *entries, path);
      return true;
    }
    return false;
  }

  /// A table over a list changes the elements that its keys name; the next free index appends.
  void lay_over_list(toml::array& list, toml::table& over, const std::string& path) {
    for (auto&& [key, value] : over) {
      const std::string at = append_path(path, key.str());
      const std::optional<std::size_t> index = element_index(key.str(), list.size());
      if (!index || *index > list.size()) {
        report_.error_at(report_.place(value.source()), at,
                         fmt::format("'{}' is no element of the list '{}'", key.str(), path),
                         fmt::format("it has {} elements, counted from 0", list.size()));
      } else if (*index == list.size()) {
        list.push_back(std::move(value));
      } else if (!merge(list[*index], value, at)) {
        list.replace(list.cbegin() + static_cast<std::ptrdiff_t>(*index), std::move(value));
      }
    }
  }

  Report& report_;
};

/// Reads the file of [vehicle] include. The vehicle counts as bad after a failure, so that its
/// missing keys are not reported on top.
std::optional<toml::table> read_included(const toml::node& include, const std::string& base_dir,
                                         Report& report) {
  const Place place = report.place(include.source());
  const toml::value<std::string>* name = include.as_string();
  if (name == nullptr || name->get().empty()) {
    report.error_at(place, "vehicle", "'vehicle.include' must be the name of a vehicle file", "",
                    "For example include = \"vehicles/x500.toml\"");
    return std::nullopt;
  }
  const std::string path = resolve_path(base_dir, name->get());
  std::string why;
  const std::optional<std::string> text = read_text_file(path, why);
  if (!text) {
    report.error_at(place, "vehicle", fmt::format("cannot read the included file '{}'", path), why,
                    "The name is relative to the file that includes it");
    return std::nullopt;
  }
  std::optional<toml::table> vehicle = parse_toml(*text, path, "vehicle", report);
  if (!vehicle) return std::nullopt;
  if (const toml::node* again = vehicle->get("include")) {
    report.error_at(report.place(again->source()), "vehicle",
                    "an included file cannot include another", "",
                    "Put the keys of both into one file");
    return std::nullopt;
  }
  if (vehicle->contains("schema") || vehicle->contains("vehicle")) {
    report.error_at(place, "vehicle", fmt::format("'{}' is a scenario, not a vehicle", path),
                    "a vehicle file holds the keys of [vehicle] without that header");
    return std::nullopt;
  }
  return vehicle;
}

void merge_include(toml::table& root, const std::string& base_dir, Report& report) {
  toml::node* node = root.get("vehicle");
  toml::table* over = node != nullptr ? node->as_table() : nullptr;
  if (over == nullptr || !over->contains("include")) return;
  std::optional<toml::table> vehicle = read_included(*over->get("include"), base_dir, report);
  over->erase("include");
  if (!vehicle) return;
  if (names_another_type(*vehicle, *over, "vehicle")) return;
  Merger(report).lay_over(*vehicle, *over, "vehicle");
  root.insert_or_assign("vehicle", std::move(*vehicle));
}

/// A word that may do without quotes. What looks like a number but is none is no word.
bool is_bare_text(std::string_view value) {
  const bool looks_like_number =
      value.find_first_not_of("0123456789.+-_eE") == std::string_view::npos;
  return !looks_like_number && std::all_of(value.begin(), value.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_.:/+-").find(c) != std::string_view::npos;
  });
}

/// Position of the '=' between path and value: the first one outside quotes.
std::size_t find_equals(std::string_view text) {
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (text[i] == '=' && !quoted) return i;
  }
  return std::string_view::npos;
}

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// The override as a small document of its own, so that the parser gives its nodes their source.
std::optional<toml::table> parse_override(const std::string& text, Report& report) {
  const std::string source = std::string(override_prefix) + text;
  const std::size_t equals = find_equals(text);
  const auto fail = [&](std::string what, std::string why, std::string suggestion = {}) {
    report.error_at({source, 0, 0}, "--set", std::move(what), std::move(why),
                    std::move(suggestion));
    return std::nullopt;
  };
  if (equals == std::string::npos) {
    return fail("an override has the form PATH=VALUE", "", "For example vehicle.mass_kg=1.2");
  }
  const std::string_view path = trim(std::string_view(text).substr(0, equals));
  const std::string_view value = trim(std::string_view(text).substr(equals + 1));
  const auto components = split_path(path);
  if (!components) return fail(fmt::format("'{}' is not a dotted path", path), "");
  if (path == "vehicle.include") {
    return fail("'vehicle.include' cannot be overridden",
                "overrides are applied after the file is included");
  }
  if (value.empty()) return fail(fmt::format("'{}' is given no value", path), "");
  if (value.find('\n') != std::string_view::npos) return fail("a value is one line", "");
  std::string key;
  for (const std::string& component : *components) {
    key += (key.empty() ? "" : ".") + toml_quote(component);
  }
  Report attempt(source);
  if (auto table = parse_toml(key + " = " + std::string(value), source, "--set", attempt)) {
    return table;
  }
  if (is_bare_text(value)) {
    return parse_toml(key + " = " + toml_quote(value), source, "--set", report);
  }
  return fail(fmt::format("'{}' is not a TOML value", value),
              attempt.diagnostics().problems().front().what,
              "Text needs quotes of its own: " + std::string(path) + "='\"text\"'");
}

}  // namespace

std::optional<std::string> read_text_file(const std::string& path, std::string& why) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    why = "it is a directory";
    return std::nullopt;
  }
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    why = std::strerror(errno);
    return std::nullopt;
  }
  std::string text(max_file_bytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (stream.bad()) {
    why = "reading it failed";
    return std::nullopt;
  }
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() > max_file_bytes) {
    why = "it is larger than 16 MiB";
  } else if (text.find('\0') != std::string::npos) {
    why = "it is a binary file";
  } else if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
    why = "it is empty";
  }
  return why.empty() ? std::optional(std::move(text)) : std::nullopt;
}

std::string resolve_path(const std::string& base_dir, const std::string& path) {
  return (std::filesystem::path(base_dir) / path).lexically_normal().string();
}

std::optional<toml::table> read_document(std::string_view text, const std::string& source_name,
                                         const std::string& base_dir,
                                         const std::vector<std::string>& overrides,
                                         Report& report) {
  std::optional<toml::table> root = parse_toml(text, source_name, "", report);
  if (!root) return std::nullopt;
  merge_include(*root, base_dir, report);
  for (const std::string& text_of_override : overrides) {
    std::optional<toml::table> over = parse_override(text_of_override, report);
    if (over) Merger(report).lay_over(*root, *over, "");
  }
  return root;
}

}  // namespace montecopter
