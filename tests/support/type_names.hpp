#pragma once
/// The types of a closed list by the names that scenarios have for them.

#include <string>
#include <utility>
#include <vector>

#include "core/fields/closed_list.hpp"

namespace montecopter {

template <class T>
std::string name_of_type() {
  if constexpr (requires { T::type_name; }) {
    return std::string(T::type_name);
  } else if constexpr (requires { T::key; }) {
    return std::string(T::key);  // of a sensor
  } else {
    return std::string(T::name);  // of an integrator
  }
}

template <ClosedList List>
std::vector<std::string> type_names() {
  return []<std::size_t... i>(std::index_sequence<i...>) {
    return std::vector<std::string>{name_of_type<ListedType<i, List>>()...};
  }
  (std::make_index_sequence<list_size<List>>());
}

}  // namespace montecopter
