#include "simulate/finite_rows.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/base/column_names.hpp"
#include "plan/outcome.hpp"
#include "plan/plan.hpp"

namespace montecopter {
namespace {

/// x - x has no bit set if x is finite, and is NaN otherwise. Traces are long, so this has no
/// branch per number and uses operations that every machine has for several numbers at once.
template <class Number, class Bits>
bool are_finite(const std::byte* bytes, std::size_t count) {
  Bits any = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Number x;
    std::memcpy(&x, bytes + i * sizeof x, sizeof x);
    any |= std::bit_cast<Bits>(x - x);
  }
  return any == 0;
}

/// Whether a sample with status ok may hold all these numbers.
template <class Number, class Bits>
bool are_sound(const std::byte* bytes, std::size_t count, bool may_be_missing) {
  if (are_finite<Number, Bits>(bytes, count)) return true;
  bool sound = true;
  for (std::size_t i = 0; i < count; ++i) {
    Number x;
    std::memcpy(&x, bytes + i * sizeof x, sizeof x);
    const bool finite = x - x == Number(0), missing = x != x;
    sound &= finite | (missing & may_be_missing);
  }
  return sound;
}

bool is_sound(const Layout& layout, const Column& column, const std::byte* row) {
  const auto count = static_cast<std::size_t>(layout.row_elements(column));
  if (column.element == Element::f64)
    return are_sound<double, std::uint64_t>(row, count, column.may_be_missing);
  if (column.element == Element::f32)
    return are_sound<float, std::uint32_t>(row, count, column.may_be_missing);
  return true;
}

}  // namespace

std::int64_t mark_infinite(const Layout& layout, const KnownFinite& known, Block& block) {
  std::vector<std::byte>& status = block.data[column_index(layout, status_column)];
  std::int64_t marked = 0;
  std::size_t traced = 0;  // rows of traces before this one
  for (std::size_t row = 0; row < block.rows.size(); ++row) {
    const bool has_trace = std::binary_search(layout.trace_samples.begin(),
                                              layout.trace_samples.end(), block.rows[row]);
    const std::size_t trace_row = traced;
    traced += has_trace ? 1 : 0;
    if (static_cast<Status>(status[row]) != Status::ok) continue;
    const auto sound = [&](std::size_t c) {
      if (known.at(c, row)) return true;
      const Column& column = layout.columns[c];
      const bool by_trace = column.rows == Rows::trace_sample;
      if (by_trace ? !has_trace : column.rows != Rows::sample) return true;
      const std::size_t at = by_trace ? trace_row : row;
      return is_sound(layout, column, block.data[c].data() + at * layout.row_bytes(column));
    };
    std::size_t c = 0;
    while (c < layout.columns.size() && sound(c)) ++c;
    if (c == layout.columns.size()) continue;
    status[row] = static_cast<std::byte>(Status::diverged);
    ++marked;
  }
  return marked;
}

}  // namespace montecopter
