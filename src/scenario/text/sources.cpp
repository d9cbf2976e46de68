#include "scenario/text/sources.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/text.hpp"
#include "core/base/toml_guard.hpp"
#include "core/fields/paths.hpp"
#include "scenario/text/quantity.hpp"

namespace montecopter {
namespace {

using Components = std::vector<std::string>;

/// Layer of a document; higher layers override lower ones.
enum class Layer { included, scenario, command_line };

Layer layer_of(const toml::node& node, const std::string& source_name) {
  const auto& file = node.source().path;
  if (file == nullptr || *file == source_name) return Layer::scenario;
  return file->starts_with(override_prefix) ? Layer::command_line : Layer::included;
}

/// A text, still where it was written.
struct PlacedText {
  Components path;
  std::string text;
  Layer layer = Layer::scenario;
  Place place;
};

/// The values that a path addresses in a document, and the depth to which the path exists.
struct AddressedValues {
  std::vector<const toml::node*> values;
  std::size_t depth = 0;           ///< components of the path that exist
  std::vector<std::string> there;  ///< keys where it ends
};

void walk(const toml::node& node, const Components& path, std::size_t depth,
          AddressedValues& found);

void walk_table(const toml::table& table, const Components& path, std::size_t depth,
                AddressedValues& found) {
  const std::string& key = path[depth];
  if (key == "*") {
    for (const auto& [name, below] : table) walk(below, path, depth + 1, found);
    return;
  }
  const toml::node* below = find_quantity(table, key);
  const std::string shared = singular(key);
  if (below != nullptr) walk(*below, path, depth + 1, found);
  // The shared table of a list.
  const toml::node* of_all = shared.empty() ? nullptr : table.get(shared);
  if (of_all != nullptr) {
    const bool is_entry =
        depth + 1 < path.size() && (path[depth + 1] == "*" || is_index(path[depth + 1]));
    if (is_entry) walk(*of_all, path, depth + 2, found);
  }
  if (below != nullptr || of_all != nullptr || depth < found.depth) return;
  found.there.clear();
  for (const auto& [name, other] : table) found.there.emplace_back(name.str());
}

void walk(const toml::node& node, const Components& path, std::size_t depth,
          AddressedValues& found) {
  if (depth >= path.size()) {
    found.values.push_back(&node);
    found.depth = path.size();
    return;
  }
  found.depth = std::max(found.depth, depth);
  if (const toml::table* table = node.as_table()) return walk_table(*table, path, depth, found);
  const toml::array* list = node.as_array();
  if (list == nullptr) return;
  if (path[depth] == "*") {
    for (const toml::node& element : *list) walk(element, path, depth + 1, found);
  } else if (const auto index = element_index(path[depth], list->size())) {
    if (*index < list->size()) walk(*list->get(*index), path, depth + 1, found);
  }
}

std::string path_text(const Components& path) {
  std::string text;
  for (const std::string& component : path) {
    text = component == "*" ? text + ".*" : append_path(text, component);
  }
  return text.starts_with('.') ? text.substr(1) : text;
}

/// Takes the texts of one table [source], of which all paths begin with `start`.
class Taker {
 public:
  Taker(const std::string& source_name, Report& report, std::vector<PlacedText>& all)
      : source_name_(source_name), report_(report), all_(all) {}

  void take(toml::table& table, const Components& start) {
    const toml::node* node = table.get(source_key);
    if (node == nullptr) return;
    add(*node, start);
    table.erase(source_key);
  }

 private:
  void add(const toml::node& node, const Components& path) {
    if (const auto* text = node.as_string()) {
      all_.push_back(
          {path, text->get(), layer_of(node, source_name_), report_.place(node.source())});
      return;
    }
    const toml::table* table = node.as_table();
    if (table == nullptr) {
      report_.error_at(report_.place(node.source()), "source",
                       "a source is a text, for example \"kitchen scale, 3 April\"");
      return;
    }
    for (const auto& [key, below] : *table) {
      // A key may be a whole path, in quotes.
      const auto components = split_path(key.str());
      if (!components) {
        report_.error_at(report_.place(below.source()), "source",
                         fmt::format("'{}' is not a dotted path", key.str()));
        continue;
      }
      Components longer = path;
      longer.insert(longer.end(), components->begin(), components->end());
      add(below, longer);
    }
  }

  const std::string& source_name_;
  Report& report_;
  std::vector<PlacedText>& all_;
};

/// In every table at `pattern`, from its component `depth` on.
void take_at(toml::table& table, const Components& pattern, std::size_t depth,
             const Components& path, Taker& taker) {
  if (depth == pattern.size()) return taker.take(table, path);
  for (auto&& [key, node] : table) {
    toml::table* below = node.as_table();
    if (below == nullptr || (pattern[depth] != "*" && pattern[depth] != key.str())) continue;
    Components longer = path;
    longer.emplace_back(key.str());
    take_at(*below, pattern, depth + 1, longer, taker);
  }
}

void report_missing(const PlacedText& stated, const AddressedValues& found, Report& report) {
  const std::string& wrong = stated.path[std::min(found.depth, stated.path.size() - 1)];
  const auto near = near_name(wrong, found.there);
  report.error_at(stated.place, "source",
                  fmt::format("a source is stated for '{}', but nothing is written there",
                              path_text(stated.path)),
                  "a source stands beside a number of the scenario or of a file that it includes",
                  near ? "Did you mean '" + *near + "'?" : "Write the number, too");
}

bool is_overlaid(const PlacedText& stated, const AddressedValues& found,
                 const std::string& source_name) {
  return std::any_of(found.values.begin(), found.values.end(), [&](const toml::node* value) {
    return layer_of(*value, source_name) > stated.layer;
  });
}

}  // namespace

std::vector<NumberSource> take_sources(toml::table& document, const std::string& source_name,
                                       const std::vector<Includable>& includables, Report& report) {
  std::vector<PlacedText> all;
  Taker taker(source_name, report, all);
  for (const Includable& table : includables) {
    take_at(document, split_path(table.path).value(), 0, {}, taker);
  }
  taker.take(document, {});
  std::vector<NumberSource> sources;
  std::size_t bytes = 0;
  for (const PlacedText& stated : all) {
    AddressedValues found;
    walk(document, stated.path, 0, found);
    if (found.values.empty()) {
      report_missing(stated, found, report);
    } else if (!is_overlaid(stated, found, source_name)) {
      sources.push_back({path_text(stated.path), stated.text});
      bytes += sources.back().path.size() + stated.text.size();
    }
  }
  if (bytes > most_source_bytes) {
    report.error_at(all.front().place, "source",
                    fmt::format("the sources have more than {} bytes", most_source_bytes),
                    "they are kept with every result", "Name documents instead of quoting them");
  }
  std::stable_sort(sources.begin(), sources.end(),
                   [](const auto& a, const auto& b) { return a.path < b.path; });
  return sources;
}

std::string write_sources(const std::vector<NumberSource>& sources) {
  std::string text;
  for (const NumberSource& source : sources) {
    text += toml_quote(source.path) + " = " + toml_quote(source.text) + "\n";
  }
  return text;
}

std::vector<NumberSource> read_sources(const std::string& text) {
  std::vector<NumberSource> sources;
  if (find_too_deep(text)) return sources;
  try {
    for (const auto& [path, node] : toml::parse(text)) {
      if (const auto* source = node.as_string()) {
        sources.push_back({std::string(path.str()), source->get()});
      }
    }
  } catch (const toml::parse_error&) {  // another program wrote it
  }
  return sources;
}

}  // namespace montecopter
