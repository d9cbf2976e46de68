#include "results/export/export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/base/column_names.hpp"
#include "core/base/text.hpp"
#include "record/signals.hpp"
#include "results/summarise/selection.hpp"

namespace montecopter {
namespace {

using record::Dataset;
using record::ResultFile;

constexpr std::int64_t rows_at_once = 4096;
/// Approximate number of values of all signals that are held at once.
constexpr std::int64_t trace_numbers_at_once = 1 << 20;

std::string column_name(CsvHeader header, const std::string& name, const std::string& unit) {
  const bool is_alone = header == CsvHeader::names || unit.empty() || unit == "1";
  return csv_quote(is_alone ? name : name + " [" + unit + "]");
}

/// The shortest text that reads back the same in the stored type.
std::string real_cell(Element element, double value) {
  if (element == Element::f64 || !std::isfinite(value)) return csv_number(value);
  if (element == Element::f32) return fmt::format("{}", static_cast<float>(value));
  return fmt::format("{}", static_cast<std::int64_t>(value));
}

template <class Stored>
std::string whole_cell(std::span<const std::byte> bytes) {
  Stored value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return fmt::format("{}", static_cast<std::int64_t>(value));
}

double real_value(Element element, std::span<const std::byte> bytes) {
  double value = 0;
  float narrow = 0;
  if (element == Element::f64) {
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  std::memcpy(&narrow, bytes.data(), sizeof narrow);
  return narrow;
}

std::string number_cell(Element element, std::span<const std::byte> bytes) {
  switch (element) {
    case Element::f64:
    case Element::f32:
      return real_cell(element, real_value(element, bytes));
    case Element::i8:
      return whole_cell<std::int8_t>(bytes);
    case Element::u8:
      return whole_cell<std::uint8_t>(bytes);
    case Element::i64:
      return whole_cell<std::int64_t>(bytes);
    case Element::u64:
      break;
  }
  std::uint64_t value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return fmt::format("{}", value);
}

struct SampleDataset {
  const Dataset* dataset;
  std::vector<std::string> names;  ///< names of its numbers, if it numbers sets of values
};

std::vector<SampleDataset> sample_datasets(const ResultFile& file) {
  std::vector<SampleDataset> columns;
  for (const Dataset& dataset : file.datasets()) {
    if (!dataset.is_root() || dataset.dims != std::vector<std::string>{"sample"}) continue;
    const bool is_input = dataset.name.starts_with(input_prefix);
    columns.push_back({&dataset, is_input ? set_names(dataset) : std::vector<std::string>()});
  }
  return columns;
}

std::string sample_cell(const SampleDataset& column, std::span<const std::byte> bytes,
                        Status status) {
  const Dataset& dataset = *column.dataset;
  if (dataset.name == status_column) return status_name(status);
  // A row that was not flown holds zeros; an interrupted row holds unverified numbers.
  if (status == Status::not_run && dataset.name != "sample") return "NaN";
  if (!column.names.empty() && dataset.element == Element::f64) {
    const double number = real_value(dataset.element, bytes);
    for (std::size_t k = 0; k < column.names.size(); ++k) {
      if (static_cast<double>(k) == number) return csv_quote(column.names[k]);
    }
  }
  return number_cell(dataset.element, bytes);
}

std::string samples_header(CsvHeader header, const std::vector<SampleDataset>& columns) {
  std::string line;
  for (const auto& [dataset, names] : columns) {
    line += (line.empty() ? "" : ",") + column_name(header, dataset->name, dataset->text("units"));
  }
  return line + "\n";
}

/// Writes the times of one trace, all signals side by side.
class TracePiece {
 public:
  TracePiece(const ResultFile& file, std::span<const SignalChoice> choices)
      : file_(file), choices_(choices), values_(choices.size()) {
    for (const SignalChoice& choice : choices) width_ += std::ssize(choice.signal.components);
  }

  std::int64_t capacity() const {
    return std::max<std::int64_t>(1, trace_numbers_at_once / width_);
  }

  void load(std::int64_t trace, std::int64_t first, std::int64_t count) {
    for (std::size_t i = 0; i < choices_.size(); ++i) {
      values_[i] = record::read_trace(file_, choices_[i].signal, trace, first, count);
    }
  }

  /// ",x,y,z" at one time; empty if all are NaN.
  std::string cells(std::int64_t time) const {
    std::string text;
    bool any = false;
    for (std::size_t i = 0; i < choices_.size(); ++i) {
      const Index start = static_cast<Index>(time) * choices_[i].signal.width();
      for (const std::size_t component : choices_[i].components) {
        const double value = values_[i][start + component];
        any = any || !std::isnan(value);
        text += "," + real_cell(choices_[i].signal.dataset->element, value);
      }
    }
    return any ? text : std::string();
  }

 private:
  const ResultFile& file_;
  std::span<const SignalChoice> choices_;
  std::int64_t width_ = 0;
  std::vector<std::vector<double>> values_;
};

std::string traces_header(CsvHeader header, std::span<const SignalChoice> choices) {
  std::string line = "sample," + column_name(header, "time", "s");
  for (const SignalChoice& choice : choices) {
    for (const std::size_t component : choice.components) {
      line += "," + column_name(header, choice.signal.full_name(component),
                                choice.signal.dataset->text("units"));
    }
  }
  return line + "\n";
}

}  // namespace

void export_samples(const ResultFile& file, const Samples& samples, CsvHeader header,
                    const CsvSink& sink, const std::optional<std::vector<std::int64_t>>& only) {
  const auto is_wanted = [&](std::int64_t sample) {
    return !only || std::binary_search(only->begin(), only->end(), sample);
  };
  const std::vector<SampleDataset> columns = sample_datasets(file);
  sink(samples_header(header, columns));
  std::vector<std::vector<std::byte>> bytes(columns.size());
  for (std::int64_t first = 0; first < file.samples(); first += rows_at_once) {
    const std::int64_t count = std::min(rows_at_once, file.samples() - first);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      bytes[c] = file.read_rows(*columns[c].dataset, first, count);
    }
    for (std::int64_t row = 0; row < count; ++row) {
      if (!is_wanted(first + row)) continue;
      const Status status = samples.at_row(first + row);
      std::string line;
      for (std::size_t c = 0; c < columns.size(); ++c) {
        const std::size_t size = size_of(columns[c].dataset->element);
        const auto cell = std::span(bytes[c]).subspan(static_cast<std::size_t>(row) * size, size);
        line += (c == 0 ? "" : ",") + sample_cell(columns[c], cell, status);
      }
      sink(line + "\n");
    }
  }
}

void export_traces(const ResultFile& file, std::span<const SignalChoice> choices,
                   std::span<const std::int64_t> traces, CsvHeader header, const CsvSink& sink) {
  const std::vector<std::int64_t> samples = file.trace_samples();
  const std::vector<double> time_s = times_of(file, choices);
  const auto times = std::ssize(time_s);
  TracePiece piece(file, choices);
  sink(traces_header(header, choices));
  for (const std::int64_t trace : traces) {
    const std::string sample = fmt::format("{},", samples[static_cast<std::size_t>(trace)]);
    for (std::int64_t first = 0; first < times; first += piece.capacity()) {
      const std::int64_t count = std::min(piece.capacity(), times - first);
      piece.load(trace, first, count);
      for (std::int64_t t = 0; t < count; ++t) {
        const std::string cells = piece.cells(t);
        if (cells.empty()) continue;
        sink(sample + csv_number(time_s[static_cast<std::size_t>(first + t)]) + cells + "\n");
      }
    }
  }
}

}  // namespace montecopter
