#pragma once
/// Former names of metrics: the only list of them. A former name is refused with the name of today
/// wherever somebody writes it.

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace montecopter {

struct FormerMetric {
  std::string_view before, now;
};

/// Metrics over a window had the name of the window behind these.
inline constexpr std::array former_metrics = {
    FormerMetric{"saturated_share", "saturated_fraction"},
    FormerMetric{"final_position_error_m", "final_distance_from_start_m"},
    FormerMetric{"max_position_error_m", "max_distance_from_start_m"},
};

/// `name`, if it is `from` or `from` with a window behind it, with `to` in the place of `from`.
inline std::optional<std::string> with_other_stem(std::string_view name, std::string_view from,
                                                  std::string_view to) {
  const bool is_stem = name == from || name.starts_with(std::string(from) + "_");
  if (!is_stem) return std::nullopt;
  return std::string(to) + std::string(name.substr(from.size()));
}

/// The metric among `known` that had the name `name`, both with "m_" or "stat_" or without. None if
/// `name` is no former name, or if the metric is not there.
inline std::optional<std::string> current_metric(std::string_view name,
                                                 std::span<const std::string> known) {
  for (const std::string_view prefix : {"", "m_", "stat_"}) {
    if (!name.starts_with(prefix)) continue;
    for (const FormerMetric& metric : former_metrics) {
      const auto now = with_other_stem(name.substr(prefix.size()), metric.before, metric.now);
      if (!now) continue;
      for (const std::string& there : {std::string(prefix) + *now, *now}) {
        if (std::find(known.begin(), known.end(), there) != known.end()) return there;
      }
    }
  }
  return std::nullopt;
}

/// The former name of a metric of today.
inline std::optional<std::string> former_name(std::string_view name) {
  for (const FormerMetric& metric : former_metrics) {
    if (auto before = with_other_stem(name, metric.now, metric.before)) return before;
  }
  return std::nullopt;
}

}  // namespace montecopter
