#include "plan/not_run.hpp"

#include <algorithm>
#include <cstring>

#include "core/base/column_names.hpp"

namespace montecopter {
namespace {

template <class Number>
void put(std::vector<std::byte>& bytes, std::size_t index, Number number) {
  std::memcpy(bytes.data() + index * sizeof(number), &number, sizeof(number));
}

bool is_number(Element element) { return element == Element::f64 || element == Element::f32; }

/// NaN for missing numbers, zeros elsewhere, as in a newly laid out file.
std::vector<std::byte> nothing(const Layout& layout, const Column& column, std::size_t rows) {
  std::vector<std::byte> bytes(rows * layout.row_bytes(column));
  const bool is_trace = column.rows == Rows::trace_sample && is_number(column.element);
  if (!is_trace && !column.nan_until_written) return bytes;
  const std::size_t count = bytes.size() / size_of(column.element);
  for (std::size_t i = 0; i < count; ++i) {
    if (column.element == Element::f32) put(bytes, i, static_cast<float>(stored_nan));
    if (column.element == Element::f64) put(bytes, i, stored_nan);
  }
  return bytes;
}

}  // namespace

Block not_run_block(const Plan& plan, std::span<const std::int64_t> rows) {
  const Layout& layout = plan.layout;
  std::size_t traced = 0;
  for (const std::int64_t row : rows) {
    traced += std::binary_search(layout.trace_samples.begin(), layout.trace_samples.end(), row);
  }
  Block block;
  block.rows.assign(rows.begin(), rows.end());
  for (const Column& column : layout.columns) {
    const std::size_t count = column.rows == Rows::sample         ? rows.size()
                              : column.rows == Rows::trace_sample ? traced
                                                                  : 0;
    std::vector<std::byte>& bytes = block.data.emplace_back(nothing(layout, column, count));
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t row = rows[i];
      if (column.name == sweep_point_column) put(bytes, i, plan.point_of(row));
      if (column.name == "sample_in_point") {
        put(bytes, i, plan.number_of(row) % plan.samples_per_point);
      }
    }
  }
  return block;
}

}  // namespace montecopter
