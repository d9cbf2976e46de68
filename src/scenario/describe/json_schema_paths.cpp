#include "scenario/describe/json_schema_paths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/fields/paths.hpp"
#include "scenario/text/includable.hpp"

namespace montecopter {

namespace {

using Kind = Description::Kind;

/// A path of the format with other dots, and with texts for any index and any name.
std::string with_keys(const std::string& path, std::string_view dot, const std::string& any_index,
                      const std::string& a_name) {
  const std::vector<std::string> keys = split_path(path).value();
  std::string text;
  for (const std::string& key : keys) {
    if (!text.empty()) text += dot;
    text += key == "*" ? any_index : key == any_name ? a_name : key;
  }
  return text;
}

/// Possible ends of the path of a leaf: nothing, the name of a component, or '*' for all
/// components.
std::vector<std::string> endings(const Description& leaf) {
  if (leaf.components.empty()) return {""};
  std::vector<std::string> found;
  for (const std::string& name : leaf.components) found.push_back("." + name);
  found.emplace_back(".*");
  return found;
}

/// Whether an entry may hold tables of the format, and then has a name instead of a path.
bool may_have_name(const Description& map) {
  const std::vector<Description>& parts = map.parts[0].parts;
  return std::any_of(parts.begin(), parts.end(), [](const Description& part) {
    return part.kind == Kind::map && part.parts[0].is_open;
  });
}

/// Names, and the tables that files can replace.
void add_names(Json& patterns, const Description& map, const Description& tree) {
  const auto add = [&](const std::string& pattern) {
    Json all = Json::array();
    all.add(std::move(Json::object().set("$ref", Json::text("#/definitions/" + map.key))));
    patterns.set("^" + pattern + "$", std::move(Json::object().set("allOf", std::move(all))));
  };
  add(name_pattern);
  for (const Includable& table : includables(*tree.schema)) {
    if (table.path.find('.') == std::string::npos) continue;
    add(with_keys(table.path, "\\.", name_pattern, name_pattern));
  }
}

}  // namespace

Json path_map_schema(const Description& map, const Description& tree) {
  Json exact = Json::object();
  Json patterns = Json::object();
  const auto add = [&](const std::string& path, const std::string& end, const Description& leaf) {
    Json entry = Json::object();
    entry.set("description", Json::text(fmt::format("{} [{}]", leaf.doc, leaf.unit)));
    Json all = Json::array();
    all.add(std::move(Json::object().set("$ref", Json::text("#/definitions/" + map.key))));
    entry.set("allOf", std::move(all));
    const std::string wild = with_keys(path, ".", "*", "*");
    exact.set(wild + end,
              entry);  // completed by editors; paths with index or name match the pattern
    if (wild.find('*') == std::string::npos) return;
    const std::string tail = end.empty() ? "" : end == ".*" ? "\\.\\*" : "\\" + end;
    const std::string pattern =
        with_keys(path, "\\.", "(\\*|[0-9]+)", "(\\*|" + name_pattern + ")");
    patterns.set("^" + pattern + tail + "$", std::move(entry));
  };
  for (const DescribedPath& at : leaf_paths(tree)) {
    const bool is_number = at.leaf->kind == Kind::number || at.leaf->kind == Kind::vector;
    if (!is_number || at.leaf->vary != map.vary) continue;
    for (const std::string& end : endings(*at.leaf)) add(at.path, end, *at.leaf);
  }
  if (may_have_name(map)) add_names(patterns, map, tree);
  Json schema = Json::object();
  schema.set("type", Json::text("object"));
  schema.set("properties", std::move(exact)).set("patternProperties", std::move(patterns));
  schema.set("additionalProperties", Json::boolean(false));
  return schema;
}

}  // namespace montecopter
