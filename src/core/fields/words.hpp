#pragma once
/// Words of a closed set that a text may be, each with its value. One row has the value, the word
/// and its doc, so that there is no order to keep. A list of rows is an array of ChoiceFor, or of a
/// struct that begins like it and has more. The choices of a field come from choices_of(). For a
/// text that may be unknown there is is_word(); word_row() needs a known one.

#include <array>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/fields/fields.hpp"

namespace montecopter {

template <class Value>
struct ChoiceFor {
  Value value;
  std::string_view name, doc;
};

/// Two rows of one value or one word do not compile.
template <class Row, std::size_t n>
consteval std::array<Choice, n> choices_of(const std::array<Row, n>& rows) {
  std::array<Choice, n> choices{};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (rows[k].value == rows[i].value || rows[k].name == rows[i].name)
        throw "a word occurs twice";
    }
    choices[i] = {rows[i].name, rows[i].doc};
  }
  return choices;
}

/// The row of a text that was read and checked; another one is a bug of the program.
template <class Row, std::size_t n>
constexpr const Row& word_row(const std::array<Row, n>& rows, std::string_view text) {
  for (const Row& row : rows) {
    if (row.name == text) return row;
  }
  throw std::logic_error("unknown word '" + std::string(text) + "'");
}

/// The word for a value.
template <class Row, std::size_t n>
constexpr std::string_view word_for(const std::array<Row, n>& rows, decltype(Row::value) value) {
  for (const Row& row : rows) {
    if (row.value == value) return row.name;
  }
  throw std::logic_error("a value without a word");
}

/// Whether the text is the word for the value.
template <class Row, std::size_t n>
bool is_word(const std::array<Row, n>& rows, const std::string& text, decltype(Row::value) value) {
  return text == word_for(rows, value);
}
template <class Row, std::size_t n>
bool is_word(const std::array<Row, n>& rows, const std::optional<std::string>& text,
             decltype(Row::value) value) {
  return text && is_word(rows, *text, value);
}

}  // namespace montecopter
