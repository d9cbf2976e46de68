#pragma once
/// A closed list of types: a std::variant, or a struct that derives from one to have a name of its
/// own, `struct Wind : std::variant<SteadyWind, ...>`. Such a name can be declared without its
/// types (scenario/model/scenario.hpp does). So a unit that only passes a Wind on is not compiled
/// again when one of the types changes.

#include <cstddef>
#include <utility>
#include <variant>

namespace montecopter {

namespace detail {
template <class... Ts>
std::variant<Ts...> variant_under(const std::variant<Ts...>*);
}  // namespace detail

template <class T>
concept ClosedList = requires(const T* list) {
  detail::variant_under(list);
};

/// The std::variant that a closed list is, or derives from.
template <ClosedList List>
using VariantUnder = decltype(detail::variant_under(std::declval<const List*>()));

/// Number of types in the list.
template <ClosedList List>
inline constexpr std::size_t list_size = std::variant_size_v<VariantUnder<List>>;

/// The type at an index of the list.
template <std::size_t i, ClosedList List>
using ListedType = std::variant_alternative_t<i, VariantUnder<List>>;

}  // namespace montecopter
