#include "results/export/mat.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "core/base/error.hpp"
#include "core/base/index.hpp"
#include "results/export/little_endian.hpp"
#include "results/export/unicode.hpp"

namespace montecopter {
namespace {

/// Types of data elements (table 1-1 of the source).
enum DataType : std::uint32_t {
  mi_int8 = 1,
  mi_uint8 = 2,
  mi_uint16 = 4,
  mi_int32 = 5,
  mi_uint32 = 6,
  mi_single = 7,
  mi_double = 9,
  mi_int64 = 12,
  mi_uint64 = 13,
  mi_matrix = 14,
};

/// Classes of arrays (table 1-3).
enum ArrayClass : std::uint32_t {
  mx_cell = 1,
  mx_char = 4,
  mx_double = 6,
  mx_single = 7,
  mx_int8 = 8,
  mx_uint8 = 9,
  mx_int64 = 14,
  mx_uint64 = 15,
};

struct StoredArray {
  ArrayClass array;
  DataType data;
};

StoredArray stored_as(Element element) {
  switch (element) {
    case Element::f64:
      return {mx_double, mi_double};
    case Element::f32:
      return {mx_single, mi_single};
    case Element::i8:
      return {mx_int8, mi_int8};
    case Element::u8:
      return {mx_uint8, mi_uint8};
    case Element::i64:
      return {mx_int64, mi_int64};
    case Element::u64:
      break;
  }
  return {mx_uint64, mi_uint64};
}

/// Largest size of a variable: the limit of MATLAB, and of readers with a signed 32-bit size.
/// [byte]
constexpr std::uint64_t most_bytes = 0x7fffffff;

std::uint64_t padded(std::uint64_t bytes) { return (bytes + 7) / 8 * 8; }

void append_tag(std::string& out, DataType type, std::uint64_t bytes) {
  append_little_endian(out, type, 4);
  append_little_endian(out, bytes, 4);
}

void append_element(std::string& out, DataType type, std::string_view content) {
  append_tag(out, type, content.size());
  out += content;
  out.append(padded(content.size()) - content.size(), '\0');
}

/// Dimensions in MATLAB's order, at least two: a list is a column.
std::vector<std::int64_t> matlab_shape(const std::vector<std::int64_t>& shape) {
  std::vector<std::int64_t> reversed(shape.rbegin(), shape.rend());
  while (reversed.size() < 2) reversed.push_back(1);
  return reversed;
}

/// Head of an array: flags, dimensions and name.
std::string array_head(ArrayClass array, const std::vector<std::int64_t>& shape,
                       std::string_view name) {
  std::string flags, extents, out;
  append_little_endian(flags, array, 8);
  for (const std::int64_t extent : shape) {
    append_little_endian(extents, static_cast<std::uint64_t>(extent), 4);
  }
  append_element(out, mi_uint32, flags);
  append_element(out, mi_int32, extents);
  append_element(out, mi_int8, name);
  return out;
}

/// A row of characters, an array without a name.
std::string char_array(const std::string& text) {
  const std::u16string units = utf16(text);
  std::string characters;
  for (const char16_t unit : units) append_little_endian(characters, unit, 2);
  std::string body = array_head(mx_char, {units.empty() ? 0 : 1, std::ssize(units)}, "");
  append_element(body, mi_uint16, characters);
  std::string out;
  append_element(out, mi_matrix, body);
  return out;
}

/// A variable without its tag: the head before its numbers, and the source of the numbers.
struct Variable {
  std::string name, head;
  DataType data = mi_double;
  std::uint64_t data_bytes = 0;  ///< 0 for cells, which are in the head
  std::function<void(const ByteSink&)> write;

