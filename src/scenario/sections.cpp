#include "scenario/sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/error.hpp"
#include "scenario/meant_name.hpp"
#include "scenario/paths.hpp"

namespace montecopter {

namespace {

using Kind = Description::Kind;

/// Walks the tree depth first; a table comes before the tables in it, all types of one before the
/// tables in them.
class Collector {
 public:
  void table(const Description& d, const std::string& path, Section section,
             const std::string& type = "") {
    section.table = &d;
    sections.push_back(std::move(section));
    tables_in(d, path, type);
  }

  /// Lets tables that are in no type keep their names.
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

  /// What has tables in it; `header` is how such a table begins, `type` the type that it is part
  /// of.
  void below(const Description& d, const std::string& doc, const std::string& path,
             const char* header, const std::string& type) {
    const std::string begins = fmt::format(fmt::runtime(header), path);
    if (d.kind == Kind::table) {
      if (!is_known(d, path)) table(d, path, {unique(path, type), "", doc, begins, nullptr}, type);
    } else if (d.kind == Kind::variant) {
      const std::string kind = unique(path, type);
      std::vector<const Description*> types;  // not seen before
      for (const Description& one : d.parts) {
        if (is_known(one, path + "/" + one.key)) continue;
        types.push_back(&one);
        const std::string choice = fmt::format("{} {} = \"{}\"", begins, d.type_key, one.key);
        sections.push_back({kind, one.key, one.doc, choice, &one});
      }
      for (const Description* one : types) tables_in(*one, path, one->key);
    } else if (d.kind == Kind::list) {
      below(d.parts[0], doc, path, "[[{}]]", type);
    } else if (d.kind == Kind::map && has_path_keys(d.vary)) {
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

  /// The last key of a path if no other path has it, or else the path; without names. In a type it
  /// comes after the type's name if a table that is in none has the same key.
  std::string unique(const std::string& path, const std::string& type) {
    const std::vector<std::string> components = split_path(path).value();
    std::string keys, last;
    for (const std::string& key : components) {
      if (key == any_name) continue;
      keys = append_path(keys, key);
      last = key;
    }
    if (!type.empty() && plain_.count(last) > 0) return type + "-" + last;
    const auto [entry, is_new] = owners_.emplace(last, keys);
    return entry->second == keys ? last : keys;
  }

  std::map<std::string, std::string> owners_;
  std::set<std::string> plain_;  ///< keys of tables that are in no type
  std::map<std::string, const Description*> tables_;
};

}  // namespace

std::vector<Choice> types_by_choice(const Section& section) {
  for (const Description& key : section.table->parts) {
    if (key.key == "type") return key.choices;
  }
  return {};
}

std::vector<Section> sections_of(const Description& tree) {
  Collector collector;
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
  for (const Section& section : sections()) {
    bool fits = name == section.kind || name == section_name(section);
    for (const Choice& type : types_by_choice(section)) {
      fits = fits || name == section.kind + "/" + std::string(type.name);
    }
    if (fits) found.push_back(section);
  }
  if (!found.empty()) return found;
  const auto meant = meant_name(name, section_names());
  throw Error(ExitCode::usage, fmt::format("error: there is no kind or type '{}'. {}", name,
                                           meant ? "Perhaps '" + *meant + "' is meant."
                                                 : "`montecopter models` lists all."));
}

}  // namespace montecopter
