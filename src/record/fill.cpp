#include "record/fill.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include "record/description.hpp"
#include "record/posix.hpp"

namespace montecopter::record {
namespace {

constexpr std::uint64_t filled_piece_bytes = 1u << 20;

/// Smallest piece that surely reads as zeros in a new file where nothing was written. Smaller
/// pieces may lie in space that HDF5 used before, within its own blocks of metadata.
constexpr std::uint64_t surely_hole_bytes = 64u << 10;

/// Bits of the only NaN that results contain.
constexpr std::uint64_t nan_bits_64 = 0x7ff8000000000000u;
constexpr std::uint32_t nan_bits_32 = 0x7fc00000u;

/// Takes some bytes of a dataset and their place in it.
using Put = std::function<void(const Dataset&, std::uint64_t at, std::span<const std::byte>)>;

Put write_to(int fd, const std::string& path) {
  return [fd, &path](const Dataset& dataset, std::uint64_t at, std::span<const std::byte> bytes) {
    pwrite_all(fd, bytes, dataset.offset + at, path);
  };
}

/// Puts make(0), make(1), ... in pieces of bounded size.
template <class Value>
void put_series(const Put& put, const Dataset& dataset,
                const std::function<Value(std::int64_t)>& make) {
  const std::int64_t count = dataset.elements();
  const auto piece = static_cast<std::int64_t>(filled_piece_bytes / sizeof(Value));
  std::vector<Value> values;
  for (std::int64_t first = 0; first < count; first += piece) {
    values.clear();
    for (std::int64_t i = first; i < std::min(count, first + piece); ++i) values.push_back(make(i));
    put(dataset, static_cast<std::uint64_t>(first) * sizeof(Value),
        std::as_bytes(std::span(values)));
  }
}

template <class Value>
void write_constant(int fd, const std::string& path, const Dataset& dataset, Value value) {
  put_series<Value>(write_to(fd, path), dataset, [value](std::int64_t) { return value; });
}

void put_coordinates(const Put& put, const Dimension& dimension, const Dataset& dataset) {
  const auto at = [&](std::int64_t i) {
    return dimension.coordinates[static_cast<std::size_t>(i)];
  };
  if (dimension.element == Element::i64) {
    put_series<std::int64_t>(put, dataset,
                             [&](std::int64_t i) { return static_cast<std::int64_t>(at(i)); });
  } else {
    put_series<double>(put, dataset, at);
  }
}

void put_text(const Put& put, const Dataset& dataset, const std::string& text) {
  std::string padded = text;
  padded.resize(dataset.bytes(), '\0');
  put(dataset, 0, std::as_bytes(std::span(padded)));
}

void put_sample_numbers(const Put& put, const Schema& schema) {
  put_series<std::int64_t>(put, schema.at("sample"), [](std::int64_t i) { return i; });
}

/// Puts the remaining contents that the layout alone determines: coordinates, texts.
void put_fixed(const Put& put, const Layout& layout, const Schema& schema) {
  if (const Dataset* traces = schema.find("trace_sample")) {
    put(*traces, 0, std::as_bytes(std::span(layout.trace_samples)));
  }
  for (const Dimension& dimension : layout.dimensions) {
    const Dataset* dataset = schema.find(dimension.name);
    if (dataset && dataset->scale == Scale::coordinate) put_coordinates(put, dimension, *dataset);
  }
  for (const Column& column : layout.columns) {
    if (column.rows != Rows::fixed) continue;
    put(schema.at(column.name), 0, std::as_bytes(std::span(column.values)));
  }
  put_text(put, schema.at("provenance/scenario"), layout.scenario_text);
  put_text(put, schema.at("provenance/resolved"), layout.resolved_text);
}

}  // namespace

void write_zeros(int fd, const std::string& path, const Dataset& dataset) {
  const std::vector<std::byte> zeros(std::min(filled_piece_bytes, dataset.bytes()));
  for (std::uint64_t at = 0; at < dataset.bytes(); at += zeros.size()) {
    const std::uint64_t size = std::min<std::uint64_t>(zeros.size(), dataset.bytes() - at);
    pwrite_all(fd, std::span(zeros).first(size), dataset.offset + at, path);
  }
}

void write_text(int fd, const std::string& path, const Dataset& dataset, const std::string& text) {
  put_text(write_to(fd, path), dataset, text);
}

void fill_column(int fd, const std::string& path, const Column& column, const Dataset& dataset) {
  if (!column.nan_until_written) {
    write_zeros(fd, path, dataset);
  } else if (column.element == Element::f32) {
    write_constant(fd, path, dataset, nan_bits_32);
  } else {
    write_constant(fd, path, dataset, nan_bits_64);
  }
}

void fill_initially(int fd, const std::string& path, const Layout& layout, const Schema& schema,
                    bool sparse) {
  for (const Dataset& dataset : schema.datasets) {
    if (dataset.scale != Scale::bare && dataset.bytes() < surely_hole_bytes) {
      write_zeros(fd, path, dataset);
    }
  }
  put_fixed(write_to(fd, path), layout, schema);
  if (!sparse) put_sample_numbers(write_to(fd, path), schema);
  for (const Column& column : layout.columns) {
    const bool is_hole = sparse && column.rows == Rows::sample;
    if (column.nan_until_written && layout.is_stored(column) && !is_hole) {
      fill_column(fd, path, column, schema.at(column.name));
    }
  }
  write_description_sha256(fd, path, schema);
}

namespace {

/// Compares the layout's fixed contents with the file: returns the names of datasets that differ,
/// and gives each differing piece to `put`.
std::vector<std::string> compare_fixed(int fd, const std::string& path, const Layout& layout,
                                       const Schema& schema, const Put& put) {
  std::vector<std::string> unlike;
  std::vector<std::byte> stored;
  const auto compare = [&](const Dataset& dataset, std::uint64_t at,
                           std::span<const std::byte> bytes) {
    stored.resize(bytes.size());
    pread_all(fd, stored, dataset.offset + at, path);
    if (std::equal(bytes.begin(), bytes.end(), stored.begin())) return;
    put(dataset, at, bytes);
    if (unlike.empty() || unlike.back() != dataset.name) unlike.push_back(dataset.name);
  };
  put_sample_numbers(compare, schema);
  put_fixed(compare, layout, schema);
  return unlike;
}

}  // namespace

std::vector<std::string> repair_fixed(int fd, const std::string& path, const Layout& layout,
                                      const Schema& schema) {
  return compare_fixed(fd, path, layout, schema, write_to(fd, path));
}

std::vector<std::string> unlike_fixed(int fd, const std::string& path, const Layout& layout,
                                      const Schema& schema) {
  return compare_fixed(fd, path, layout, schema,
                       [](const Dataset&, std::uint64_t, std::span<const std::byte>) {});
}

}  // namespace montecopter::record
