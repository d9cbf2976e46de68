#include "results/export/arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <sstream>

#include "core/base/column_names.hpp"
#include "core/base/error.hpp"
#include "record/signals.hpp"

namespace montecopter {
namespace {

using record::Dataset;
using record::ResultFile;

/// Approximate number of bytes that are read at once.
constexpr std::int64_t bytes_at_once = 1 << 22;

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Fills a cell without a value: NaN with the bits of result files, or 0 for integers.
void fill_missing(Element element, std::span<std::byte> cell) {
  const double wide = std::numeric_limits<double>::quiet_NaN();
  const float narrow = std::numeric_limits<float>::quiet_NaN();
  std::memset(cell.data(), 0, cell.size());
  if (element == Element::f64) std::memcpy(cell.data(), &wide, sizeof wide);
  if (element == Element::f32) std::memcpy(cell.data(), &narrow, sizeof narrow);
}

std::string meaning_of(const ResultFile& file, const Dataset& dataset) {
  std::string text = dataset.text("long_name");
  for (std::size_t axis = 1; axis < dataset.dims.size(); ++axis) {
    const Dataset* scale = file.find(dataset.dims[axis]);
    const std::string components =
        scale && scale->scale == record::Scale::bare ? scale->text("long_name") : "";
    if (!components.empty()) text += (text.empty() ? "" : "; ") + components;
  }
  return text;
}

NamedArray array_of(const ResultFile& file, const Dataset& dataset, std::vector<std::int64_t> shape,
                    std::function<void(const ByteSink&)> write) {
  return {dataset.name, dataset.text("units"), meaning_of(file, dataset),
          Numbers{dataset.element, std::move(shape), std::move(write)}};
}

/// A whole dataset as an array.
NamedArray whole(const ResultFile& file, const Dataset& dataset) {
  return array_of(file, dataset, dataset.shape, [&file, &dataset](const ByteSink& sink) {
    const auto row_bytes = static_cast<std::int64_t>(dataset.row_bytes());
    const std::int64_t at_once = std::max<std::int64_t>(1, bytes_at_once / row_bytes);
    for (std::int64_t first = 0; first < dataset.rows(); first += at_once) {
      const std::int64_t count = std::min(at_once, dataset.rows() - first);
      sink(text_of(file.read_rows(dataset, first, count)));
    }
  });
}

/// Whether the numbers are 0, 1, ... and stand for names, as in `status`.
bool counts_names(const Dataset& dataset, std::size_t names) {
  for (const record::Attribute& attribute : dataset.attributes) {
    if (attribute.name != "flag_values") continue;
    return std::visit(
        [&](const auto& values) {
          if constexpr (requires { values.front() + 1; }) {
            std::size_t next = 0;
            const bool counts = std::all_of(values.begin(), values.end(), [&](auto value) {
              return static_cast<std::size_t>(value) == next++;
            });
            return counts && next == names;
          }
          return false;
        },
        attribute.value);
  }
  return false;
}

/// Adds the array NAME_names for a column whose numbers stand for names.
void add_names(const Dataset& dataset, std::vector<NamedArray>& arrays) {
  const std::vector<std::string> names = set_names(dataset);
  if (names.empty() || !counts_names(dataset, names.size())) return;
  arrays.push_back({dataset.name + "_names", "", "names of the numbers of " + dataset.name,
                    Texts{names, {std::ssize(names)}}});
}

/// The samples that are written: all samples, or a choice.
struct SampleSelection {
  const Samples& samples;
  std::optional<std::vector<std::int64_t>> only;

  std::int64_t count() const {
    return static_cast<std::int64_t>(only ? only->size() : samples.size());
  }
  bool has(std::int64_t sample) const {
    return !only || std::binary_search(only->begin(), only->end(), sample);
  }
};

/// Writes rows of a column; the rows of samples that were not flown are filled.
void write_rows(const ResultFile& file, const Dataset& dataset, const SampleSelection& chosen,
                const ByteSink& sink) {
  const std::size_t size = size_of(dataset.element);
  const std::int64_t at_once = bytes_at_once / static_cast<std::int64_t>(size);
  for (std::int64_t first = 0; first < dataset.rows(); first += at_once) {
    const std::int64_t count = std::min(at_once, dataset.rows() - first);
    std::vector<std::byte> bytes = file.read_rows(dataset, first, count);
    std::size_t kept = 0;
    for (std::int64_t row = 0; row < count; ++row) {
      if (!chosen.has(first + row)) continue;
      const auto cell = std::span(bytes).subspan(kept * size, size);
      std::memmove(cell.data(), bytes.data() + static_cast<std::size_t>(row) * size, size);
      ++kept;
      const bool is_known = dataset.name == "sample" || chosen.samples.flown_at_row(first + row);
      if (!is_known) fill_missing(dataset.element, cell);
    }
    sink(text_of(std::span(bytes).first(kept * size)));
  }
}

/// The chosen components of a signal: their positions and their shape.
struct ComponentSelection {
  SignalChoice choice;
  std::vector<std::int64_t> traces;

