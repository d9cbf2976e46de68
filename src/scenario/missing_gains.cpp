#include <fmt/format.h>

#include <algorithm>

#include "scenario/describe/describe.hpp"
#include "scenario/describe/toml_example.hpp"
#include "scenario/load_structure.hpp"
#include "scenario/text/quantity.hpp"

namespace montecopter {
namespace {

using Kind = Description::Kind;

bool add_number(toml::table& to, const Description& key, const Description& table) {
  toml::table value = toml::parse("value = " + example_value(key, table));
  to.insert_or_assign(key.key, std::move(*value.get("value")));
  return true;
}

bool add_missing(toml::table& to, const Description& table);

bool add_missing(toml::table& to, const Description& key, const Description& table) {
  const bool is_number = key.kind == Kind::number || key.kind == Kind::vector;
  if (is_number && key.required && find_quantity(to, key.key) == nullptr) {
    return add_number(to, key, table);
  }
  if (key.kind != Kind::table || key.is_optional || (!key.required && !to.contains(key.key))) {
    return false;
  }
  if (!to.contains(key.key)) to.insert(key.key, toml::table());
  toml::table* below = to.get_as<toml::table>(key.key);
  return below != nullptr && add_missing(*below, key);
}

bool add_missing(toml::table& to, const Description& table) {
  bool any = false;
  for (const Description& key : table.parts) any = add_missing(to, key, table) || any;
  for (const std::vector<std::string>& group : table.exactly_one) {
    const bool has_one = std::any_of(group.begin(), group.end(), [&](const std::string& key) {
      return find_quantity(to, key) != nullptr;
    });
    const auto first = std::find_if(table.parts.begin(), table.parts.end(),
                                    [&](const auto& key) { return key.key == group.front(); });
    if (has_one || first == table.parts.end()) continue;
    if (first->kind != Kind::number && first->kind != Kind::vector) continue;
    any = add_number(to, *first, table);
  }
  return any;
}

}  // namespace

bool add_missing_gains(toml::table& root) {
  toml::table* controller = root.get_as<toml::table>("controller");
  const auto& parts = scenario_description().parts;
  const auto variant = std::find_if(parts.begin(), parts.end(),
                                    [](const Description& key) { return key.key == "controller"; });
  if (controller == nullptr) return false;
  const toml::node* named = controller->get(variant->type_key);
  const std::string type = named == nullptr ? "" : named->value_or(std::string());
  for (const Description& law : variant->parts) {
    if (law.key == type) return add_missing(*controller, law);
  }
  return false;
}

}  // namespace montecopter
