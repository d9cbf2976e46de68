#include "scenario/describe/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "core/base/text.hpp"
#include "core/base/words.hpp"
#include "core/fields/paths.hpp"
#include "scenario/model/scenario.hpp"
#include "scenario/text/sources.hpp"

namespace montecopter {

namespace {

using Kind = Description::Kind;

/// Whether a table cannot be left out: something in it has no default.
bool needs_something(const Description& table) {
  bool needs = !table.exactly_one.empty();
  for (const Description& part : table.parts) needs = needs || part.required;
  return needs;
}

Description describe(const TypeSchema& type, const void* value, const Range& range);

/// A number without a legal default is required.
Description describe_number(Kind kind, double value, std::string text, const Range& range) {
  Description d{.kind = kind};
  d.required = !range.contains(value);
  if (!d.required) d.default_value = std::move(text);
  return d;
}

Description describe_rate(const Rate& value) {
  const std::string n = std::to_string(value.numerator), d = std::to_string(value.denominator);
  Description rate{.kind = Kind::rate, .required = value == required_rate};
  if (!rate.required) rate.default_value = value.denominator == 1 ? n : toml_quote(n + "/" + d);
  return rate;
}

Description describe_vector(const TypeSchema& type, const double* values, const Range& range) {
  const Components& components = type.components;
  Description d{.kind = Kind::vector};
  d.in_short = components.in_short();
  std::string text;
  for (std::size_t i = 0; i < components.names.size(); ++i) {
    d.required = d.required || !range.contains(values[i]);
    text += (text.empty() ? "" : ", ") + format_double(values[i]);
  }
  if (!d.required) d.default_value = "[" + text + "]";
  for (const std::string_view name : components.names) d.components.emplace_back(name);
  return d;
}

/// Describes elements by one element with the defaults of C++.
Description describe_list(const TypeSchema& type, const void* value, const Range& range) {
  Description d{.kind = Kind::list};
  d.parts.push_back(describe(*type.part, type.part->make().get(), range));
  d.parts[0].default_value.clear();
  if (type.is_struct_list()) d.required = !range.contains(0);
  d.parts[0].range = range;
  std::string text;
  for (std::size_t i = 0; i < type.size(value); ++i) {
    const void* element = type.element(const_cast<void*>(value), i);
    text += (text.empty() ? "" : ", ") + describe(*type.part, element, any_number).default_value;
  }
  const bool is_inline = !text.empty() && d.parts[0].parts.empty();
  if (is_inline) d.default_value = "[" + text + "]";
  return d;
}

Description describe_variant(const TypeSchema& type) {
  Description d{.kind = Kind::variant};
  d.required = !type.has_default_type();
  d.type_key = type.type_key;
  for (const TypeSchema* alternative : type.alternatives) {
    d.parts.push_back(describe_table(*alternative, alternative->make().get()));
    d.parts.back().key = alternative->type_name;
    d.parts.back().doc = alternative->type_doc;
  }
  d.parts[0].is_default = !d.required;
  d.included_as = d.parts[0].included_as;
  return d;
}

Description describe_optional(const TypeSchema& type, const Range& range) {
  Description d = describe(*type.part, type.part->make().get(), range);
  d.required = false;
  d.is_optional = true;
  d.default_value.clear();
  return d;
}

Description describe_map(const TypeSchema& type, const Range& range) {
  Description d{.kind = Kind::map};
  d.parts.push_back(describe(*type.part, type.part->make().get(), range));
  return d;
}

/// Describes a member by its type; key, doc and unit are the field's.
Description describe(const TypeSchema& type, const void* value, const Range& range) {
  switch (type.kind) {
    case TypeSchema::Kind::number: {
      const double number = *static_cast<const double*>(value);
      return describe_number(Kind::number, number, format_double(number), range);
    }
    case TypeSchema::Kind::integer: {
      const std::int64_t number = *static_cast<const std::int64_t*>(value);
      return describe_number(Kind::integer, static_cast<double>(number), std::to_string(number),
                             range);
    }
    case TypeSchema::Kind::boolean:
      return {.kind = Kind::boolean,
              .default_value = *static_cast<const bool*>(value) ? "true" : "false"};
    case TypeSchema::Kind::text: {
      const std::string& text = *static_cast<const std::string*>(value);
      return {.kind = Kind::text, .default_value = text.empty() ? "" : toml_quote(text)};
    }
    case TypeSchema::Kind::rate:
      return describe_rate(*static_cast<const Rate*>(value));
    case TypeSchema::Kind::numbers:
      return describe_vector(type, static_cast<const double*>(value), range);
    case TypeSchema::Kind::optional:
      return describe_optional(type, range);
    case TypeSchema::Kind::list:
      return describe_list(type, value, range);
    case TypeSchema::Kind::table:
      return describe_table(type, value);
    case TypeSchema::Kind::variant:
      return describe_variant(type);
    case TypeSchema::Kind::map:
      return describe_map(type, range);
  }
  return {};
}

void collect(const Description& d, const std::string& path, std::vector<DescribedPath>& found) {
  if (d.kind == Kind::table) {
    for (const Description& part : d.parts) collect(part, append_path(path, part.key), found);
  } else if (d.kind == Kind::variant) {
    for (const Description& alternative : d.parts) collect(alternative, path, found);
  } else if (d.kind == Kind::list && d.parts[0].parts.size() > 0 && d.parts[0].kind != Kind::list) {
    collect(d.parts[0], path + ".*", found);
  } else if (d.kind == Kind::map) {
    if (!has_path_keys(d)) collect(d.parts[0], append_path(path, any_name), found);
  } else {
    const bool known = std::any_of(found.begin(), found.end(),
                                   [&](const DescribedPath& other) { return other.path == path; });
    if (!known) found.push_back({path, &d});
  }
}

/// Describes a number of a map by the map's field.
void describe_entry(Description& map) {
  Description& number = map.parts[0];
  number.doc = map.doc, number.unit = map.unit, number.range = map.range, number.vary = map.vary;
  number.required = false;
  number.default_value.clear();
}

}  // namespace

Description describe_table(const TypeSchema& table, const void* defaults) {
  Description described{.kind = Kind::table};
  described.included_as = table.included_as;
  described.schema = &table;
  described.is_open = table.is_open;
  for (const KeyGroup& group : table.exactly_one) {
    described.exactly_one.emplace_back(group.begin(), group.end());
  }
  described.retired_keys.assign(table.retired_keys.begin(), table.retired_keys.end());
  for (const FieldSchema& f : table.fields) {
    Description d = describe(*f.type, f.of(defaults), f.range);
    d.key = f.key;
    d.doc = f.doc;
    d.unit = f.unit;
    d.range = f.range;
    d.vary = f.vary;
    d.choices.assign(f.choices.begin(), f.choices.end());
    d.units.assign(f.units.begin(), f.units.end());
    if (d.kind == Kind::map && d.parts[0].kind == Kind::number) describe_entry(d);
    if (f.type->is_struct_list()) d.shared_key = singular(d.key);
    described.parts.push_back(std::move(d));
  }
  described.required = needs_something(described);
  return described;
}

namespace {

/// The table [source], which is no member of Scenario: at the top, and in includable tables.
void add_sources(Description& d, bool is_top) {
  if (d.kind == Kind::variant || d.kind == Kind::map) {
    for (Description& part : d.parts) add_sources(part, false);
  }
  if (d.kind != Kind::table) return;
  for (Description& part : d.parts) add_sources(part, false);
  if (!is_top && d.included_as.empty()) return;
  Description source{.kind = Kind::table, .key = std::string(source_key)};
  source.doc = "Sources of numbers: texts by path, for example mass_kg = \"kitchen scale\"";
  source.is_optional = source.is_of_texts = true;
  d.parts.push_back(std::move(source));
}

Description described_scenario() {
  Description tree = describe_table(Scenario{});
  add_sources(tree, true);
  return tree;
}

}  // namespace

const Description& scenario_description() {
  static const Description tree = described_scenario();
  return tree;
}

Description include_description(const Description& table) {
  Description include{.kind = Kind::text, .key = "include"};
  include.doc =
      fmt::format("{}{} file, relative to this file; keys given here override the keys of the file",
                  upper_case(table.included_as[0]), table.included_as.substr(1));
  return include;
}

std::vector<DescribedPath> leaf_paths(const Description& tree) {
  std::vector<DescribedPath> found;
  collect(tree, "", found);
  return found;
}

}  // namespace montecopter
