#pragma once
/// A result file as named arrays, for formats that hold such (mat.hpp, npz.hpp). Nothing of them is
/// in memory: an array is read when it is written.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "plan/layout.hpp"
#include "record/reader.hpp"
#include "results/summarise/samples.hpp"
#include "results/summarise/signals.hpp"

namespace montecopter {

/// Takes a piece of a file.
using ByteSink = std::function<void(std::string_view)>;

/// Numbers, row-major and little-endian, and what gives all their bytes in pieces; as often as it
/// is called, the same.
struct Numbers {
  Element element = Element::f64;
  std::vector<std::int64_t> shape;
  std::function<void(const ByteSink&)> write;

  /// Error(refused) where no file could hold them.
  std::uint64_t bytes() const;
};

/// A list of texts (UTF-8), or a table of them, row-major.
struct Texts {
  std::vector<std::string> texts;
  std::vector<std::int64_t> shape;
};

struct NamedArray {
  std::string name;  ///< as in the result file
  std::string unit;  ///< empty: none
  std::string meaning;
  std::variant<Numbers, Texts> values;

  const std::vector<std::int64_t>& shape() const;
};

/// The columns with one number per sample, of all samples or of those in `only` (ascending); of
/// samples that were not flown NaN, or 0 where numbers are whole. What numbers one of some names
/// has these in another array, NAME_names. Then what belongs to points of a sweep and, without
/// `only`, statistics. The samples have to outlive the arrays.
std::vector<NamedArray> sample_arrays(const record::ResultFile& file, const Samples& samples,
                                      std::optional<std::vector<std::int64_t>> only);

/// The traces with these rows (positions in `trace_sample`): whose they are, times, and the chosen
/// components of signals, (trace, time, component...).
std::vector<NamedArray> trace_arrays(const record::ResultFile& file,
                                     std::vector<SignalChoice> choices,
                                     const std::vector<std::int64_t>& traces);

/// "columns": name, unit and meaning of each array that has a unit or a meaning.
NamedArray column_table(std::span<const NamedArray> arrays);

}  // namespace montecopter
