#include "scenario/describe/json_schema_values.hpp"

#include <cmath>
#include <utility>

namespace montecopter {

namespace {

void set_range(Json& schema, const Range& range) {
  if (std::isfinite(range.low)) {
    schema.set(range.low_open ? "exclusiveMinimum" : "minimum", Json::number(range.low));
  }
  if (std::isfinite(range.high)) {
    schema.set(range.high_open ? "exclusiveMaximum" : "maximum", Json::number(range.high));
  }
}

/// What holds of a list of numbers, without its type.
Json items(std::size_t count, const Range& range) {
  Json list = Json::object();
  const auto size = static_cast<double>(count);
  list.set("items", number_schema("number", range));
  return std::move(list.set("minItems", Json::number(size)).set("maxItems", Json::number(size)));
}

Json numbers(std::size_t count, const Range& range) {
  return std::move(items(count, range).set("type", Json::text("array")));
}

}  // namespace

Json typed(const char* type) { return std::move(Json::object().set("type", Json::text(type))); }

Json any_of(std::vector<Json> schemas) {
  if (schemas.size() == 1) return std::move(schemas[0]);
  Json list = Json::array();
  for (Json& schema : schemas) list.add(std::move(schema));
  return std::move(Json::object().set("anyOf", std::move(list)));
}

Json list_or_table(Json schema) {
  return std::move(schema.set("type", Json::texts({"array", "object"})));
}

Json number_schema(const char* type, const Range& range) {
  Json schema = typed(type);
  set_range(schema, range);
  return schema;
}

Json text_schema(const Description& d) {
  Json schema = typed("string");
  if (d.choices.empty()) return schema;
  Json choices = Json::array();
  for (const Choice& choice : d.choices) choices.add(Json::text(choice.name));
  schema.set("enum", std::move(choices));
  return schema;
}

Json rate_schema(const Description& d) {
  Json ratio = typed("string");
  ratio.set("pattern", Json::text("^0*[1-9][0-9]*(/0*[1-9][0-9]*)?$"));
  std::vector<Json> forms = {number_schema("integer", between(1, 1e9)), std::move(ratio)};
  if (!d.choices.empty()) forms.push_back(text_schema(d));
  return any_of(std::move(forms));
}

Json vector_schema(const Description& d, bool needs_all) {
  Json properties = Json::object();
  for (const std::string& name : d.components) {
    properties.set(name, number_schema("number", d.range));
  }
  const auto with_table = [&](Json schema) {
    schema.set("properties", properties).set("additionalProperties", Json::boolean(false));
    if (needs_all) schema.set("required", Json::texts(d.components));
    return schema;
  };
  if (d.in_short == 0) return list_or_table(with_table(items(d.components.size(), d.range)));
  std::vector<Json> forms = {numbers(d.components.size(), d.range), with_table(typed("object"))};
  if (d.in_short < d.components.size()) forms.push_back(numbers(d.in_short, d.range));
  forms.push_back(number_schema("number", d.range));
  return any_of(std::move(forms));
}

}  // namespace montecopter