  bool is_all() const { return choice.components.size() == choice.signal.width(); }
  std::vector<std::int64_t> shape() const {
    const std::vector<std::int64_t>& stored = choice.signal.dataset->shape;
    std::vector<std::int64_t> shape = {std::ssize(traces), stored[1]};
    if (is_all()) {
      shape.insert(shape.end(), stored.begin() + 2, stored.end());
    } else {
      shape.push_back(std::ssize(choice.components));
    }
    return shape;
  }
};

void write_signal(const ResultFile& file, const ComponentSelection& picked, const ByteSink& sink) {
  const record::TracedSignal& signal = picked.choice.signal;
  const std::size_t size = size_of(signal.dataset->element);
  const std::int64_t at_once = std::max<std::int64_t>(
      1, bytes_at_once / (std::ssize(signal.components) * static_cast<std::int64_t>(size)));
  for (const std::int64_t trace : picked.traces) {
    for (std::int64_t first = 0; first < signal.times(); first += at_once) {
      const std::int64_t count = std::min(at_once, signal.times() - first);
      const std::vector<std::byte> bytes = file.read_elements(
          *signal.dataset, signal.element_at(trace, first), count * std::ssize(signal.components));
      if (picked.is_all()) {
        sink(text_of(bytes));
        continue;
      }
      std::string piece;
      for (Index time = 0; time < static_cast<Index>(count); ++time) {
        for (const std::size_t component : picked.choice.components) {
          const Index at = time * signal.width() + component;
          piece += text_of(std::span(bytes).subspan(at * size, size));
        }
      }
      sink(piece);
    }
  }
}

std::string component_words(const SignalChoice& choice) {
  std::vector<std::string> words;
  for (const std::size_t component : choice.components) {
    words.push_back(choice.signal.components[component]);
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

NamedArray trace_array(const ResultFile& file, ComponentSelection picked) {
  const Dataset& dataset = *picked.choice.signal.dataset;
  std::vector<std::int64_t> shape = picked.shape();
  const bool is_all = picked.is_all();
  const std::string words = component_words(picked.choice);
  NamedArray array = array_of(file, dataset, std::move(shape),
                              [&file, picked = std::move(picked)](const ByteSink& sink) {
                                write_signal(file, picked, sink);
                              });
  if (!is_all) array.meaning = dataset.text("long_name") + "; " + words;
  return array;
}

}  // namespace

std::uint64_t Numbers::bytes() const {
  std::uint64_t bytes = size_of(element);
  for (const std::int64_t extent : shape) {
    if (__builtin_mul_overflow(bytes, static_cast<std::uint64_t>(extent), &bytes)) {
      throw Error(ExitCode::refused, "error: an array has more bytes than any file.");
    }
  }
  return bytes;
}

const std::vector<std::int64_t>& NamedArray::shape() const {
  return std::visit(
      [](const auto& some) -> const auto& { return some.shape; }, values);
}

std::vector<NamedArray> sample_arrays(const ResultFile& file, const Samples& samples,
                                      std::optional<std::vector<std::int64_t>> only) {
  std::vector<NamedArray> arrays;
  const SampleSelection chosen{samples, std::move(only)};
  for (const Dataset& dataset : file.datasets()) {
    if (!dataset.is_root() || dataset.dims != std::vector<std::string>{"sample"}) continue;
    arrays.push_back(
        array_of(file, dataset, {chosen.count()}, [&file, &dataset, chosen](const ByteSink& sink) {
          write_rows(file, dataset, chosen, sink);
        }));
    add_names(dataset, arrays);
  }
  for (const Dataset& dataset : file.datasets()) {
    const bool is_of_points = !dataset.dims.empty() && dataset.dims[0] == "point";
    const bool is_statistic = dataset.name.starts_with(statistics_prefix);
    if (!dataset.is_root() || !(is_of_points || is_statistic)) continue;
    if (is_statistic && (chosen.only || !file.complete())) continue;
    arrays.push_back(whole(file, dataset));
    add_names(dataset, arrays);
  }
  const Dataset* statistic = file.find("statistic");
  if (statistic != nullptr && statistic->shape.size() == 1 && !chosen.only && file.complete()) {
    arrays.push_back(
        {"statistic", "", "names of the elements of each statistics array",
         Texts{record::element_names(file, "statistic", statistic->rows()), statistic->shape}});
  }
  return arrays;
}

std::vector<NamedArray> trace_arrays(const ResultFile& file, std::vector<SignalChoice> choices,
                                     const std::vector<std::int64_t>& traces) {
  std::vector<NamedArray> arrays;
  const auto count = std::ssize(traces);
  arrays.push_back(
      array_of(file, file.at("trace_sample"), {count}, [&file, traces](const ByteSink& sink) {
        const Dataset& all = file.at("trace_sample");
        for (const std::int64_t trace : traces) {
          sink(text_of(file.read_rows(all, trace, 1)));
        }
      }));
  arrays.push_back(whole(file, file.at(choices.front().signal.time_axis())));
  for (SignalChoice& choice : choices) {
    arrays.push_back(trace_array(file, ComponentSelection{std::move(choice), traces}));
  }
  return arrays;
}

NamedArray column_table(std::span<const NamedArray> arrays) {
  Texts table;
  for (const NamedArray& array : arrays) {
    if (array.unit.empty() && array.meaning.empty()) continue;
    for (const std::string& text : {array.name, array.unit, array.meaning}) {
      table.texts.push_back(text);
    }
  }
  table.shape = {static_cast<std::int64_t>(table.texts.size() / 3), 3};
  return {"columns", "", "name, unit and meaning of each array", std::move(table)};
}

}  // namespace montecopter
