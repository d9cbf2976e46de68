#include "fuzz/finite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "plan/plan.hpp"

namespace montecopter::fuzz {
namespace {

template <class Number>
std::string fault(const Column& column, const std::byte* bytes, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    Number number;
    std::memcpy(&number, bytes + i * static_cast<std::int64_t>(sizeof number), sizeof number);
    if (std::isfinite(number) || (std::isnan(number) && column.may_be_missing)) continue;
    return fmt::format("{} is {}", column.name, number);
  }
  return {};
}

}  // namespace

std::string not_finite(const Layout& layout, const Block& block) {
  const std::vector<std::byte>& status = block.data[column_index(layout, "status")];
  std::size_t traced = 0;  // rows of traces before this one
  for (std::size_t row = 0; row < block.rows.size(); ++row) {
    const bool has_trace = std::binary_search(layout.trace_samples.begin(),
                                              layout.trace_samples.end(), block.rows[row]);
    for (std::size_t c = 0; c < layout.columns.size(); ++c) {
      const Column& column = layout.columns[c];
      const bool by_trace = column.rows == Rows::trace_sample;
      if (static_cast<Status>(status[row]) != Status::ok || (by_trace && !has_trace)) continue;
      if (!by_trace && column.rows != Rows::sample) continue;
      const std::byte* bytes =
          block.data[c].data() + (by_trace ? traced : row) * layout.row_bytes(column);
      const std::int64_t count = layout.row_elements(column);
      std::string what;
      if (column.element == Element::f64) what = fault<double>(column, bytes, count);
      if (column.element == Element::f32) what = fault<float>(column, bytes, count);
      if (!what.empty()) return fmt::format("{} in sample {}", what, block.rows[row]);
    }
    traced += has_trace;
  }
  return {};
}

}  // namespace montecopter::fuzz
