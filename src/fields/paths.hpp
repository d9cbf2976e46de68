#pragma once
/// Numbers by dotted path: "vehicle.mass_kg", "wind.0.to_m_s.x",
/// "vehicle.rotors.2.law.thrust_n_s2".

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "base/text.hpp"
#include "fields/fields.hpp"

namespace montecopter {

/// Letters, digits, '_' and '-': what a path need not quote, and what a dataset may be called.
inline bool is_bare_key(std::string_view key) {
  return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
}

/// `path` with one more component, quoted where its characters ask for it.
inline std::string append_path(std::string_view path, std::string_view component) {
  std::string result(path);
  if (!result.empty()) result += '.';
  return result + (is_bare_key(component) ? std::string(component) : toml_quote(component));
}

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

/// What the field says about the number that is being visited.
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

  NumberPath key(std::string_view name) const {
    return {append_path(path, name), append_path(pattern, name)};
  }
  /// One of many alike: an element, an entry of a map, a component.
  NumberPath one(std::string_view name) const {
    const std::string at = append_path("", name);
    return {path + "." + at, pattern + ".*"};
  }
};

template <class T, class Visitor>
void visit_numbers(T& value, const NumberPath& at, const NumberSpec& spec, const Visitor& visit);

/// Every number below a struct with fields. Entries of variants are those of the alternative held.
template <HasFields T, class Visitor>
void visit_field_numbers(T& owner, const NumberPath& at, const Visitor& visit) {
  for_each_field<T>([&](const auto& f) {
    visit_numbers(owner.*f.member, at.key(f.key), NumberSpec{f.unit, f.range, f.vary}, visit);
  });
}

/// Calls visit(NumberRef) for every double below `value`, in field order. Only doubles count: an
/// integer, a rate or a text cannot be dispersed. Lists of lists (command rows) and what is given
/// by the path of another number are left out too: they are data, not parameters.
template <class T, class Visitor>
void visit_numbers(T& value, const NumberPath& at, const NumberSpec& spec, const Visitor& visit) {
  if constexpr (std::is_same_v<T, double>) {
    visit(NumberRef{at.path, at.pattern, &value, spec.range, spec.vary, std::string(spec.unit),
                    spec.is_component});
  } else if constexpr (is_double_array<T>::value) {
    constexpr auto names = components_of<T>().names;
    NumberSpec component = spec;
    component.is_component = true;
    for (std::size_t i = 0; i < names.size(); ++i) {
      visit_numbers(value[i], at.one(names[i]), component, visit);
    }
  } else if constexpr (is_optional<T>::value) {
    if (value) visit_numbers(*value, at, spec, visit);
  } else if constexpr (is_variant<T>::value) {
    std::visit([&](auto& alternative) { visit_field_numbers(alternative, at, visit); }, value);
  } else if constexpr (HasFields<T>) {
    visit_field_numbers(value, at, visit);
  } else if constexpr (is_vector<T>::value) {
    if constexpr (!is_vector<typename T::value_type>::value) {
      for (std::size_t i = 0; i < value.size(); ++i) {
        visit_numbers(value[i], at.one(std::to_string(i)), spec, visit);
      }
    }
  } else if constexpr (is_map<T>::value) {
    if (has_path_keys(spec.vary)) return;
    for (auto& [name, entry] : value) visit_numbers(entry, at.one(name), spec, visit);
  }
}

}  // namespace montecopter
