#pragma once
/// Writes parameter structs as TOML by their fields().

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/text.hpp"
#include "fields/fields.hpp"
#include "scenario/paths.hpp"

namespace montecopter {

namespace writing {

/// Members that stand on a line `key = value`; the others become tables.
template <class T>
constexpr bool is_inline() {
  if constexpr (is_vector<T>::value || is_optional<T>::value) {
    return is_inline<typename T::value_type>();
  } else {
    return std::is_arithmetic_v<T> || std::is_same_v<T, std::string> || std::is_same_v<T, Rate> ||
           is_double_array<T>::value;
  }
}

inline std::string text_of(double value) { return format_double(value); }
inline std::string text_of(std::int64_t value) { return fmt::format("{}", value); }
inline std::string text_of(bool value) { return value ? "true" : "false"; }
inline std::string text_of(const std::string& value) { return toml_quote(value); }
inline std::string text_of(const Rate& rate) {
  if (rate.is_continuous()) return toml_quote(continuous_word);
  if (rate.denominator == 1) return fmt::format("{}", rate.numerator);
  return fmt::format("\"{}/{}\"", rate.numerator, rate.denominator);
}

template <class List>
std::string list_text(const List& list) {
  std::string text;
  for (const auto& element : list) text += (text.empty() ? "" : ", ") + text_of(element);
  return "[" + text + "]";
}
template <std::size_t N>
std::string text_of(const std::array<double, N>& list) {
  return list_text(list);
}
inline std::string text_of(const std::vector<double>& list) { return list_text(list); }
inline std::string text_of(const std::vector<std::string>& list) { return list_text(list); }
inline std::string text_of(const std::vector<std::vector<double>>& rows) {
  std::string text = "[\n";
  for (const std::vector<double>& row : rows) text += "  " + list_text(row) + ",\n";
  return text + "]";
}

}  // namespace writing

/// `SaysNothing`: (owner, key) -> bool, whether a field need not be written in this state.
template <class SaysNothing>
class Writer {
 public:
  explicit Writer(SaysNothing says_nothing) : says_nothing_(std::move(says_nothing)) {}

  /// The lines of a table: first what stands on one line, then the tables below it.
  template <HasFields T>
  void fields(const T& owner, const std::string& path) {
    for_each_field<T>([&](const auto& f) {
      using Member = typename std::remove_cvref_t<decltype(f)>::MemberType;
      if constexpr (writing::is_inline<Member>()) {
        if (!says_nothing_(owner, f.key)) line(f.key, owner.*f.member);
      } else if constexpr (is_vector<Member>::value) {
        const bool is_said = (owner.*f.member).empty() && !says_nothing_(owner, f.key);
        if (is_said) text_ += fmt::format("{} = []\n", f.key);
      }
    });
    for_each_field<T>([&](const auto& f) {
      using Member = typename std::remove_cvref_t<decltype(f)>::MemberType;
      if constexpr (!writing::is_inline<Member>())
        tables(owner.*f.member, append_path(path, f.key));
    });
  }

  std::string text() && { return std::move(text_); }

 private:
  template <class T>
  void line(std::string_view key, const T& value) {
    if constexpr (is_optional<T>::value) {
      if (value) line(key, *value);
    } else {
      text_ += fmt::format("{} = {}\n", key, writing::text_of(value));
    }
  }

  template <class T>
  void tables(const T& value, const std::string& path) {
    if constexpr (is_optional<T>::value) {
      if (value) tables(*value, path);
    } else if constexpr (is_vector<T>::value) {
      for (const auto& element : value) {
        text_ += fmt::format("\n[[{}]]\n", path);
        body(element, path);
      }
    } else {
      text_ += fmt::format("\n[{}]\n", path);
      body(value, path);
    }
  }

  /// Each entry is a table of its own; the list itself needs no header.
  template <class T>
  void tables(const std::map<std::string, T>& entries, const std::string& path) {
    for (const auto& entry : entries) tables(entry.second, append_path(path, entry.first));
  }

  template <HasFields T>
  void body(const T& value, const std::string& path) {
    fields(value, path);
  }

  template <class... Ts>
  void body(const std::variant<Ts...>& value, const std::string& path) {
    std::visit(
        [&](const auto& alternative) {
          using T = std::remove_cvref_t<decltype(alternative)>;
          text_ += fmt::format("{} = \"{}\"\n", type_key<std::variant<Ts...>>, T::type_name);
          fields(alternative, path);
        },
        value);
  }

  SaysNothing says_nothing_;
  std::string text_;
};

}  // namespace montecopter
