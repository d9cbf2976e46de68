#include "scenario/text/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/base/input_file.hpp"
#include "core/base/shortened.hpp"
#include "core/base/text.hpp"
#include "core/base/toml_guard.hpp"
#include "core/fields/paths.hpp"
#include "scenario/text/merge.hpp"

namespace montecopter {

namespace {

/// Parses TOML; on failure reports one error that concerns `path` and returns nullopt.
std::optional<toml::table> parse_toml(std::string_view text, const std::string& source_name,
                                      const std::string& path, Report& report) {
  if (const auto deep = find_too_deep(text)) {
    report.error_at({source_name, deep->line, deep->column}, path, deep->what, "",
                    "Scenarios never need this depth");
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

/// A table that includes a file, or tries to.
struct Inclusion {
  toml::table* parent;
  std::string key;   ///< in the parent
  std::string path;  ///< "sensors.imu0"
  toml::table& table() const { return *parent->get(key)->as_table(); }
};

/// The tables at `pattern`, from its component `depth` on, that have a key `include`.
void find_inclusions(toml::table& table, const std::vector<std::string>& pattern, std::size_t depth,
                     const std::string& path, std::vector<Inclusion>& found) {
  for (auto&& [key, node] : table) {
    toml::table* below = node.as_table();
    if (below == nullptr || (pattern[depth] != "*" && pattern[depth] != key.str())) continue;
    const std::string at = append_path(path, key.str());
    if (depth + 1 < pattern.size()) {
      find_inclusions(*below, pattern, depth + 1, at, found);
    } else if (below->contains("include")) {
      found.push_back({&table, std::string(key.str()), at});
    }
  }
}

std::vector<Inclusion> inclusions(toml::table& root, const Includable& includable) {
  std::vector<Inclusion> found;
  find_inclusions(root, split_path(includable.path).value(), 0, "", found);
  return found;
}

/// The name of a similar file in the folder of a missing one.
std::optional<std::string> near_file(const std::string& path) {
  const std::filesystem::path missing(path);
  std::vector<std::string> names;
  std::error_code error;
  const std::filesystem::path folder =
      missing.has_parent_path() ? missing.parent_path() : std::filesystem::path(".");
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".toml") names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());  // directories have no order
  return near_name(missing.filename().string(), names);
}

/// Reads the file that a table includes. After a failure the table counts as bad, so that its
/// missing keys are not reported.
std::optional<toml::table> read_included(const Inclusion& inclusion, const Includable& includable,
                                         const std::string& base_dir, Report& report) {
  const std::string& at = inclusion.path;
  const std::string& what = includable.what;
  const toml::node& include = *inclusion.table().get("include");
  const Place place = report.place(include.source());
  const toml::value<std::string>* name = include.as_string();
  if (name == nullptr || name->get().empty()) {
    report.error_at(place, at, fmt::format("'{}.include' must be the name of a {} file", at, what),
                    "", fmt::format("For example include = \"{}s/NAME.toml\"", what));
    return std::nullopt;
  }
  // Names in an override are relative to the current directory, like all names on a command line.
  const bool is_override = place.file.starts_with(override_prefix);
  const std::string path = resolve_path(is_override ? "" : base_dir, name->get());
  std::string why;
  const std::optional<std::string> text = read_text_file(path, why);
  if (!text) {
    const auto near = near_file(path);
    report.error_at(place, at, fmt::format("cannot read the included file '{}'", path), why,
                    near ? "Did you mean '" + *near + "'?"
                    : is_override || place.file == standard_input_name
                        ? "The name is relative to the current directory"
                        : "The name is relative to the file that includes it");
    return std::nullopt;
  }
  std::optional<toml::table> part = parse_toml(*text, path, at, report);
  if (!part) return std::nullopt;
  if (const toml::node* again = part->get("include")) {
    report.error_at(report.place(again->source()), at, "an included file cannot include another",
                    "", "Put the keys of both into one file");
    return std::nullopt;
  }
  if (part->contains("schema") || part->contains(split_path(at)->front())) {
    report.error_at(place, at, fmt::format("'{}' is a scenario, not a {}", path, what),
                    fmt::format("a {} file holds the keys of [{}] without that header", what, at));
    return std::nullopt;
  }
  return part;
}

void merge_includes(toml::table& root, const Includable& includable, const std::string& base_dir,
                    Report& report) {
  for (const Inclusion& inclusion : inclusions(root, includable)) {
    std::optional<toml::table> part = read_included(inclusion, includable, base_dir, report);
    toml::table& over = inclusion.table();
    over.erase("include");
    if (!part || names_another_type(*part, over, inclusion.path)) continue;
    lay_over(*part, over, inclusion.path, EmptyTable::changes_nothing, report);
    inclusion.parent->insert_or_assign(inclusion.key, std::move(*part));
  }
}

/// Removes the value at a path, if there is one.
void erase_at(toml::table& root, const std::string& path) {
  const std::vector<std::string> components = split_path(path).value();
  toml::table* table = &root;
  for (std::size_t i = 0; i + 1 < components.size() && table != nullptr; ++i) {
    toml::node* below = table->get(components[i]);
    table = below == nullptr ? nullptr : below->as_table();
  }
  if (table != nullptr) table->erase(components.back());
}

/// Whether a text is a word without need of quotes. A malformed number is no word.
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

/// Name of an override in messages: shortened, because overrides may be many and very long.
std::string source_of_override(std::string_view text) {
  constexpr std::size_t longest = 200;
  std::size_t size = std::min(text.size(), longest);
  // Not within a character of UTF-8.
  while (size > 0 && size < text.size() && (text[size] & 0xc0) == 0x80) {
    --size;
  }
  return std::string(override_prefix) + std::string(text.substr(0, size)) +
         (size < text.size() ? "..." : "");
}

/// The override as a small document of its own, so that the parser gives its nodes their source.
std::optional<toml::table> parse_override(const std::string& text, Report& report) {
  const std::string source = source_of_override(text);
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
  const std::string shown = shortened(path, 60);
  if (!components) return fail(fmt::format("'{}' is not a dotted path", shown), "");
  if (value.empty()) return fail(fmt::format("'{}' has no value", shown), "");
  if (value.find('\n') != std::string_view::npos)
    return fail("the value has more than one line", "");
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
  return fail(fmt::format("'{}' is not a TOML value", shortened(value, 60)),
              attempt.diagnostics().problems().front().what,
              "Text needs quotes of its own: " + shown + "='\"text\"'");
}

bool includes_any(toml::table& table, const std::vector<Includable>& includables) {
  return std::any_of(includables.begin(), includables.end(), [&](const Includable& includable) {
    return !inclusions(table, includable).empty();
  });
}

/// Sorts overrides: includes of files come first, wherever they stand, so that the others change
/// the keys of the files.
void apply_overrides(toml::table& root, const std::vector<std::string>& overrides,
                     const std::vector<Includable>& includables, Report& report) {
  std::vector<toml::table> later;
  for (const std::string& text : overrides) {
    std::optional<toml::table> over = parse_override(text, report);
    if (!over) continue;
    if (includes_any(*over, includables)) {
      lay_with_files(root, *over, "", includables, report);
    } else {
      later.push_back(std::move(*over));
    }
  }
  for (toml::table& over : later) lay_over(root, over, "", EmptyTable::replaces, report);
}

}  // namespace

namespace {

/// The text that was read, or nullopt if it is no text.
std::optional<std::string> text_of(std::optional<std::string> read, std::string& why) {
  if (!read) return std::nullopt;
  const std::string& text = *read;
  if (text.size() > max_file_bytes) {
    why = "it is larger than 16 MiB";
  } else if (is_utf16(text)) {
    why = utf16_words;
  } else if (text.find('\0') != std::string::npos) {
    why = "it is a binary file";
  } else if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
    why = "it is empty";
  }
  return why.empty() ? read : std::nullopt;
}

}  // namespace

