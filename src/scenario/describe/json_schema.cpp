/// The JSON Schema of a scenario, made from the tree of its description. It is one file, because
/// the schemas of tables, variants, lists and maps call each other down the tree.

#include "scenario/describe/json_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "core/base/contract.hpp"
#include "core/base/json.hpp"
#include "scenario/describe/json_schema_paths.hpp"
#include "scenario/describe/json_schema_values.hpp"
#include "scenario/text/quantity.hpp"

namespace montecopter {

namespace {

using Kind = Description::Kind;

/// How a description becomes a schema. Editors find descriptions of keys below `properties`,
/// `items` and `anyOf`, and none below `if` and `then`. A schema that they do not reach needs none.
struct Use {
  /// All required keys must be there. Else anything may be missing, because the table overrides
  /// values from elsewhere (an included vehicle, the shared table of the rotors). Elements of lists
  /// may then be addressed by index.
  bool whole = false;
  bool checked = true;    ///< it refuses what the program refuses
  bool described = true;  ///< it has descriptions and defaults

  Use over_others() const { return {false, checked, described}; }
  Use for_checks() const { return {whole, true, false}; }
};
constexpr Use whole_use = {.whole = true};
constexpr Use shown = {.whole = false, .checked = false, .described = true};

/// Name of the definition of a map by path.
std::string by_path(const Description& map) { return map.key + "_by_path"; }

Json schema_of(const Description& d, Use use);
Json or_include(const Description& d, Use use);

Json list(const Description& d, Use use) {
  Description element = d.parts[0];
  element.choices = d.choices;
  const Json each = schema_of(element, use);
  Json schema = Json::object();
  schema.set("items", each);
  if (!d.choices.empty()) schema.set("uniqueItems", Json::boolean(true));
  if (!d.shared_key.empty() && std::isfinite(d.range.low)) {
    schema.set("minItems", Json::number(d.range.low));
    schema.set("maxItems", Json::number(d.range.high));
  }
  if (use.whole) return std::move(schema.set("type", Json::text("array")));
  schema.set("patternProperties", std::move(Json::object().set("^[0-9]+$", each)));
  return list_or_table(std::move(schema.set("additionalProperties", Json::boolean(false))));
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
  return d.included_as.empty() || !use.whole ? schema_of(d, use) : or_include(d, use);
}

/// The properties of a field, with its documentation and its default.
Json property(const Description& d, Use use) {
  Json schema = value(d, use);
  if (!use.described) return schema;
  const bool has_unit = !d.unit.empty() && d.unit != "1";
  schema.set("description", Json::text(has_unit ? fmt::format("{} [{}]", d.doc, d.unit) : d.doc));
  if (!d.default_value.empty()) schema.set("default", Json::raw(d.default_value));
  return schema;
}

/// Schemas by keys.
using Keys = std::map<std::string, Json>;

/// The keys of a table, in their order, and what each key of another unit excludes.
struct TableKeys {
  std::vector<std::pair<std::string, Json>> properties;
  Keys dependencies;
};

/// The same key in other units. Each key excludes the previous ones, because a quantity is given
/// once.
void add_other_units(TableKeys& keys, const Description& d, Use use) {
  const std::vector<std::string> names = spellings(d.key, d.units);
  for (std::size_t i = 1; i < names.size(); ++i) {
    Description other = d;
    const double in_si = d.units[i].to_si(1.0);
    other.range.low /= in_si, other.range.high /= in_si;
    for (Description& element : other.parts) element.range = other.range;
    other.unit = d.units[i].text;
    other.default_value.clear();
    keys.properties.emplace_back(names[i], property(other, use));
    Json absent = Json::object();
    for (std::size_t k = 0; k < i; ++k) absent.set(names[k], Json::boolean(false));
    keys.dependencies[names[i]] = std::move(Json::object().set("properties", std::move(absent)));
  }
}

TableKeys keys_of(const Description& table, Use use) {
  TableKeys keys;
  for (const Description& part : table.parts) {
    // Entries of a list are whole unless they have a shared table.
    const bool shares = !part.shared_key.empty();
    keys.properties.emplace_back(part.key, property(part, shares ? use.over_others() : use));
    add_other_units(keys, part, use);
    if (!shares) continue;
    keys.properties.emplace_back(part.shared_key, schema_of(part.parts[0], use.over_others()));
  }
  return keys;
}

Json object_of(const Keys& keys) {
  Json object = Json::object();
  for (const auto& [key, schema] : keys) object.set(key, schema);
  return object;
}

/// The key that names the type of a table in a variant; empty: the table is in none.
struct TypeName {
  std::string key;
  std::string name;
  bool may_be_left_out = false;
};

/// Checks of a table. Errors come in the order of the checks: an unknown key is named before the
/// key that is missing for it.
void set_checks(Json& schema, const Keys& dependencies, const Description& d, Use use,
                const TypeName& type) {
  schema.set("additionalProperties", Json::boolean(d.is_open));
  if (!dependencies.empty()) schema.set("dependencies", object_of(dependencies));
  if (!use.whole) return;
  Json conditions = Json::array();
  for (const Description& part : d.parts) {
    if (part.shared_key.empty()) continue;
    Json whole = Json::object();
    whole.set("properties",
              std::move(Json::object().set(part.key, schema_of(part, use.for_checks()))));
    conditions.add(unless(part.shared_key, std::move(whole)));
  }
  const bool needs_type = !type.key.empty() && !type.may_be_left_out;
  set_required(schema, conditions, d,
               needs_type ? std::vector{type.key} : std::vector<std::string>());
  if (!conditions.empty()) schema.set("allOf", std::move(conditions));
}

/// `schema`: the beginning of its schema.
Json table(const Description& d, Use use, const TypeName& type = {}, Json schema = Json::object()) {
  Json properties = Json::object();
  if (!type.key.empty()) {
    Json name = Json::object();
    name.set("const", Json::text(type.name));
    if (use.described) name.set("description", Json::text(d.doc));
    properties.set(type.key, std::move(name));
  }
  TableKeys keys = keys_of(d, use);
  for (auto& [key, value] : keys.properties) properties.set(key, std::move(value));
  schema.set("type", Json::text("object")).set("properties", std::move(properties));
  if (use.checked) set_checks(schema, keys.dependencies, d, use, type);
  return schema;
}

/// Texts, and nested tables of texts as deep as paths go.
Json texts_by_path(int depth) {
  if (depth == 0) return typed("string");
  Json table = typed("object");
  table.set("additionalProperties", texts_by_path(depth - 1));
  return any_of({typed("string"), std::move(table)});
}

Json alternative(const Description& variant, const Description& part, Use use) {
  return table(part, use, {variant.type_key, part.key, part.is_default});
}

/// The table of the type that is named. The key of the type decides, so that an error is about that
/// table alone.
Json by_type(const Description& variant, Use use) {
  Json all = Json::array();
  for (const Description& part : variant.parts) {
    Json name = Json::object();
    name.set(variant.type_key, std::move(Json::object().set("const", Json::text(part.key))));
    Json condition = Json::object();
    condition.set("if", std::move(Json::object().set("properties", std::move(name))));
    all.add(std::move(condition.set("then", alternative(variant, part, use))));
  }
  return std::move(Json::object().set("allOf", std::move(all)));
}

/// A table without type that lies over another, which has the type. Each key is a key of some type;
/// that all are of one type is not checked.
Json of_some_type(const Description& variant, Use use) {
  std::map<std::string, std::vector<Json>> forms;
  std::set<std::string> known;
  Keys dependencies, properties;
  bool is_open = false;
  for (const Description& part : variant.parts) {
    is_open = is_open || part.is_open;
    TableKeys keys = keys_of(part, use);
    dependencies.merge(keys.dependencies);
    for (auto& [key, schema] : keys.properties) {
      if (known.insert(key + schema.print()).second) forms[key].push_back(std::move(schema));
    }
  }
  for (auto& [key, schemas] : forms) properties[key] = any_of(std::move(schemas));
  Json schema = Json::object();
  schema.set("properties", object_of(properties));
  schema.set("additionalProperties", Json::boolean(is_open));
  if (!dependencies.empty()) schema.set("dependencies", object_of(dependencies));
  return schema;
}

/// One of several tables. Its checks stand below `if`, where no editor looks for keys. Below
/// `anyOf` stand all tables for editors; the first alternative there accepts everything.
Json variant(const Description& d, Use use) {
  if (d.parts.size() == 1) return alternative(d, d.parts[0], use);
  Json schema = typed("object");
  if (use.checked) {
    std::vector<std::string> names;
    for (const Description& part : d.parts) names.push_back(part.key);
    Json type = Json::object();
    type.set(d.type_key, std::move(Json::object().set("enum", Json::texts(names))));
    schema.set("properties", std::move(type));
    const auto by_default = std::find_if(d.parts.begin(), d.parts.end(),
                                         [](const Description& part) { return part.is_default; });
    const bool needs_type = use.whole && by_default == d.parts.end();
    if (needs_type) schema.set("required", Json::texts({d.type_key}));
    const Use checks = use.for_checks();
    schema.set("if", std::move(Json::object().set("required", Json::texts({d.type_key}))));
    schema.set("then", by_type(d, checks));
    if (!use.whole) schema.set("else", of_some_type(d, checks));
    if (use.whole && !needs_type) schema.set("else", alternative(d, *by_default, checks));
  }
  if (!use.described) return schema;
  Json forms = Json::array();
  if (use.checked) forms.add(Json::boolean(true));
  for (const Description& part : d.parts) forms.add(alternative(d, part, shown));
  return std::move(schema.set("anyOf", std::move(forms)));
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
      return number_schema("number", d.range);
    case Kind::integer:
      return number_schema("integer", d.range);
    case Kind::boolean:
      return typed("boolean");
    case Kind::text:
      return text_schema(d);
    case Kind::rate:
      return rate_schema(d);
    case Kind::vector:
      return vector_schema(d, d.required && use.whole);
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
Json or_include(const Description& d, Use use) {
  const Description include = include_description(d);
  Description with_include = d;
  const auto add = [&](Description& table) { table.parts.insert(table.parts.begin(), include); };
  if (d.kind == Kind::variant) {
    std::for_each(with_include.parts.begin(), with_include.parts.end(), add);
  } else {
    add(with_include);
  }
  Json schema = schema_of(with_include, use.over_others());
  Json conditions = Json::array();
  conditions.add(unless("include", schema_of(d, use.for_checks())));
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
  Json schema = table(loose, whole_use, {}, heading(title));
  if (!tables.empty()) {
    schema.set("if", without_sets(tree));
    schema.set("then", std::move(Json::object().set("required", Json::texts(tables))));
  }
  Json definitions = Json::object();
  for (const Description& part : tree.parts) {
    if (part.kind != Kind::map || !has_path_keys(part)) continue;
    definitions.set(by_path(part), path_map_schema(part, tree));
    definitions.set(part.key, schema_of(part.parts[0], whole_use));
  }
  return schema.set("definitions", std::move(definitions)).print();
}

std::string included_json_schema(const Description& tree, std::string_view what) {
  const Description* included = find_included(tree, what);
  expects(included != nullptr, "what a file may hold that a table includes");
  Json schema = heading("montecopter " + std::string(what));
  Json all = Json::array();
  all.add(schema_of(*included, whole_use));
  return schema.set("allOf", std::move(all)).print();
}

std::string scenario_json_schema() {
  return json_schema(scenario_description(), "montecopter scenario");
}

std::string part_json_schema(std::string_view what) {
  return included_json_schema(scenario_description(), what);
}

}  // namespace montecopter
