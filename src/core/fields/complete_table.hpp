#pragma once
/// is_complete_table: fields() of a struct lists every member that it has.
///
/// A member without its line in fields() would never be read, written, dispersed or described, and
/// nothing would say so. So the compiler counts the members of a struct, and of each of its bases,
/// and compares with the members that its keys name. Members that are no keys on purpose stand in
/// `not_keys()` of the struct:
///
///   static constexpr auto not_keys() { return FieldList{&Axis::chosen}; }
///
/// The members of an aggregate are counted by how many initialisers it takes of a type that
/// converts to anything (as Boost.PFR does, A. Polukhin, "Precise and flat reflection", 2016). An
/// array `double a[3]` would count as three: members are std::array. A struct with constructors has
/// no such initialisers. The sizes of its members, one after another in the order of the keys, must
/// then add up to its size.

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>

#include "core/fields/fields.hpp"

namespace montecopter {
namespace detail {

template <class Base, class T>
concept ProperBase = std::is_base_of_v<Base, T> && !std::is_same_v<Base, T>;

/// Converts to a base of T that has members, to one that has none, to any member but a base of T.
/// Never called.
template <class T>
struct AnyBase {
  template <ProperBase<T> Base>
  requires(!std::is_empty_v<Base>) operator Base() const;
};
template <class T>
struct AnyEmptyBase {
  template <ProperBase<T> Base>
  requires(std::is_empty_v<Base>) operator Base() const;
};
template <class T>
struct AnyMember {
  template <class Member>
  requires(!std::is_base_of_v<Member, T>) operator Member() const;
};

template <class T, class... Given>
concept TakesInitialisers = requires {
  T{std::declval<Given>()...};
};

/// Parts of an aggregate: its direct bases that have members, and its own members.
struct Parts {
  std::size_t bases = 0;
  std::size_t members = 0;
};

/// Counts the parts of the aggregate T behind the first ones, which `Given` initialises.
/// std::nullopt initialises std::optional, which could be made from AnyMember in two ways.
template <class T, class... Given>
constexpr Parts parts_behind(Parts first) {
  if constexpr (TakesInitialisers<T, Given..., AnyBase<T>>) {
    return parts_behind<T, Given..., AnyBase<T>>({first.bases + 1, first.members});
  } else if constexpr (TakesInitialisers<T, Given..., AnyEmptyBase<T>>) {
    return parts_behind<T, Given..., AnyEmptyBase<T>>(first);
  } else if constexpr (TakesInitialisers<T, Given..., AnyMember<T>>) {
    return parts_behind<T, Given..., AnyMember<T>>({first.bases, first.members + 1});
  } else if constexpr (TakesInitialisers<T, Given..., std::nullopt_t>) {
    return parts_behind<T, Given..., std::nullopt_t>({first.bases, first.members + 1});
  } else {
    return first;
  }
}

/// Pointers to the members that keys name, then to those that are none.
template <class Owner, class Member>
constexpr auto member_of(const Field<Owner, Member>& f) {
  return f.member;
}
template <class Owner, class Member>
constexpr auto member_of(Member Owner::*member) {
  return member;
}
template <HasFields T>
constexpr auto listed_members() {
  const auto members = [](const auto&... lines) { return FieldList{member_of(lines)...}; };
  if constexpr (requires { T::not_keys(); }) {
    return join(T::fields().apply(members), T::not_keys().apply(members));
  } else {
    return T::fields().apply(members);
  }
}

template <class A, class B>
constexpr bool is_same_member(A, B) {
  return false;
}
template <class A>
constexpr bool is_same_member(A a, A b) {
  return a == b;
}

/// Whether no member stands in the list twice, which would hide a missing one.
template <class... Members>
constexpr bool are_different(Members... members) {
  [[maybe_unused]] const auto places = [&](auto member) {
    return (std::size_t{0} + ... + (is_same_member(member, members) ? 1 : 0));
  };
  return ((places(members) == 1) && ...);
}

/// Whether as many members of one owner are in the list as it has.
template <class Owner, class... Owners>
constexpr bool has_all_of() {
  if constexpr (std::is_aggregate_v<Owner>) {
    constexpr Parts parts = parts_behind<Owner>({});
    return parts.members == (std::size_t{0} + ... + (std::is_same_v<Owner, Owners> ? 1 : 0));
  } else {
    return true;
  }
}

/// Whether bases with members, of one owner, are among the owners of the members in the list, or
/// derive from one.
template <class Owner, class... Owners>
constexpr bool has_all_bases() {
  if constexpr (std::is_aggregate_v<Owner>) {
    constexpr std::array<bool, sizeof...(Owners)> is_base = {ProperBase<Owners, Owner>...};
    std::size_t bases = 0, i = 0;
    [[maybe_unused]] const auto count = [&]<class Base>(std::type_identity<Base>) {
      // The first member of each base counts.
      std::size_t before = 0, j = 0;
      ((before += j++ < i && std::is_same_v<Base, Owners> ? 1 : 0), ...);
      bases += is_base[i++] && before == 0 ? 1 : 0;
    };
    (count(std::type_identity<Owners>{}), ...);
    return bases >= parts_behind<Owner>({}).bases;
  } else {
    return true;
  }
}

/// As above, for a struct with constructors.
template <class T, class... Members>
constexpr bool fills(Members T::*...) {
  std::size_t end = 0;
  const auto place = [&](std::size_t size, std::size_t alignment) {
    end = (end + alignment - 1) / alignment * alignment + size;
  };
  (place(sizeof(Members), alignof(Members)), ...);
  place(0, alignof(T));
  return end == sizeof(T);
}

template <class T, class... Owners, class... Members>
constexpr bool is_complete(Members Owners::*... members) {
  if constexpr (std::is_aggregate_v<T>) {
    return are_different(members...) && has_all_of<T, Owners...>() &&
           (has_all_of<Owners, Owners...>() && ...) && has_all_bases<T, Owners...>() &&
           (has_all_bases<Owners, Owners...>() && ...);
  } else {
    return are_different(members...) && fills<T>(members...);
  }
}

}  // namespace detail

template <HasFields T>
inline constexpr bool is_complete_table = detail::listed_members<T>().apply([](auto... members) {
  return detail::is_complete<T>(members...);
});

}  // namespace montecopter
