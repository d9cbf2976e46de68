#pragma once
/// Contents of the HDF5 file, dataset by dataset. A schema is made from a Layout when a file is
/// laid out (schema_of()), or read from an existing file (describe.hpp). Both are the same struct,
/// so that difference() can compare them and decide whether a file can be resumed.
///
/// In a schema from a Layout all offsets are 0. The function lay_out() writes it by HDF5 and
/// returns it with offsets. From then on data are read and written without HDF5: all code reads and
/// writes elements at Dataset::offset. They are contiguous, in row-major order, the sample first if
/// there is one.

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "plan/layout.hpp"

namespace montecopter::record {

inline constexpr std::string_view format_name = "montecopter result";
inline constexpr std::int64_t format_version = 1;

/// Bytes of a text item of /provenance/volatile; longer texts are truncated.
inline constexpr std::int64_t volatile_text_bytes = 64;

/// Bytes of /provenance/warnings, enough for about thirty.
inline constexpr std::int64_t warnings_bytes = 8192;

/// Bytes of /provenance/annotations, about a dozen pages.
inline constexpr std::int64_t annotations_bytes = 32768;

/// An attribute: text (fixed length), an integer, the int8 codes of CF's `flag_values`, or
/// integers.
struct Attribute {
  std::string name;
  std::variant<std::string, std::int64_t, std::vector<std::int8_t>, std::vector<std::int64_t>>
      value;
  bool operator==(const Attribute&) const = default;
};

/// Whether a dataset names a dimension: with coordinates, or only by its size (a bare scale holds
/// no bytes in the file and has no offset).
enum class Scale { none, coordinate, bare };

struct Dataset {
  std::string name;  ///< path without leading slash: "position", "provenance/resolved"
  Element element = Element::f64;
  std::vector<std::int64_t> shape;  ///< empty: a scalar
  std::vector<std::string> dims;    ///< names of the scales (paths), one per entry of `shape`
  std::vector<Attribute> attributes;
  Scale scale = Scale::none;
  std::uint64_t offset = 0;  ///< [byte] from the start of the file; 0 until the file exists

  std::int64_t elements() const;
  std::uint64_t bytes() const { return bytes_of(elements()); }
  /// First extent; 1 for a scalar.
  std::int64_t rows() const { return shape.empty() ? 1 : shape.front(); }
  std::uint64_t row_bytes() const { return bytes() / static_cast<std::uint64_t>(rows()); }
  /// Bytes of so many elements.
  std::uint64_t bytes_of(std::int64_t elements) const {
    return static_cast<std::uint64_t>(elements) * size_of(element);
  }
  /// A text attribute, or "" if there is none.
  std::string text(std::string_view attribute) const;
  bool is_root() const { return name.find('/') == std::string::npos; }
};

struct Schema {
  std::vector<Attribute> attributes;  ///< of the root group
  std::vector<Dataset> datasets;      ///< in file order

  const Dataset* find(std::string_view name) const;
  /// Throws Error(internal) if there is no such dataset.
  const Dataset& at(std::string_view name) const;
};

/// The file for a layout. Throws Error(internal) if the layout contradicts itself.
Schema schema_of(const Layout& layout);

/// The first difference between `stored` (read from a file) and `wanted` that matters for resuming:
/// names, types, shapes, dimensions, attributes and the order of the datasets. Empty if there is
/// none. Attributes added by other programs do not count.
std::string difference(const Schema& wanted, const Schema& stored);

}  // namespace montecopter::record
