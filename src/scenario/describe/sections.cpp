#include "scenario/describe/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/base/text.hpp"
#include "core/fields/paths.hpp"

namespace montecopter {

namespace {

using Kind = Description::Kind;

/// Walks the tree depth first: a table comes before the tables in it, and all types of a variant
/// before the tables in them.
class SectionCollector {
 public:
  void table(const Description& d, const std::string& path, Section section,
             const std::string& type = "") {
    const bool is_by_path = section.header.ends_with("\"PATH\"]");
    section.table = &d;
    section.path = plain(path);
    sections.push_back(std::move(section));
    tables_in(d, is_by_path ? append_path(path, any_path) : path, type);
  }

  /// Finds the keys of tables that are in no type, which keep their names.
  void claim(const Description& d) {
    for (const Description& part : d.parts) {
      if (part.kind != Kind::table) continue;
      plain_.insert(part.key);
      claim(part);
    }
  }

  std::vector<Section> sections;

 private:
  void tables_in(const Description& d, const std::string& path, const std::string& type) {
    for (const Description& part : d.parts) {
      below(part, part.doc, append_path(path, part.key), "[{}]", type);
    }
  }

  /// Collects tables in a description. `header`: the beginning of such a table. `type`: the type
  /// that contains it.
  void below(const Description& d, const std::string& doc, const std::string& path,
             const char* header, const std::string& type) {
    const std::string begins = fmt::format(fmt::runtime(header), path);
    if (d.is_of_texts && path != d.key) return;  // as at the top
    if (d.kind == Kind::table) {
      if (!is_known(d, path)) table(d, path, {unique(path, type), "", doc, begins, nullptr}, type);
    } else if (d.kind == Kind::variant) {
      const std::string kind = unique(path, type);
      std::vector<const Description*> types;  // not seen before
      for (const Description& one : d.parts) {
        if (is_known(one, path + "/" + one.key)) continue;
        types.push_back(&one);
        const std::string choice = fmt::format("{} {} = \"{}\"", begins, d.type_key, one.key);
        sections.push_back({kind, one.key, one.doc, choice, &one, plain(path)});
      }
      for (const Description* one : types) tables_in(*one, path, one->key);
    } else if (d.kind == Kind::list) {
      below(d.parts[0], doc, path, "[[{}]]", type);
    } else if (d.kind == Kind::map && has_path_keys(d)) {
      below(d.parts[0], doc, path, "[{}.\"PATH\"]", type);
    } else if (d.kind == Kind::map) {
      below(d.parts[0], doc, append_path(path, any_name), "[{}]", type);
    }
  }

  /// Whether another type has the same table at the same path: it has one section then.
  bool is_known(const Description& d, const std::string& path) {
    const auto [entry, is_new] = tables_.emplace(path, &d);
    const auto same_key = [](const Description& a, const Description& b) { return a.key == b.key; };
    const auto &a = entry->second->parts, &b = d.parts;
    return !is_new && std::equal(a.begin(), a.end(), b.begin(), b.end(), same_key);
  }

  /// The keys of a path, without names.
  static std::string plain(const std::string& path) {
    std::string keys;
    const auto components = split_path(path);
    if (!components) return keys;  // of the top level
    for (const std::string& key : *components) {
      if (key != any_name && key != any_path) keys = append_path(keys, key);
    }
    return keys;
  }

  /// Kind of a path: its last key if no other path has it, or else the path, without names. In a
  /// type, the type's name comes first if a table outside types has the same key.
  std::string unique(const std::string& path, const std::string& type) {
    const std::string keys = plain(path);
    const std::string last = keys.substr(keys.rfind('.') + 1);
    if (!type.empty() && plain_.count(last) > 0) return type + "-" + last;
    const auto [entry, is_new] = owners_.emplace(last, keys);
    return entry->second == keys ? last : keys;
  }

  std::map<std::string, std::string> owners_;
  std::set<std::string> plain_;  ///< keys of tables that are in no type
  std::map<std::string, const Description*> tables_;
};

/// Section of one of the types that share its keys.
Section of_type(const Section& section, const Choice& type) {
  Section one = section;
  one.type = type.name;
  one.doc = type.doc;
  one.header += fmt::format(" type = {}", toml_quote(type.name));
  return one;
}

}  // namespace

std::vector<Choice> types_by_choice(const Section& section) {
  if (!section.type.empty()) return {};
  for (const Description& key : section.table->parts) {
    if (key.key == "type") return key.choices;
  }
  return {};
}

std::vector<Section> sections_of(const Description& tree) {
  SectionCollector collector;
  collector.claim(tree);
  collector.table(tree, "", {"scenario", "", "The top level of a scenario file", "", nullptr});
  return collector.sections;
}

const std::vector<Section>& sections() {
  static const std::vector<Section> all = sections_of(scenario_description());
  return all;
}

std::string section_name(const Section& section) {
  return section.type.empty() ? section.kind : section.kind + "/" + section.type;
}

std::vector<std::string> section_names() {
  std::vector<std::string> names;
  for (const Section& section : sections()) {
    if (names.empty() || names.back().rfind(section.kind + "/", 0) != 0) {
      names.push_back(section.kind);
    }
    if (!section.type.empty()) names.push_back(section_name(section));
    for (const Choice& type : types_by_choice(section)) {
      names.push_back(section.kind + "/" + std::string(type.name));
    }
  }
  return names;
}

std::vector<Section> find_sections(std::string_view name) {
  std::vector<Section> found;
  if (name.empty()) return found;
  for (const Section& section : sections()) {
    if (name == section.kind || name == section.type || name == section_name(section)) {
      found.push_back(section);
    }
    for (const Choice& type : types_by_choice(section)) {
      Section one = of_type(section, type);
      if (name == type.name || name == section_name(one)) found.push_back(std::move(one));
    }
  }
  return found;
}

std::vector<Section> sections_at(std::string_view plain_path) {
  std::vector<Section> found;
  for (const Section& section : sections()) {
    if (section.path == plain_path) found.push_back(section);
  }
  return found;
}

}  // namespace montecopter