  std::uint64_t bytes() const { return head.size() + (write ? 8 + padded(data_bytes) : 0); }
};

Variable variable_of(const std::string& name, const Numbers& numbers) {
  const StoredArray stored = stored_as(numbers.element);
  return {name, array_head(stored.array, matlab_shape(numbers.shape), name), stored.data,
          numbers.bytes(), numbers.write};
}

/// A cell array of texts. Cells are stored column by column, texts of a table row by row.
Variable variable_of(const std::string& name, const Texts& texts) {
  const std::int64_t rows = texts.shape.front();
  const std::int64_t columns = texts.shape.size() > 1 ? texts.shape[1] : 1;
  std::string head = array_head(mx_cell, {rows, columns}, name);
  for (std::int64_t column = 0; column < columns; ++column) {
    for (std::int64_t row = 0; row < rows; ++row) {
      head += char_array(texts.texts[static_cast<std::size_t>(row * columns + column)]);
    }
  }
  return {name, std::move(head), mi_double, 0, {}};
}

void require_size(const NamedArray& array, const Variable& variable) {
  const bool is_wide = std::any_of(array.shape().begin(), array.shape().end(),
                                   [](std::int64_t extent) { return extent > 0x7fffffff; });
  if (!is_wide && variable.bytes() <= most_bytes) return;
  throw Error(
      ExitCode::refused,
      Problem{
          "--output", fmt::format("a MAT file of version 5 cannot hold '{}'", array.name),
          fmt::format("it has {:.1f} GiB; the limit for a variable is 2 GiB",
                      static_cast<double>(variable.bytes()) / (1 << 30)),
          fmt::format("Choose fewer samples or signals, or read the result file itself in MATLAB "
                      "or Octave: h5read(FILE, '/{}') or load(FILE)",
                      array.name)});
}

/// The first 128 bytes: a text, no subsystem data, the version, and "IM": little-endian.
std::string file_header() {
  std::string out = "MATLAB 5.0 MAT-file, written by montecopter";
  out.resize(124, ' ');
  append_little_endian(out, 0x0100, 2);
  return out + "IM";
}

std::string legal_name(const std::string& name, std::size_t longest) {
  std::string legal;
  for (const char c : name) {
    const bool is_legal = std::isalnum(static_cast<unsigned char>(c)) != 0;
    legal += is_legal ? c : '_';
  }
  if (legal.empty() || std::isalpha(static_cast<unsigned char>(legal.front())) == 0) {
    legal = "x" + legal;
  }
  return legal.substr(0, longest);
}

/// The table of columns, with the MATLAB names before the names of the file.
Texts with_matlab_names(const Texts& table, std::span<const NamedArray> arrays,
                        std::span<const std::string> names) {
  Texts wider;
  for (std::size_t row = 0; row < table.texts.size(); row += 3) {
    const std::string* texts = table.texts.data() + row;
    wider.texts.push_back(names[first_index_if(
        arrays, [&](const NamedArray& array) { return array.name == *texts; })]);
    wider.texts.insert(wider.texts.end(), texts, texts + 3);
  }
  wider.shape = {table.shape.front(), 4};
  return wider;
}

std::vector<Variable> variables_of(std::span<const NamedArray> arrays) {
  const std::vector<std::string> names = matlab_names(arrays);
  std::vector<Variable> variables;
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    const auto* texts = std::get_if<Texts>(&arrays[k].values);
    if (texts != nullptr && arrays[k].name == "columns") {
      variables.push_back(variable_of(names[k], with_matlab_names(*texts, arrays, names)));
    } else {
      variables.push_back(std::visit(
          [&](const auto& values) { return variable_of(names[k], values); }, arrays[k].values));
    }
    require_size(arrays[k], variables.back());
  }
  return variables;
}

}  // namespace

std::vector<std::string> matlab_names(std::span<const NamedArray> arrays) {
  constexpr std::size_t longest = 63;  // namelengthmax
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const NamedArray& array : arrays) {
    std::string name = legal_name(array.name, longest);
    for (int k = 2; !taken.insert(name).second; ++k) {
      const std::string end = fmt::format("_{}", k);
      name = legal_name(array.name, longest - end.size()) + end;
    }
    names.push_back(std::move(name));
  }
  return names;
}

void require_mat_sizes(std::span<const NamedArray> arrays) { (void)variables_of(arrays); }

void write_mat(std::span<const NamedArray> arrays, const ByteSink& sink) {
  const std::vector<Variable> variables = variables_of(arrays);
  sink(file_header());
  for (const Variable& variable : variables) {
    std::string head;
    append_tag(head, mi_matrix, variable.bytes());
    head += variable.head;
    if (variable.write) append_tag(head, variable.data, variable.data_bytes);
    sink(head);
    if (!variable.write) continue;
    variable.write(sink);
    sink(std::string(padded(variable.data_bytes) - variable.data_bytes, '\0'));
  }
}

}  // namespace montecopter
