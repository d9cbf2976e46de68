#pragma once
/// Content of a result file, independent of HDF5: dimensions, columns, texts. The plan makes it,
/// `simulate` fills blocks of it, `record` stores it, `compare` and `summarise` read it back.
///
/// Memory: a Block has one array of bytes per column, in the order of Layout::columns. The rows of
/// the block follow one another, each row_bytes(column) long, row-major in the further dimensions.
/// A file has the same bytes at places that the record computes from the layout.

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace montecopter {

/// Rows that are flown, written and acknowledged together, whatever the SIMD width is.
inline constexpr std::int64_t block_rows = 64;

enum class Element { i8, i64, u64, f64, f32, u8 };
constexpr std::size_t size_of(Element element) {
  const bool byte = element == Element::i8 || element == Element::u8;
  return byte ? 1 : element == Element::f32 ? 4 : 8;
}

/// An axis of the data besides the samples.
struct Dimension {
  std::string name;  ///< "time", "axis", "quaternion", "rotor", "checkpoint", "statistic", "point"
  std::int64_t size = 0;
  std::vector<double> coordinates;  ///< empty: a dimension without coordinate variable
  Element element = Element::f64;   ///< of the coordinates: f64 or i64
  std::string unit;
  std::string long_name;  ///< for axes without coordinates: what the components are
};

/// First dimension of a column: samples, traced samples, or neither. `none` is computed at the end,
/// `fixed` is known before the first flight.
enum class Rows { sample, trace_sample, none, fixed };

/// One dataset of the root group.
struct Column {
  std::string name = {};
  Element element = Element::f64;
  Rows rows = Rows::sample;
  std::vector<std::string> dims = {};  ///< names of the further dimensions, outermost first
  std::string unit = {};               ///< UDUNITS
  std::string frame = {};              ///< "NED", "FRD", "NED/FRD" or empty
  std::string long_name = {};
  bool nan_until_written = false;  ///< laid out as NaN (per-sample f64 columns); else as zeros
  bool may_be_missing = false;     ///< NaN may stand for a number of a sample with status ok
  std::vector<std::pair<std::string, std::string>> attributes = {};  ///< further text attributes
  std::vector<std::int8_t> flag_values = {};  ///< CF: the codes that `flag_meanings` (a text) names
  std::vector<std::int8_t> flag_masks = {};   ///< CF: the bits that `flag_meanings` names
  std::vector<double> values = {};            ///< of a Rows::fixed column (f64), row-major
  /// Further attributes: lists of whole numbers.
  std::vector<std::pair<std::string, std::vector<std::int64_t>>> number_attributes = {};
};

/// The whole file. The record adds `sample`, `trace_sample`, `check` and /provenance by itself.
struct Layout {
  std::int64_t samples = 0;
  std::vector<std::int64_t> trace_samples;  ///< ascending sample indices with traces; may be empty
  std::vector<Dimension> dimensions;
  std::vector<Column> columns;  ///< in file order; `check` covers a row's bytes in this order
  std::string scenario_text;    ///< as the user wrote it
  std::string
      resolved_text;  ///< complete, canonical; decides whether two files are the same scenario
  std::vector<std::pair<std::string, std::string>> root_attributes;

  /// Size of a dimension by name, also of "sample" and "trace_sample". Throws Error(internal).
  std::int64_t dimension_size(const std::string& name) const;
  /// Elements of one row of a column (product of its further dimensions).
  std::int64_t row_elements(const Column& column) const;
  std::size_t row_bytes(const Column& column) const;
  /// Without trace samples, trace columns are not stored at all (an empty dataset has no place).
  bool is_stored(const Column& column) const {
    return column.rows != Rows::trace_sample || !trace_samples.empty();
  }
  /// Throws Error(internal) if the layout contradicts itself: repeated names, sizes of zero, trace
  /// samples that do not ascend. A plan that passed `check` never gets here.
  void validate() const;
};

/// Finished rows of one block. data[c] holds the packed rows of column c in ascending order. They
/// are all of `rows` for a Rows::sample column, and only the traced rows for a Rows::trace_sample
/// column.
struct Block {
  std::vector<std::int64_t> rows;  ///< ascending, all in one block of 64
  std::vector<std::vector<std::byte>> data;
};

}  // namespace montecopter
