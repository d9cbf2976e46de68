#pragma once
/// Names of an enum whose values are codes, 0 and up: an array by code, for texts that are stored
/// or printed. Each row states the value of its name. A name in the place of another value does not
/// compile, and neither does an enum with more values than names.

#include <array>
#include <cstddef>
#include <string_view>

namespace montecopter {

template <class Enum>
struct CodedName {
  Enum value;
  const char* name;
};

namespace detail {

/// g++ and clang write a value that an enum has no enumerator of as a cast, "(Status)9".
template <auto value>
constexpr bool is_enumerator() {
  constexpr std::string_view before = "value = ";
  const std::string_view text = __PRETTY_FUNCTION__;
  return text[text.rfind(before) + before.size()] != '(';
}

}  // namespace detail

template <class Enum, std::size_t n>
consteval std::array<const char*, n> names_by_code(const CodedName<Enum> (&rows)[n]) {
  static_assert(!detail::is_enumerator<static_cast<Enum>(n)>(), "a value has no name");
  std::array<const char*, n> names{};
  for (std::size_t i = 0; i < n; ++i) {
    if (rows[i].value != static_cast<Enum>(i)) throw "the rows are not in the order of the values";
    names[i] = rows[i].name;
  }
  return names;
}

}  // namespace montecopter
