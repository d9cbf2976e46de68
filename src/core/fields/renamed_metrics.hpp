#pragma once
/// Metrics that were called otherwise before: the only list of them. A former name is refused with
/// the name of today wherever somebody writes it. Results of earlier builds are read as if they had
/// the names of today (record/renamed_datasets.hpp).

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fields/renamed.hpp"

namespace montecopter {

/// Each has datasets m_NAME and stat_NAME, and over windows m_NAME_WINDOW and stat_NAME_WINDOW.
inline constexpr std::array former_metrics = {
    Renamed{"saturated_share", "saturated_fraction"},
    Renamed{"final_position_error_m", "final_distance_from_start_m"},
    Renamed{"max_position_error_m", "max_distance_from_start_m"},
};

/// What a metric is called now of which a former name is given, and the window that this ends with;
/// empty: it is of the whole flight.
struct CurrentMetric {
  std::string name, window;
};

/// None if `name` is no former name. Whether there is such a window is for the caller to know: a
/// metric by formula may begin with the same words.
inline std::optional<CurrentMetric> current_metric(std::string_view name) {
  for (const Renamed& metric : former_metrics) {
    const auto now = begun_otherwise(name, metric.before, metric.now, '_');
    if (!now) continue;
    const std::size_t window = std::min(name.size(), metric.before.size() + 1);
    return CurrentMetric{*now, std::string(name.substr(window))};
  }
  return std::nullopt;
}

/// The metric of today that `name` was, as `known` has it: with "m_" or "stat_", or bare. None if
/// `name` is no former name, or if the metric is not there.
inline std::optional<std::string> current_metric_of(std::string_view name,
                                                    std::span<const std::string> known) {
  for (const std::string_view prefix : {"", "m_", "stat_"}) {
    if (!name.starts_with(prefix)) continue;
    const auto now = current_metric(name.substr(prefix.size()));
    if (!now) continue;
    for (const std::string& there : {std::string(prefix) + now->name, now->name}) {
      if (std::find(known.begin(), known.end(), there) != known.end()) return there;
    }
  }
  return std::nullopt;
}

/// The former names of a metric of today.
inline std::vector<std::string> former_names_of(std::string_view name) {
  std::vector<std::string> names;
  for (const Renamed& metric : former_metrics) {
    auto before = begun_otherwise(name, metric.now, metric.before, '_');
    if (before) names.push_back(std::move(*before));
  }
  return names;
}

}  // namespace montecopter
