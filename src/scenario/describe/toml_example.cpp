#include "scenario/describe/toml_example.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/text.hpp"
#include "core/fields/paths.hpp"
#include "scenario/describe/example_values.hpp"
#include "scenario/describe/key_words.hpp"
#include "scenario/describe/places.hpp"

namespace montecopter {

namespace {

using Kind = Description::Kind;

constexpr std::size_t longest_line = 76;

// --- values --------------------------------------------------------------------------------------

/// Example value of a key; empty: none.
std::string_view find_value(std::span<const ExampleKey> values, std::string_view key) {
  const auto found = std::find_if(values.begin(), values.end(),
                                  [&](const ExampleKey& value) { return value.key == key; });
  return found == values.end() ? std::string_view() : found->value;
}

/// Example value of a key from the type of its table.
std::string_view own_value(const Description& table, std::string_view key) {
  return find_value(table.schema->example, key);
}

/// A number in a range, which must not be empty.
double number_in(const Range& range) {
  if (range.contains(1.0)) return 1.0;
  if (std::isfinite(range.low) && std::isfinite(range.high)) return (range.low + range.high) / 2;
  return std::isfinite(range.low) ? range.low + 1 : range.high - 1;
}

std::string value_of(const Description& key, const Description& table);

/// The keys of an example of a table: required keys, and keys with example values.
std::vector<const Description*> shown_keys(const Description& table) {
  std::vector<std::string> one_of;  // the key that is given of each group
  for (const std::vector<std::string>& group : table.exactly_one) {
    std::string& given = one_of.emplace_back(group.front());
    for (const std::string& key : group) {
      if (!own_value(table, key).empty()) given = key;
    }
  }
  const auto is_given = [&](const std::string& key) {
    return std::find(one_of.begin(), one_of.end(), key) != one_of.end();
  };
  std::vector<const Description*> shown;
  for (const Description& part : table.parts) {
    if (part.required || is_given(part.key) || !own_value(table, part.key).empty()) {
      shown.push_back(&part);
    }
  }
  return shown;
}

/// A table on one line.
std::string inline_table(const Description& table, const std::string& type = "") {
  std::string text = type;
  for (const Description* key : shown_keys(table)) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", key->key, value_of(*key, table));
  }
  return "{" + text + "}";
}

std::string numbers(const Description& d) {
  std::string number = format_double(number_in(d.range));
  if (d.in_short > 0) return number;
  return fmt::format("[{}]",
                     fmt::join(std::vector<std::string>(d.components.size(), number), ", "));
}

/// A value in range, without regard to its meaning.
std::string any_value(const Description& d);

/// A list with the required number of elements.
std::string list(const Description& d) {
  const double least = std::isfinite(d.range.low) && is_tabular(d) ? d.range.low : 1.0;
  Description element = d.parts[0];
  element.choices = d.choices;
  const auto count = static_cast<std::size_t>(std::max(1.0, least));
  return fmt::format("[{}]", fmt::join(std::vector<std::string>(count, any_value(element)), ", "));
}

std::string any_value(const Description& d) {
  switch (d.kind) {
    case Kind::number:
      return format_double(number_in(d.range));
    case Kind::integer:
      return fmt::format("{:.0f}", number_in(d.range));
    case Kind::boolean:
      return d.default_value.empty() ? "true" : d.default_value;
    case Kind::text:
      return toml_quote(d.choices.empty() ? "text" : d.choices.front().name);
    case Kind::rate:
      return "100";
    case Kind::vector:
      return numbers(d);
    case Kind::list:
      return list(d);
    case Kind::table:
      return inline_table(d);
    case Kind::variant: {
      const Description& type = d.parts.front();
      return inline_table(type, d.type_key + " = " + toml_quote(type.key));
    }
    case Kind::map:
      return "{}";
  }
  return {};
}

std::string value_of(const Description& key, const Description& table) {
  std::string_view value = own_value(table, key.key);
  if (value.empty()) value = find_value(example_values, key.key);
  return value.empty() ? any_value(key) : std::string(value);
}

// --- tables --------------------------------------------------------------------------------------

/// The lines of a table, followed by the inner tables that are too long for one line.
std::string keys_of(const Description& table, const std::string& path) {
  std::string keys, tables;
  const auto add = [&](std::string_view key, std::string_view value) {
    keys += fmt::format("{} = {}\n", key, value);
  };
  for (const Description* key : shown_keys(table)) {
    const std::string value = value_of(*key, table);
    const bool is_long = key->key.size() + 3 + value.size() > longest_line;
    if (key->kind == Kind::table && is_long) {
      const std::string below = append_path(path, key->key);
      tables += fmt::format("\n[{}]\n{}", below, keys_of(*key, below));
    } else {
      add(key->key, value);
    }
  }
  for (const ExampleKey& value : table.schema->example) {
    const bool is_dotted = value.key.find('.') != std::string_view::npos;
    if (is_dotted) add(value.key, value.value);
  }
  return keys + tables;
}

/// A name that a user might choose for an inner table.
std::string_view example_name(std::string_view tables) {
  return tables == "requirement" ? "tilt" : "imu";
}

/// Path of one or several numbers that may vary.
std::string_view example_path(const Description& table) {
  const std::string_view own = table.schema->example_path;
  return own.empty() ? "vehicle.mass_kg" : own;
}

/// Header of such a table; the shared table of a list is a table of its own.
std::string path_of(const KeyPlace& place, const Description& table) {
  std::string path;
  for (std::size_t i = 0; i < place.steps.size(); ++i) {
    const PlaceStep& step = place.steps[i];
    if (step.name == "*") continue;
    const bool is_within = i + 2 < place.steps.size();
    const bool is_shared = is_within && !step.shared.empty();
    path = append_path(path, step.name == any_name ? example_name(path)
                             : is_shared           ? std::string_view(step.shared)
                                                   : std::string_view(step.name));
  }
  if (place.key->kind != Kind::map) return path;
  return append_path(path, has_path_keys(*place.key) ? example_path(table) : example_name(path));
}

/// The place of a section's table; nullptr: the scenario has no such table.
const KeyPlace* find_place(const Section& section) {
  const std::vector<KeyPlace>& all = scenario_places().keys;
  const auto found = std::find_if(all.begin(), all.end(), [&](const KeyPlace& place) {
    return is_tabular(*place.key) && place.plain_path() == section.path;
  });
  return found == all.end() ? nullptr : &*found;
}

/// The key that names the type of tables at a place.
std::string type_key(const Description& d) {
  if (d.kind == Kind::variant) return d.type_key;
  return d.parts.empty() || d.kind == Kind::table ? "type" : type_key(d.parts[0]);
}

/// An example table as TOML; if types share their keys, the default type.
std::string type_of(const Section& section) {
  if (!section.type.empty()) return toml_quote(section.type);
  if (types_by_choice(section).empty()) return "";
  const auto& parts = section.table->parts;
  return std::find_if(parts.begin(), parts.end(), [](const auto& d) { return d.key == "type"; })
      ->default_value;
}

}  // namespace

std::string example_value(const Description& key, const Description& table) {
  return value_of(key, table);
}

std::string toml_example(const Section& section) {
  const std::string type = type_of(section);
  const KeyPlace* place = type.empty() ? nullptr : find_place(section);
  if (place == nullptr) return "";
  const std::string path = path_of(*place, *section.table);
  const bool is_list = place->key->kind == Kind::list;
  return fmt::format("{}\n{} = {}\n{}", is_list ? "[[" + path + "]]" : "[" + path + "]",
                     type_key(*place->key), type, keys_of(*section.table, path));
}

}  // namespace montecopter
