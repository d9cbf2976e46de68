#include "results/diff/scenario_keys.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "core/base/text.hpp"
#include "core/base/toml_guard.hpp"

namespace montecopter::diff {
namespace {

constexpr std::size_t longest_value = 60;
constexpr std::string_view program_key = "controller.sha256", pin_key = "controller.pin";

struct Key {
  std::string path, value;
};

bool is_bare(std::string_view key) {
  return !key.empty() && std::all_of(key.begin(), key.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c == '-';
  });
}

std::string joined_path(const std::string& table, std::string_view key) {
  const std::string step = is_bare(key) ? std::string(key) : toml_quote(key);
  return table.empty() ? step : table + "." + step;
}

/// A value as TOML with the shortest digits; toml++ would print 0.1 with seventeen.
std::string value_of(const toml::node& node) {
  if (const auto* number = node.as_floating_point()) return format_double(number->get());
  if (const auto* whole = node.as_integer()) return fmt::format("{}", whole->get());
  if (const auto* truth = node.as_boolean()) return truth->get() ? "true" : "false";
  if (const auto* text = node.as_string()) return toml_quote(text->get());
  std::vector<std::string> parts;
  if (const auto* list = node.as_array()) {
    for (const toml::node& element : *list) parts.push_back(value_of(element));
    return fmt::format("[{}]", fmt::join(parts, ", "));
  }
  if (const auto* table = node.as_table()) {
    for (const auto& [key, element] : *table) {
      parts.push_back(std::string(key.str()) + " = " + value_of(element));
    }
    return fmt::format("{{{}}}", fmt::join(parts, ", "));
  }
  return "a date or time";
}

bool has_tables(const toml::array& list) {
  return !list.empty() && std::all_of(list.begin(), list.end(),
                                      [](const toml::node& entry) { return entry.is_table(); });
}

void add_keys(const toml::node& node, const std::string& path, std::vector<Key>& keys) {
  if (const auto* table = node.as_table(); table && !table->empty()) {
    for (const auto& [key, value] : *table) add_keys(value, joined_path(path, key.str()), keys);
    return;
  }
  if (const auto* list = node.as_array(); list && has_tables(*list)) {
    for (std::size_t i = 0; i < list->size(); ++i) {
      add_keys((*list)[i], fmt::format("{}.{}", path, i), keys);
    }
    return;
  }
  if (!path.empty()) keys.push_back({path, value_of(node)});
}

std::optional<std::vector<Key>> read_keys(std::string_view text) {
  if (find_too_deep(text)) return std::nullopt;
  try {
    std::vector<Key> keys;
    add_keys(toml::parse(text), "", keys);
    return keys;
  } catch (const toml::parse_error&) {
    return std::nullopt;
  }
}

std::map<std::string, std::string> by_path(const std::vector<Key>& keys) {
  std::map<std::string, std::string> values;
  for (const Key& key : keys) values[key.path] = key.value;
  return values;
}

/// The part of a long value from `at` on, with a few characters before it.
std::string part_of(const std::string& value, std::size_t at = 0) {
  constexpr std::size_t before = 20;
  if (value.size() <= longest_value) return value;
  const std::size_t from = at > before ? at - before : 0;
  const std::string part = value.substr(from, longest_value);
  return (from > 0 ? "..." : "") + part + (from + part.size() < value.size() ? "..." : "");
}

std::size_t parting(const std::string& a, const std::string& b) {
  const std::size_t size = std::min(a.size(), b.size());
  std::size_t at = 0;
  while (at < size && a[at] == b[at]) ++at;
  return at;
}

/// Finds a renamed key by its similar name.
void find_near(std::vector<KeyDifference>& differences) {
  std::vector<std::string> only_a, only_b;
  for (const KeyDifference& key : differences) {
    if (!key.b) only_a.push_back(key.path);
    if (!key.a) only_b.push_back(key.path);
  }
  for (KeyDifference& key : differences) {
    if (key.a && key.b) continue;
    key.near = near_name(key.path, key.a ? only_b : only_a).value_or("");
  }
}

std::string without_quotes(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), '"'), text.end());
  return text;
}

}  // namespace

