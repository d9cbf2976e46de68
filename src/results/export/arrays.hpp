#pragma once
/// A result file as named arrays, for formats of arrays (mat.hpp, npz.hpp). The arrays are not kept
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

/// Numbers, row-major and little-endian. `write` passes on all bytes in pieces, the same at each
/// call.
struct Numbers {
  Element element = Element::f64;
  std::vector<std::int64_t> shape;
  std::function<void(const ByteSink&)> write;

  /// Size of all numbers. Error(refused) if no file could hold them.
  std::uint64_t bytes() const;
};

/// A list of texts (UTF-8), or a table of them, row-major.
struct Texts {
  std::vector<std::string> texts;
  std::vector<std::int64_t> shape;
};

struct NamedArray {
  std::string name;  ///< as in the result file
  std::string unit;  ///< empty if there is none
  std::string meaning;
  std::variant<Numbers, Texts> values;

  const std::vector<std::int64_t>& shape() const;
};

/// The columns with one number per sample, for all samples or the samples in `only` (ascending).
/// Samples that were not flown have NaN, or 0 for integers. A column whose numbers stand for names
/// has a second array, NAME_names. The arrays of sweep points follow and, without `only`, the
/// statistics. The samples must outlive the arrays.
std::vector<NamedArray> sample_arrays(const record::ResultFile& file, const Samples& samples,
                                      std::optional<std::vector<std::int64_t>> only);

/// The traces with these rows (positions in `trace_sample`): their samples, times, and the chosen
/// components of signals, (trace, time, component...).
std::vector<NamedArray> trace_arrays(const record::ResultFile& file,
                                     std::vector<SignalChoice> choices,
                                     const std::vector<std::int64_t>& traces);

/// The array "columns": name, unit and meaning of each array that has a unit or a meaning.
NamedArray column_table(std::span<const NamedArray> arrays);

}  // namespace montecopter
