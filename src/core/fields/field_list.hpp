#pragma once
/// FieldList: the lines that a parameter struct returns from `fields()`, each of a type of its own.
///
/// std::tuple would do the same, but its recursive constructors made the description of a scenario
/// cost 4.7 s and 544 MB in every translation unit that sees it; this costs 1.3 s. Each line lies
/// in a base class tagged by its index, so a list of n lines is n small classes and no recursion.

#include <cstddef>
#include <utility>

namespace montecopter {

namespace detail {

template <std::size_t Index, class Line>
struct FieldSlot {
  Line line;
};

template <class Indices, class... Lines>
struct FieldSlots;

template <std::size_t... Indices, class... Lines>
struct FieldSlots<std::index_sequence<Indices...>, Lines...> : FieldSlot<Indices, Lines>... {
  constexpr explicit FieldSlots(const Lines&... lines) : FieldSlot<Indices, Lines>{lines}... {}

  /// visit(line...) with all lines in order.
  template <class Visitor>
  constexpr decltype(auto) apply(Visitor&& visit) const {
    return visit(static_cast<const FieldSlot<Indices, Lines>&>(*this).line...);
  }
};

}  // namespace detail

template <class... Lines>
struct FieldList : detail::FieldSlots<std::index_sequence_for<Lines...>, Lines...> {
  constexpr explicit FieldList(const Lines&... lines)
      : detail::FieldSlots<std::index_sequence_for<Lines...>, Lines...>(lines...) {}
};

/// The lines of `first`, then those of the others.
template <class... Firsts>
constexpr FieldList<Firsts...> join(const FieldList<Firsts...>& first) {
  return first;
}
template <class... Firsts, class... Seconds, class... Others>
constexpr auto join(const FieldList<Firsts...>& first, const FieldList<Seconds...>& second,
                    const Others&... others) {
  return first.apply([&](const Firsts&... firsts) {
    return second.apply([&](const Seconds&... seconds) {
      return join(FieldList<Firsts..., Seconds...>(firsts..., seconds...), others...);
    });
  });
}

}  // namespace montecopter
