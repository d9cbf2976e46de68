#include "scenario/text/merge.hpp"

#include <fmt/format.h>

#include <optional>

#include "core/fields/paths.hpp"
#include "scenario/text/quantity.hpp"

namespace montecopter {

namespace {

/// Lays the user's table over a base, in place. Nodes are moved, never copied: a copy has no
/// position.
class Merger {
 public:
  Merger(EmptyTable empty, Report& report) : empty_(empty), report_(report) {}

  void lay_over(toml::table& base, toml::table& over, const std::string& path) {
    drop_other_units(base, over, path);
    for (auto&& [key, value] : over) {
      toml::node* old = base.get(key.str());
      if (old == nullptr && starts_list(value)) {
        old = &base.insert(key, toml::array()).first->second;
      }
      if (old != nullptr && merge(*old, value, append_path(path, key.str()))) continue;
      base.insert_or_assign(key, std::move(value));
    }
  }

 private:
  /// Removes a quantity of the base that the user gives in another unit.
  void drop_other_units(toml::table& base, const toml::table& over, const std::string& path) {
    for (auto&& [key, value] : over) {
      for (const std::string& other : other_spellings(key.str())) {
        // A table that gives both units itself is refused by the reader.
        if (!base.contains(other) || over.contains(other)) continue;
        if (value.is_table()) {
          const std::string at = append_path(path, key.str());
          report_.error_at(report_.place(value.source()), at,
                           fmt::format("'{}' gives components of '{}' in another unit", at, other),
                           "all components of a vector have one unit",
                           fmt::format("Use {}, or give all components as a list", other));
        }
        base.erase(other);
      }
    }
  }

  /// Whether a table stands for a new list: "wind.0.type" means its first entry, because no table
  /// has a key 0.
  static bool starts_list(const toml::node& node) {
    const toml::table* table = node.as_table();
    return table != nullptr && table->size() == 1 && table->contains("0");
  }

  /// True if `over` went into `base`; false if it has to replace it.
  bool merge(toml::node& base, toml::node& over, const std::string& path) {
    toml::table* entries = over.as_table();
    if (entries == nullptr) return false;
    if (entries->empty()) return empty_ == EmptyTable::changes_nothing;
    if (toml::table* table = base.as_table()) {
      if (names_another_type(*table, *entries, path)) return false;
      lay_over(*table, *entries, path);
      return true;
    }
    if (toml::array* list = base.as_array()) {
      lay_over_list(*list, *entries, path);
      return true;
    }
    return false;
  }

  /// A table over a list changes the elements that its keys name; the next free index appends.
  void lay_over_list(toml::array& list, toml::table& over, const std::string& path) {
    for (auto&& [key, value] : over) {
      const std::string at = append_path(path, key.str());
      const std::optional<std::size_t> index = element_index(key.str(), list.size());
      if (!index || *index > list.size()) {
        report_.error_at(report_.place(value.source()), at,
                         fmt::format("'{}' is not an element of the list '{}'", key.str(), path),
                         fmt::format("it has {} elements, counted from 0", list.size()));
      } else if (*index == list.size()) {
        list.push_back(std::move(value));
      } else if (!merge(list[*index], value, at)) {
        list.replace(list.cbegin() + static_cast<std::ptrdiff_t>(*index), std::move(value));
      }
    }
  }

  EmptyTable empty_;
  Report& report_;
};

}  // namespace

namespace {

bool is_axis(const std::string& path) {
  if (!path.starts_with("sweep.")) return false;
  const auto components = split_path(path);
  return components && components->size() == 2;
}

}  // namespace

/// Integrators are no such types: they share their keys. A swept parameter loses its old values,
/// too, when it gets others.
bool names_another_type(const toml::table& base, const toml::table& over, const std::string& path) {
  if (path == "integrator") return false;
  if (is_axis(path)) {
    const bool adds_to_sets = over.contains("sets") && base.contains("sets");
    return over.size() > 1 || !(over.contains("column") || adds_to_sets);
  }
  for (const char* key : {"type", "dist"}) {
    const toml::node* old_type = base.get(key);
    const toml::node* new_type = over.get(key);
    if (old_type != nullptr && new_type != nullptr &&
        old_type->value<std::string>() != new_type->value<std::string>()) {
      return true;
    }
  }
  return false;
}

void lay_over(toml::table& base, toml::table& over, const std::string& path, EmptyTable empty,
              Report& report) {
  Merger(empty, report).lay_over(base, over, path);
}

}  // namespace montecopter
