#pragma once
/// Numbers by dotted path: "vehicle.mass_kg", "wind.0.to_m_s.x",
/// "vehicle.rotors.2.law.thrust_n_s2".
///
/// visit_numbers() walks a schema with a pointer to the struct, as the Reader does, and calls back
/// for each double with its path, unit and range; all_numbers() lists them. The queries on a
/// scenario are in scenario/derived/paths.hpp: dispersions, sweeps and overrides go through it.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/type_schema.hpp"

namespace montecopter {

/// Letters, digits, '_' and '-': what a path need not quote, and what a dataset may be called.
bool is_bare_key(std::string_view key);

/// `path` with one more component, quoted where its characters ask for it.
std::string append_path(std::string_view path, std::string_view component);

/// Components of a dotted path. A component in double quotes may hold dots:
/// `disperse."vehicle.mass_kg".sd` has three. nullopt: an empty component or an open quote.
std::optional<std::vector<std::string>> split_path(std::string_view path);

/// Whether a component of a path is the index of a list: digits.
bool is_index(std::string_view component);

/// The list index that a component names: "12"; or, by name, the component of a list of `size`
/// numbers: "x" of 3, "w" of 4, "xy" of 9. nullopt: neither.
std::optional<std::size_t> element_index(std::string_view component, std::size_t size);

/// Name of the table that the entries of a list of structs share: "rotor" of "rotors". Empty where
/// the name of the list does not end in s: its entries share nothing.
std::string singular(const std::string& key);

/// A number of a parameter struct. It points into the struct and lives as long as that does.
struct NumberRef {
  std::string path;
  std::string pattern;  ///< the path with '*' for each component for which that may stand
  double* value = nullptr;
  Range range;
  Vary vary = Vary::fixed;
  std::string unit;
  bool is_component = false;  ///< the path ends in the name of an array's component: x, y, xx ...
};

/// The field's statements about the visited number.
struct NumberSpec {
  std::string_view unit;
  Range range;
  Vary vary = Vary::fixed;
  bool is_component = false;
};

/// The way to a value. Below nothing it is empty.
struct NumberPath {
  std::string path = {};
  std::string pattern = {};
  /// Components of the path of the numbers to visit; '*' stands for each of many alike. nullptr:
  /// every number is visited.
  const std::vector<std::string>* wanted = nullptr;
  std::size_t depth = 0;  ///< components so far

  /// Whether nothing is wanted below this, or this has all the components that are.
  bool is_whole() const { return wanted == nullptr || depth == wanted->size(); }
  bool leads_to_key(std::string_view name) const {
    return wanted == nullptr || (depth < wanted->size() && (*wanted)[depth] == name);
  }
  bool leads_to_one(std::string_view name) const {
    return leads_to_key(name) || (depth < wanted->size() && (*wanted)[depth] == "*");
  }

  NumberPath key(std::string_view name) const {
    return {append_path(path, name), append_path(pattern, name), wanted, depth + 1};
  }
  /// One of many alike: an element, an entry of a map, a component.
  NumberPath one(std::string_view name) const {
    const std::string at = append_path("", name);
    return {path + "." + at, pattern + ".*", wanted, depth + 1};
  }
};

using VisitNumber = std::function<void(const NumberRef&)>;

/// Calls visit(NumberRef) for every double below a value, in field order. Only doubles count: an
/// integer, a rate or a text cannot be dispersed. Lists of lists (command rows) and values given by
/// the path of another number are left out too: they are data, not parameters. In a variant, the
/// table that it holds counts. Where the path says what is wanted, only the way there is entered.
void visit_numbers(const TypeSchema& type, void* value, const NumberPath& at,
                   const NumberSpec& spec, const VisitNumber& visit);

/// Every number of a parameter struct, or those that the components of a path lead to. The pointers
/// are into `owner` and hold until it is copied or a list or a map in it changes.
std::vector<NumberRef> all_numbers(const TypeSchema& type, void* owner,
                                   const std::vector<std::string>* wanted = nullptr);
template <class T>
std::vector<NumberRef> all_numbers(T& owner) {
  return all_numbers(schema_of<T>(), &owner);
}

}  // namespace montecopter
