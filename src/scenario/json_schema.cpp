#include "scenario/json_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/json.hpp"
#include "scenario/describe.hpp"
#include "scenario/key_words.hpp"
#include "scenario/paths.hpp"

namespace montecopter {

namespace {

using Kind = Description::Kind;

/// `whole`: what must be given is there. `overlay`: anything may be missing, for it lies over
/// values from elsewhere (an included vehicle, the table that the rotors share), and elements of
/// lists may be addressed by index.
enum class Use { whole, overlay };

Json schema_of(const Description& d, Use use);

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

Json rate() {
  Json ratio = typed("string");
  ratio.set("pattern", Json::text("^0*[1-9][0-9]*(/0*[1-9][0-9]*)?$"));
  return any_of({number("integer", between(1, 1e9)), std::move(ratio)});
}

Json numbers(std::size_t count, const Range& range) {
  Json list = typed("array");
  const auto size = static_cast<double>(count);
  list.set("items", number("number", range));
  return std::move(list.set("minItems", Json::number(size)).set("maxItems", Json::number(size)));
}

/// A list of all components, or a table of some of them. Of a matrix also its diagonal, or the one
/// number that stands three times on it.
Json vector(const Description& d, Use use) {
  Json table = typed("object");
  Json properties = Json::object();
  for (const std::string& name : d.components) properties.set(name, number("number", d.range));
  table.set("properties", std::move(properties)).set("additionalProperties", Json::boolean(false));
  if (d.required && use == Use::whole) table.set("required", Json::texts(d.components));
  std::vector<Json> forms = {numbers(d.components.size(), d.range), std::move(table)};
  if (is_matrix(d)) {
    forms.push_back(numbers(3, d.range));
    forms.push_back(number("number", d.range));
  }
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

void set_required(Json& schema, const Description& table, std::vector<std::string> required) {
  for (const Description& part : table.parts) {
    if (part.required) required.push_back(part.key);
  }
  if (!required.empty()) schema.set("required", Json::texts(required));
  if (table.exactly_one.empty()) return;
  Json one = Json::array();
  for (const std::string& key : table.exactly_one) {
    one.add(std::move(Json::object().set("required", Json::texts({key}))));
  }
  schema.set("oneOf", std::move(one));
}

/// The properties of a field, with its documentation and its default.
Json property(const Description& d, Use use) {
  Json schema = schema_of(d, use);
  const bool has_unit = !d.unit.empty() && d.unit != "1";
  schema.set("description", Json::text(has_unit ? fmt::format("{} [{}]", d.doc, d.unit) : d.doc));
  if (!d.default_value.empty()) schema.set("default", Json::raw(d.default_value));
  return schema;
}

/// The key that names the type of a table in a variant; empty: the table is in none.
struct TypeName {
  std::string key;
  std::string name;
};

Json table(const Description& d, Use use, const TypeName& type = {}) {
  Json properties = Json::object();
  if (!type.key.empty()) {
    properties.set(type.key, std::move(Json::object()
                                           .set("const", Json::text(type.name))
                                           .set("description", Json::text(d.doc))));
  }
  Json conditions = Json::array();
  for (const Description& part : d.parts) {
    // Entries of a list are whole unless there is a table of what they share.
    const bool shares = !part.shared_key.empty();
    properties.set(part.key, property(part, shares ? Use::overlay : use));
    if (!shares) continue;
    properties.set(part.shared_key, schema_of(part.parts[0], Use::overlay));
    if (use == Use::overlay) continue;
    Json whole = Json::object();
    whole.set("properties", std::move(Json::object().set(part.key, schema_of(part, Use::whole))));
    conditions.add(unless(part.shared_key, std::move(whole)));
  }
  Json schema = typed("object");
  schema.set("properties", std::move(properties)).set("additionalProperties", Json::boolean(false));
  if (use == Use::whole) {
    set_required(schema, d, type.key.empty() ? std::vector<std::string>() : std::vector{type.key});
  }
  if (!conditions.empty()) schema.set("allOf", std::move(conditions));
  return schema;
}

Json variant(const Description& d, Use use) {
  if (d.parts.size() == 1) return table(d.parts[0], use, {d.type_key, d.parts[0].key});
  Json alternatives = Json::array();
  for (const Description& part : d.parts) {
    alternatives.add(table(part, use, {d.type_key, part.key}));
  }
  return std::move(
      Json::object().set(use == Use::whole ? "oneOf" : "anyOf", std::move(alternatives)));
}

/// A path to a list's tables as a regular expression; '*' stands for itself and for any index.
std::string path_pattern(const std::string& path) {
  std::string pattern;
  for (const char c : path) {
    if (c == '.') {
      pattern += "\\.";
    } else if (c == '*') {
      pattern += "(\\*|[0-9]+)";
    } else {
      pattern += c;
    }
  }
  return pattern;
}

/// What may follow the path of a leaf: nothing, or the name of a component, or '*' for all of them.
std::vector<std::string> endings(const Description& leaf) {
  if (leaf.components.empty()) return {""};
  std::vector<std::string> found;
  for (const std::string& name : leaf.components) found.push_back("." + name);
  found.emplace_back(".*");
  return found;
}

/// What all paths of a map have in common is a definition of its own.
Json map(const Description& d) {
  if (d.vary == Vary::fixed) {
    return std::move(
        typed("object").set("additionalProperties", schema_of(d.parts[0], Use::whole)));
  }
  Json exact = Json::object();
  Json patterns = Json::object();
  const auto add = [&](const std::string& path, const std::string& end, const Description& leaf) {
    Json entry = Json::object();
    entry.set("description", Json::text(fmt::format("{} [{}]", leaf.doc, leaf.unit)));
    Json all = Json::array();
    all.add(std::move(Json::object().set("$ref", Json::text("#/definitions/" + d.key))));
    entry.set("allOf", std::move(all));
    exact.set(path + end, entry);  // completed by editors; a list by index matches the pattern
    if (path.find('*') == std::string::npos) return;
    const std::string tail = end.empty() ? "" : end == ".*" ? "\\.\\*" : "\\" + end;
    patterns.set("^" + path_pattern(path) + tail + "$", std::move(entry));
  };
  for (const DescribedPath& at : leaf_paths(scenario_description())) {
    const bool is_number = at.leaf->kind == Kind::number || at.leaf->kind == Kind::vector;
    if (!is_number || at.leaf->vary != d.vary) continue;
    for (const std::string& end : endings(*at.leaf)) add(at.path, end, *at.leaf);
  }
  Json schema = typed("object");
  schema.set("properties", std::move(exact)).set("patternProperties", std::move(patterns));
  schema.set("additionalProperties", Json::boolean(false));
  return schema;
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
      return rate();
    case Kind::vector:
      return vector(d, use);
    case Kind::list:
      return list(d, use);
    case Kind::table:
      return table(d, use);
    case Kind::variant:
      return variant(d, use);
    case Kind::map:
      return map(d);
  }
  return {};
}

/// [vehicle] with the key `include`: then everything may be missing, for it is in the file.
Json vehicle_or_include(const Description& vehicle) {
  Description with_include = vehicle;
  Description include{.kind = Kind::text, .key = "include"};
  include.doc = "Vehicle file, relative to this file; the keys besides override those of the file";
  for (Description& type : with_include.parts) {
    type.parts.insert(type.parts.begin(), include);
  }
  Json schema = property(with_include, Use::overlay);
  Json conditions = Json::array();
  conditions.add(unless("include", schema_of(vehicle, Use::whole)));
  return std::move(schema.set("allOf", std::move(conditions)));
}

Json heading(const char* title) {
  Json schema = Json::object();
  schema.set("$schema", Json::text("http://json-schema.org/draft-07/schema#"));
  schema.set("title", Json::text(title));
  return schema;
}

}  // namespace

std::string scenario_json_schema() {
  const Description& tree = scenario_description();
  Json schema = heading("montecopter scenario");
  Json properties = Json::object(), definitions = Json::object();
  for (const Description& part : tree.parts) {
    const bool is_vehicle = part.key == "vehicle";
    properties.set(part.key, is_vehicle ? vehicle_or_include(part) : property(part, Use::whole));
    if (part.kind == Kind::map) definitions.set(part.key, schema_of(part.parts[0], Use::whole));
  }
  schema.set("type", Json::text("object"));
  schema.set("properties", std::move(properties));
  schema.set("additionalProperties", Json::boolean(false));
  set_required(schema, tree, {});
  schema.set("definitions", std::move(definitions));
  return schema.print();
}

std::string vehicle_json_schema() {
  const auto& parts = scenario_description().parts;
  const auto vehicle = std::find_if(parts.begin(), parts.end(),
                                    [](const Description& d) { return d.key == "vehicle"; });
  Json schema = heading("montecopter vehicle");
  Json all = Json::array();
  all.add(schema_of(*vehicle, Use::whole));
  return schema.set("allOf", std::move(all)).print();
}

}  // namespace montecopter
