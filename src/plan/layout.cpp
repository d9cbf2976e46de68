#include "plan/layout.hpp"

#include <set>

#include "core/base/error.hpp"

namespace montecopter {
namespace {

[[noreturn]] void fail(const std::string& what) {
  throw Error(ExitCode::internal, "layout of the result file: " + what +
                                      ". This is a mistake in the program, please report it.");
}

/// A name that HDF5, netCDF and xarray take as it is.
void require_name(const std::string& name, std::set<std::string>& used) {
  if (name.empty() || name.find('/') != std::string::npos) fail("bad name '" + name + "'");
  if (!used.insert(name).second) fail("name '" + name + "' is used twice");
}

void require_trace_samples(const Layout& layout) {
  std::int64_t last = -1;
  for (const std::int64_t sample : layout.trace_samples) {
    if (sample <= last || sample >= layout.samples)
      fail("trace samples must ascend within samples");
    last = sample;
  }
}

/// Adds the bytes of a column to `total`, which must stay a number of bytes that a file can have.
void require_size(const Layout& layout, const Column& column, std::int64_t& total) {
  const std::int64_t rows = column.rows == Rows::sample ? layout.samples
                            : column.rows == Rows::trace_sample
                                ? layout.dimension_size("trace_sample")
                                : 1;
  std::int64_t bytes = 0;
  const bool overflow =
      __builtin_mul_overflow(layout.row_elements(column), size_of(column.element), &bytes) ||
      __builtin_mul_overflow(bytes, rows, &bytes) || __builtin_add_overflow(total, bytes, &total);
  if (overflow || total > (std::int64_t{1} << 60)) {
    throw Error(ExitCode::usage, "error: the result file would be too large ('" + column.name +
                                     "' alone or with the rest exceeds 2^60 bytes). Use fewer "
                                     "samples, fewer traces or a lower output rate.");
  }
}

}  // namespace

std::int64_t Layout::dimension_size(const std::string& name) const {
  if (name == "sample") return samples;
  if (name == "trace_sample") return std::ssize(trace_samples);
  for (const Dimension& dimension : dimensions) {
    if (dimension.name == name) return dimension.size;
  }
  fail("unknown dimension '" + name + "'");
}

std::int64_t Layout::row_elements(const Column& column) const {
  std::int64_t elements = 1;
  for (const std::string& name : column.dims) {
    if (__builtin_mul_overflow(elements, dimension_size(name), &elements)) {
      fail("column '" + column.name + "' is too large");
    }
  }
  return elements;
}

std::size_t Layout::row_bytes(const Column& column) const {
  return static_cast<std::size_t>(row_elements(column)) * size_of(column.element);
}

void Layout::validate() const {
  std::int64_t total = 0;  // [byte]
  if (samples < 1) fail("it has no samples");
  require_trace_samples(*this);
  std::set<std::string> used = {"sample", "trace_sample", "check", "check_word", "provenance"};
  for (const Dimension& dimension : dimensions) {
    require_name(dimension.name, used);
    if (dimension.size < 1) fail("dimension '" + dimension.name + "' is empty");
    const auto coordinates = std::ssize(dimension.coordinates);
    if (coordinates != 0 && coordinates != dimension.size) {
      fail("dimension '" + dimension.name + "' has another number of coordinates than its size");
    }
  }
  for (const Column& column : columns) {
    require_name(column.name, used);
    const bool real = column.element == Element::f64 || column.element == Element::f32;
    if (column.nan_until_written && !real) fail("'" + column.name + "' cannot hold NaN");
    require_size(*this, column, total);
    const bool fixed = column.rows == Rows::fixed;
    const auto values = std::ssize(column.values);
    if (values != (fixed ? row_elements(column) : 0) || (fixed && column.element != Element::f64)) {
      fail("'" + column.name + "' has another number of fixed values than elements");
    }
  }
}

}  // namespace montecopter