std::optional<std::string> read_text_file(const std::string& path, std::string& why) {
  return text_of(read_input_file(path, max_file_bytes + 1, why), why);
}

std::optional<std::string> read_text_of_standard_input(std::string& why) {
  static const std::pair<std::optional<std::string>, std::string> once = [] {
    std::string reason;
    auto text = text_of(read_standard_input(max_file_bytes + 1, reason), reason);
    return std::pair(std::move(text), reason);
  }();
  why = once.second;
  return once.first;
}

std::string resolve_path(const std::string& base_dir, const std::string& path) {
  return (std::filesystem::path(base_dir) / path).lexically_normal().string();
}

std::string path_named_at(const std::string& key, const std::string& name,
                          const std::string& base_dir, const Report& report) {
  return resolve_path(report.is_overridden(key) ? "" : base_dir, name);
}

std::string start_of_name_at(const std::string& key, const Report& report) {
  const bool is_here = report.is_overridden(key) || report.place(key).file == standard_input_name;
  return fmt::format("The name is relative to the {}",
                     is_here ? "current directory" : "scenario file");
}

void lay_with_files(toml::table& root, toml::table& over, const std::string& base_dir,
                    const std::vector<Includable>& includables, Report& report) {
  for (const Includable& includable : includables) {
    for (const Inclusion& inclusion : inclusions(over, includable)) {
      erase_at(root, inclusion.path);
    }
    merge_includes(over, includable, base_dir, report);
  }
  lay_over(root, over, "", EmptyTable::replaces, report);
}

std::optional<toml::table> read_document(std::string_view text, const std::string& source_name,
                                         const std::string& base_dir,
                                         const std::vector<std::string>& overrides,
                                         const std::vector<Includable>& includables,
                                         Report& report) {
  std::optional<toml::table> root = parse_toml(text, source_name, "", report);
  if (!root) return std::nullopt;
  for (const Includable& includable : includables) {
    merge_includes(*root, includable, base_dir, report);
  }
  apply_overrides(*root, overrides, includables, report);
  return root;
}

}  // namespace montecopter
