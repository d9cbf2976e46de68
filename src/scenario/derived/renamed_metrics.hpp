#pragma once
/// Metrics that a scenario names as earlier builds called them (core/fields/renamed_metrics.hpp).

#include <optional>
#include <string>

#include "core/fields/renamed_metrics.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

/// What a metric of these flights, or of one of their windows, is called now; none if `name` is no
/// former name of one.
inline std::optional<std::string> renamed_metric(const Scenario& scenario,
                                                 const std::string& name) {
  const auto now = current_metric(name);
  const bool is_one = now && (now->window.empty() || scenario.window.count(now->window) > 0);
  return is_one ? std::optional(now->name) : std::nullopt;
}

}  // namespace montecopter
