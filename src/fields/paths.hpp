#pragma once
/// Numbers by dotted path: "vehicle.mass_kg", "wind.0.to_m_s.x",
/// "vehicle.rotors.2.law.thrust_n_s2".

#include <array>
#include <string>
#include <type_traits>
#include <variant>

#include "fields/fields.hpp"

namespace montecopter {

/// A number of a parameter struct. It points into the struct and lives as long as that does.
struct NumberRef {
  std::string path;
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

template <class T, class Visitor>
void visit_numbers(T& value, const std::string& path, const NumberSpec& spec, const Visitor& visit);

/// Every number below a struct with fields. Entries of variants are those of the alternative held.
template <HasFields T, class Visitor>
void visit_field_numbers(T& owner, const std::string& path, const Visitor& visit) {
  for_each_field<T>([&](const auto& f) {
    const std::string key(f.key);
    visit_numbers(owner.*f.member, path.empty() ? key : path + "." + key,
                  NumberSpec{f.unit, f.range, f.vary}, visit);
  });
}

/// Calls visit(NumberRef) for every double below `value`, in field order. Only doubles count: an
/// integer, a rate or a text cannot be dispersed. Lists of lists (command rows) are left out too:
/// they are data, not parameters.
template <class T, class Visitor>
void visit_numbers(T& value, const std::string& path, const NumberSpec& spec,
                   const Visitor& visit) {
  if constexpr (std::is_same_v<T, double>) {
    visit(
        NumberRef{path, &value, spec.range, spec.vary, std::string(spec.unit), spec.is_component});
  } else if constexpr (is_double_array<T>::value) {
    constexpr auto names = component_names<std::tuple_size_v<T>>();
    NumberSpec component = spec;
    component.is_component = true;
    for (std::size_t i = 0; i < names.size(); ++i) {
      visit_numbers(value[i], path + "." + std::string(names[i]), component, visit);
    }
  } else if constexpr (is_optional<T>::value) {
    if (value) visit_numbers(*value, path, spec, visit);
  } else if constexpr (is_variant<T>::value) {
    std::visit([&](auto& alternative) { visit_field_numbers(alternative, path, visit); }, value);
  } else if constexpr (HasFields<T>) {
    visit_field_numbers(value, path, visit);
  } else if constexpr (is_vector<T>::value) {
    if constexpr (!is_vector<typename T::value_type>::value) {
      for (std::size_t i = 0; i < value.size(); ++i) {
        visit_numbers(value[i], path + "." + std::to_string(i), spec, visit);
      }
    }
  }
}

}  // namespace montecopter
