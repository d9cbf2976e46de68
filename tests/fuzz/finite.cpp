#include "fuzz/finite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "plan/plan.hpp"

namespace montecopter::fuzz {
namespace {

/// Of a flight that ends before its step, or never settles; of a filter without readings, or whose
/// covariance has lost its sign.
constexpr std::array may_not_exist = {"m_rise_time_s",          "m_overshoot",  "m_settling_time_s",
                                      "m_steady_state_error_m", "m_final_nees", "m_mean_nis",
                                      "m_final_wind_nees"};

/// Whether NaN may stand for a number that does not exist.
bool may_be_nan(const Column& column) {
  if (column.rows == Rows::trace_sample) return column.dims.empty() || column.dims[0] != "time";
  if (!column.name.starts_with("m_")) return false;
  if (std::count(may_not_exist.begin(), may_not_exist.end(), column.name) > 0) return true;
  for (const MetricGroup& group : metric_groups) {
    for (const Metric& metric : group.metrics) {
      if (column.name == "m_" + std::string(metric.name)) return false;
    }
  }
  return true;  // by formula
}

template <class Number>
std::string fault(const Column& column, const std::byte* bytes, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    Number number;
    std::memcpy(&number, bytes + i * static_cast<std::int64_t>(sizeof number), sizeof number);
    if (std::isfinite(number) || (std::isnan(number) && may_be_nan(column))) continue;
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
