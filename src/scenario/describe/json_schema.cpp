/// The JSON Schema of a scenario, made from the tree of its description. It is one file, because
/// the schemas of tables, variants, lists and maps call each other down the tree.

#include "scenario/describe/json_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/contract.hpp"
#include "core/base/json.hpp"
#include "scenario/describe/json_schema_paths.hpp"
#include "scenario/text/quantity.hpp"

namespace montecopter {

namespace {

using Kind = Description::Kind;

/// `whole`: all required keys must be there. `overlay`: anything may be missing, because the table
/// overrides values from elsewhere (an included vehicle, the shared table of the rotors). Elements
/// of lists may then be addressed by index.
enum class Use { whole, overlay };

/// Name of the definition of a map by path.
std::string by_path(const Description& map) { return map.key + "_by_path"; }

Json schema_of(const Description& d, Use use);
Json or_include(const Description& d);

Json typed(const char* type) { return std::move(Json::object().set("type", Json::text(type))); }

Json any_of(std::vector<Json> schemas) {
  if (schemas.size() == 1) return std::move(schemas[0]);
  Json list = Json::array();
  for (Json& schema : schemas) list.add(std::move(schema));
  return std::move(Json::object().set("anyOf", std::move(list)));
}

void set_range(Json& schema, const Range& range) {
  if (std::isfinite(range.low)) {
    schema.set(range.low_open ? "exclusiveMinimum" : "minimum", Json::number(range.low));
  }
  if (std::isfinite(range.high)) {
    schema.set(range.high_open ? "exclusiveMaximum" : "maximum", Json::number(range.high));
  }
}

Json number(const char* type, const Range& range) {
  Json schema = typed(type);
  set_range(schema, range);
  return schema;
}

Json text(const Description& d) {
  Json schema = typed("string");
  if (d.choices.empty()) return schema;
  Json choices = Json::array();
  for (const Choice& choice : d.choices) choices.add(Json::text(choice.name));
  schema.set("enum", std::move(choices));
  return schema;
}

Json rate(const Description& d) {
  Json ratio = typed("string");
  ratio.set("pattern", Json::text("^0*[1-9][0-9]*(/0*[1-9][0-9]*)?$"));
  std::vector<Json> forms = {number("integer", between(1, 1e9)), std::move(ratio)};
  if (!d.choices.empty()) forms.push_back(text(d));
  return any_of(std::move(forms));
}

Json numbers(std::size_t count, const Range& range) {
  Json list = typed("array");
  const auto size = static_cast<double>(count);
  list.set("items", number("number", range));
  return std::move(list.set("minItems", Json::number(size)).set("maxItems", Json::number(size)));
}

/// A list of all components, or a table of some of them. Some take a shorter list, or one number.
Json vector(const Description& d, Use use) {
  Json table = typed("object");
  Json properties = Json::object();
  for (const std::string& name : d.components) properties.set(name, number("number", d.range));
  table.set("properties", std::move(properties)).set("additionalProperties", Json::boolean(false));
  if (d.required && use == Use::whole) table.set("required", Json::texts(d.components));
  std::vector<Json> forms = {numbers(d.components.size(), d.range), std::move(table)};
  const bool has_shorter = d.in_short > 0 && d.in_short < d.components.size();
  if (has_shorter) forms.push_back(numbers(d.in_short, d.range));
  if (d.in_short > 0) forms.push_back(number("number", d.range));
  return any_of(std::move(forms));
}

Json list(const Description& d, Use use) {
  Description element = d.parts[0];
  element.choices = d.choices;
  Json schema = typed("array");
  schema.set("items", schema_of(element, use));
  if (!d.choices.empty()) schema.set("uniqueItems", Json::boolean(true));
  if (!d.shared_key.empty() && std::isfinite(d.range.low)) {
    schema.set("minItems", Json::number(d.range.low));
    schema.set("maxItems", Json::number(d.range.high));
  }
  if (use == Use::whole) return schema;
  Json by_index = typed("object");
  by_index.set("patternProperties",
               std::move(Json::object().set("^[0-9]+$", schema_of(element, use))));
  by_index.set("additionalProperties", Json::boolean(false));
  return any_of({std::move(schema), std::move(by_index)});
}

/// {"not": {"required": [key]}} -> whole
Json unless(const std::string& key, Json whole) {
  Json absent = Json::object();
  absent.set("not", std::move(Json::object().set("required", Json::texts({key}))));
  return std::move(Json::object().set("if", std::move(absent)).set("then", std::move(whole)));
}

/// {"required": [key]} for each key: one of them is enough.
Json given(const std::vector<std::string>& keys) {
  Json one = Json::array();
  for (const std::string& key : keys) {
    one.add(std::move(Json::object().set("required", Json::texts({key}))));
  }
  return one;
}

/// Requires exactly one of the keys. An empty text counts as not given, because a resolved scenario
/// may have it.
Json given_alone(const std::vector<std::string>& keys, const std::vector<std::string>& texts) {
  Json one = Json::array();
  for (const std::string& key : keys) {
    Json schema = Json::object();
    schema.set("required", Json::texts({key}));
    if (std::find(texts.begin(), texts.end(), key) != texts.end()) {
      Json some = typed("string");
      some.set("minLength", Json::number(1));
      schema.set("properties", std::move(Json::object().set(key, std::move(some))));
    }
    one.add(std::move(schema));
  }
  return one;
}

/// Required keys. Quantities that may be given in several units are `conditions`.
void set_required(Json& schema, Json& conditions, const Description& table,
                  std::vector<std::string> required) {
  std::vector<std::vector<std::string>> exactly_one(table.exactly_one.size());
  std::vector<std::string> texts;
  for (const Description& part : table.parts) {
    if (part.kind == Kind::text) texts.push_back(part.key);
    const std::vector<std::string> keys = spellings(part.key, part.units);
    for (std::size_t i = 0; i < exactly_one.size(); ++i) {
      const auto& wanted = table.exactly_one[i];
      if (std::find(wanted.begin(), wanted.end(), part.key) == wanted.end()) continue;
      exactly_one[i].insert(exactly_one[i].end(), keys.begin(), keys.end());
    }
    if (!part.required) continue;
    if (keys.size() == 1) {
      required.push_back(part.key);
    } else {
      conditions.add(std::move(Json::object().set("anyOf", given(keys))));
    }
  }
  if (!required.empty()) schema.set("required", Json::texts(required));
  if (exactly_one.size() == 1) schema.set("oneOf", given_alone(exactly_one.front(), texts));
  if (exactly_one.size() < 2) return;
  for (const std::vector<std::string>& group : exactly_one) {
    conditions.add(std::move(Json::object().set("oneOf", given_alone(group, texts))));
  }
}

/// Schema of the value at a key. A table over a file cannot include another file.
Json value(const Description& d, Use use) {
  return d.included_as.empty() || use == Use::overlay ? schema_of(d, use) : or_include(d);
}

/// The properties of a field, with its documentation and its default.
Json property(const Description& d, Use use) {
  Json schema = value(d, use);
  const bool has_unit = !d.unit.empty() && d.unit != "1";
  schema.set("description", Json::text(has_unit ? fmt::format("{} [{}]", d.doc, d.unit) : d.doc));
  if (!d.default_value.empty()) schema.set("default", Json::raw(d.default_value));
  return schema;
}

/// The same key in other units. Each key excludes the previous ones, because a quantity is given
/// once.
void set_other_units(Json& properties, Json& dependencies, const Description& d, Use use) {
  const std::vector<std::string> keys = spellings(d.key, d.units);
  for (std::size_t i = 1; i < keys.size(); ++i) {
    Description other = d;
    const double in_si = d.units[i].to_si(1.0);
    other.range.low /= in_si, other.range.high /= in_si;
    for (Description& element : other.parts) element.range = other.range;
    other.unit = d.units[i].text;
    other.default_value.clear();
    properties.set(keys[i], property(other, use));
    Json absent = Json::object();
    for (std::size_t k = 0; k < i; ++k) absent.set(keys[k], Json::boolean(false));
    dependencies.set(keys[i], std::move(Json::object().set("properties", std::move(absent))));
  }
}

/// The key that names the type of a table in a variant; empty: the table is in none.
struct TypeName {
  std::string key;
  std::string name;
  bool may_be_left_out = false;
};

/// `schema`: the beginning of its schema.
Json table(const Description& d, Use use, const TypeName& type = {}, Json schema = Json::object()) {
  Json properties = Json::object();
  if (!type.key.empty()) {
    properties.set(type.key, std::move(Json::object()
                                           .set("const", Json::text(type.name))
                                           .set("description", Json::text(d.doc))));
  }
  Json conditions = Json::array(), dependencies = Json::object();
  for (const Description& part : d.parts) {
    // Entries of a list are whole unless they have a shared table.
    const bool shares = !part.shared_key.empty();
    properties.set(part.key, property(part, shares ? Use::overlay : use));
    set_other_units(properties, dependencies, part, use);
    if (!shares) continue;
    properties.set(part.shared_key, schema_of(part.parts[0], Use::overlay));
    if (use == Use::overlay) continue;
    Json whole = Json::object();
    whole.set("properties", std::move(Json::object().set(part.key, schema_of(part, Use::whole))));
    conditions.add(unless(part.shared_key, std::move(whole)));
  }
  schema.set("type", Json::text("object")).set("properties", std::move(properties));
  schema.set("additionalProperties", Json::boolean(d.is_open));
  if (!dependencies.empty()) schema.set("dependencies", std::move(dependencies));
  if (use == Use::whole) {
    const bool needs_type = !type.key.empty() && !type.may_be_left_out;
    set_required(schema, conditions, d,
                 needs_type ? std::vector{type.key} : std::vector<std::string>());
  }
  if (!conditions.empty()) schema.set("allOf", std::move(conditions));
  return schema;
}

/// Texts, and nested tables of texts as deep as paths go.
Json texts_by_path(int depth) {
  if (depth == 0) return typed("string");
  Json table = typed("object");
  table.set("additionalProperties", texts_by_path(depth - 1));
  return any_of({typed("string"), std::move(table)});
}

Json variant(const Description& d, Use use) {
  const auto form = [&](const Description& part) {
    return table(part, use, {d.type_key, part.key, part.is_default});
  };
  if (d.parts.size() == 1) return form(d.parts[0]);
  Json alternatives = Json::array();
  for (const Description& part : d.parts) alternatives.add(form(part));
  return std::move(
      Json::object().set(use == Use::whole ? "oneOf" : "anyOf", std::move(alternatives)));
}

/// Tables by names that the user chooses, or by paths of numbers of the whole format.
Json map(const Description& d, Use use) {
  if (has_path_keys(d)) {
    Json all = Json::array();
    all.add(std::move(Json::object().set("$ref", Json::text("#/definitions/" + by_path(d)))));
    return std::move(Json::object().set("allOf", std::move(all)));
  }
  Json schema = typed("object"), names = typed("string");
  names.set("pattern", Json::text("^" + name_pattern + "$"));
  schema.set("propertyNames", std::move(names));
  return std::move(schema.set("additionalProperties", value(d.parts[0], use)));
}

Json schema_of(const Description& d, Use use) {
  switch (d.kind) {
    case Kind::number:
      return number("number", d.range);
    case Kind::integer:
      return number("integer", d.range);
    case Kind::boolean:
      return typed("boolean");
    case Kind::text:
      return text(d);
    case Kind::rate:
      return rate(d);
    case Kind::vector:
      return vector(d, use);
    case Kind::list:
      return list(d, use);
    case Kind::table:
      if (d.is_of_texts) {
        constexpr int deepest = 8;
        return std::move(typed("object").set("additionalProperties", texts_by_path(deepest)));
      }
      return table(d, use);
    case Kind::variant:
      return variant(d, use);
    case Kind::map:
      return map(d, use);
  }
  return {};
}

/// The table with the key `include`: then everything may be missing, because the file has it.
Json or_include(const Description& d) {
  const Description include = include_description(d);
  Description with_include = d;
  const auto add = [&](Description& table) { table.parts.insert(table.parts.begin(), include); };
  if (d.kind == Kind::variant) {
    std::for_each(with_include.parts.begin(), with_include.parts.end(), add);
  } else {
    add(with_include);
  }
  Json schema = schema_of(with_include, Use::overlay);
  Json conditions = Json::array();
  conditions.add(unless("include", schema_of(d, Use::whole)));
  return std::move(schema.set("allOf", std::move(conditions)));
}

Json heading(std::string_view title) {
  Json schema = Json::object();
  schema.set("$schema", Json::text("http://json-schema.org/draft-07/schema#"));
  schema.set("title", Json::text(title));
  return schema;
}

/// The first table at or below `d` that may include such a file; nullptr: there is none.
const Description* find_included(const Description& d, std::string_view what) {
  if (d.included_as == what) return &d;
  for (const Description& part : d.parts) {
    if (const Description* found = find_included(part, what)) return found;
  }
  return nullptr;
}

/// Whether a map may have axes of sets, which may give any table.
bool has_sets(const Description& map) {
  if (map.kind != Kind::map || !has_path_keys(map)) return false;
  const std::vector<Description>& parts = map.parts[0].parts;
  return std::any_of(parts.begin(), parts.end(), [](const Description& part) {
    return part.kind == Kind::map && part.parts[0].is_open;
  });
}

/// If there may be sets, no table is required. Returns the tables that are required otherwise.
std::vector<std::string> loosen_tables(Description& tree) {
  std::vector<std::string> keys;
  if (std::none_of(tree.parts.begin(), tree.parts.end(), has_sets)) return keys;
  for (Description& part : tree.parts) {
    const bool is_table = part.kind == Kind::table || part.kind == Kind::variant;
    if (!is_table || !part.required) continue;
    keys.push_back(part.key);
    part.required = false;
  }
  return keys;
}

/// Condition that holds if no axis of a sweep has sets or files.
Json without_sets(const Description& tree) {
  Json properties = Json::object();
  for (const Description& map : tree.parts) {
    if (!has_sets(map)) continue;
    Json none = Json::object();
    none.set("not", std::move(Json::object().set("anyOf", given({"sets", "include"}))));
    properties.set(map.key, std::move(Json::object().set("additionalProperties", std::move(none))));
  }
  return std::move(Json::object().set("properties", std::move(properties)));
}

}  // namespace

std::string json_schema(const Description& tree, std::string_view title) {
  Description loose = tree;
  const std::vector<std::string> tables = loosen_tables(loose);
  Json schema = table(loose, Use::whole, {}, heading(title));
  if (!tables.empty()) {
    schema.set("if", without_sets(tree));
    schema.set("then", std::move(Json::object().set("required", Json::texts(tables))));
  }
  Json definitions = Json::object();
  for (const Description& part : tree.parts) {
    if (part.kind != Kind::map || !has_path_keys(part)) continue;
    definitions.set(by_path(part), path_map_schema(part, tree));
    definitions.set(part.key, schema_of(part.parts[0], Use::whole));
  }
  return schema.set("definitions", std::move(definitions)).print();
}

std::string included_json_schema(const Description& tree, std::string_view what) {
  const Description* included = find_included(tree, what);
  expects(included != nullptr, "what a file may hold that a table includes");
  Json schema = heading("montecopter " + std::string(what));
  Json all = Json::array();
  all.add(schema_of(*included, Use::whole));
  return schema.set("allOf", std::move(all)).print();
}

std::string scenario_json_schema() {
  return json_schema(scenario_description(), "montecopter scenario");
}

std::string part_json_schema(std::string_view what) {
  return included_json_schema(scenario_description(), what);
}

}  // namespace montecopter