std::string KeyDifference::text() const {
  if (a && b) {
    const std::size_t at = parting(*a, *b);
    return fmt::format("{}: {} against {}", path, part_of(*a, at), part_of(*b, at));
  }
  std::string text =
      fmt::format("{}: only in the {} ({})", path, a ? "first" : "second", part_of(a ? *a : *b));
  if (!near.empty()) text += fmt::format("; the other has {}", near);
  return text;
}

std::optional<std::vector<KeyDifference>> differing_keys(std::string_view a, std::string_view b) {
  const auto from_a = read_keys(a), from_b = read_keys(b);
  if (!from_a || !from_b) return std::nullopt;
  const auto in_a = by_path(*from_a), in_b = by_path(*from_b);
  std::vector<KeyDifference> differences;
  for (const Key& key : *from_a) {
    const auto other = in_b.find(key.path);
    if (other == in_b.end()) {
      differences.push_back({key.path, key.value, std::nullopt});
    } else if (other->second != key.value) {
      differences.push_back({key.path, key.value, other->second});
    }
  }
  for (const Key& key : *from_b) {
    if (in_a.count(key.path) == 0) differences.push_back({key.path, std::nullopt, key.value});
  }
  find_near(differences);
  return differences;
}

std::string ProgramDifference::text() const {
  constexpr std::size_t digits = 12;
  return fmt::format("program differs ({}, {})", a.substr(0, digits), b.substr(0, digits));
}

Json program_json(const ProgramDifference& program) {
  return Json::object().set("a", Json::text(program.a)).set("b", Json::text(program.b));
}

std::optional<ProgramDifference> differing_programs(std::string_view a, std::string_view b) {
  const auto from_a = read_keys(a), from_b = read_keys(b);
  if (!from_a || !from_b) return std::nullopt;
  const auto in_a = by_path(*from_a), in_b = by_path(*from_b);
  for (const auto* keys : {&in_a, &in_b}) {
    if (const auto pin = keys->find(std::string(pin_key)); pin != keys->end()) {
      if (pin->second == "true") return std::nullopt;
    }
  }
  const auto of_a = in_a.find(std::string(program_key)), of_b = in_b.find(std::string(program_key));
  if (of_a == in_a.end() || of_b == in_b.end() || of_a->second == of_b->second) return std::nullopt;
  return ProgramDifference{without_quotes(of_a->second), without_quotes(of_b->second)};
}

SortedKeys sort_keys(std::vector<KeyDifference> keys, std::string_view a, std::string_view b,
                     const std::vector<std::string>& permitted) {
  SortedKeys sorted;
  sorted.program = differing_programs(a, b);
  for (KeyDifference& key : keys) {
    if (sorted.program && key.path == program_key) continue;
    const auto permits_it = [&](const std::string& one) {
      return one.empty() || permits(one, key.path);
    };
    const bool may_differ = std::any_of(permitted.begin(), permitted.end(), permits_it);
    (may_differ ? sorted.permitted : sorted.forbidden).push_back(std::move(key));
  }
  return sorted;
}

bool permits(const std::string& permitted, const std::string& path) {
  const std::string table = without_quotes(permitted), key = without_quotes(path);
  return key == table || (!table.empty() && key.starts_with(table + "."));
}

std::vector<std::string> keys_of(std::string_view resolved) {
  std::vector<std::string> paths;
  const auto keys = read_keys(resolved);
  if (!keys) return paths;
  for (const Key& key : *keys) paths.push_back(key.path);
  return paths;
}

std::string keys_text(const std::vector<KeyDifference>& keys) {
  constexpr std::size_t most = 12;
  std::string text;
  for (std::size_t i = 0; i < std::min(keys.size(), most); ++i) {
    text += "\n  " + keys[i].text();
  }
  if (keys.size() > most) text += fmt::format("\n  and {} more", keys.size() - most);
  return text;
}

}  // namespace montecopter::diff
