#pragma once
/// The types of a closed list (core/fields/closed_list.hpp) by their index in it. Kernels know no
/// std::variant.
///
/// Set-up code turns the alternative that a scenario holds into a number, variant.index() or
/// index_of<T>(), and stores it in the plan. A kernel turns the number back into a type by
/// with_alternative<List>(number, use). It calls use.template operator()<T>() with the T at that
/// index and instantiates `use` for all of them. So the order of a list is part of no result: both
/// sides are compiled from the same list. The memory of the largest type is largest_of(), and
/// holds_for_all() checks what all of them must have.

#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/fields/closed_list.hpp"

namespace montecopter {

/// Index of a type in a closed list. A type that is not in it does not compile.
template <class T, ClosedList List>
constexpr int index_of() {
  constexpr int index = []<class... Ts>(const std::variant<Ts...>*) {
    int found = -1, next = 0;
    ((found = std::is_same_v<T, Ts> ? next : found, ++next), ...);
    return found;
  }(static_cast<const List*>(nullptr));
  static_assert(index >= 0, "the type is not in the list");
  return index;
}

/// The largest of f.template operator()<T>() over all types of a closed list.
template <ClosedList List, class F, std::size_t i = 0>
constexpr int largest_of(F f) {
  if constexpr (i == list_size<List>) {
    return 0;
  } else {
    const int rest = largest_of<List, F, i + 1>(f);
    const int here = f.template operator()<ListedType<i, List>>();
    return here > rest ? here : rest;
  }
}

/// Whether f.template operator()<T>() for each type of a closed list. Lists assert their concept by
/// it, one type after another, so that the error names the type that lacks something.
template <ClosedList List, class F>
constexpr bool holds_for_all(F f) {
  return [&]<std::size_t... i>(std::index_sequence<i...>) {
    return (f.template operator()<ListedType<i, List>>() && ...);
  }
  (std::make_index_sequence<list_size<List>>());
}

/// Calls use.template operator()<T>() for each type of a closed list, in order.
template <ClosedList List, class Use>
constexpr void for_each_type(Use use) {
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (use.template operator()<ListedType<i, List>>(), ...);
  }
  (std::make_index_sequence<list_size<List>>());
}

/// Calls use.template operator()<T>() for the alternative of that index of a closed list.
template <ClosedList List, std::size_t i = 0, class Use>
void with_alternative(int index, Use use) {
  if constexpr (i < list_size<List>) {
    if (index == static_cast<int>(i)) {
      use.template operator()<ListedType<i, List>>();
    } else {
      with_alternative<List, i + 1>(index, use);
    }
  }
}

}  // namespace montecopter
