#include "record/renamed_datasets.hpp"

#include <optional>
#include <string>

#include "core/base/column_names.hpp"
#include "core/fields/renamed_metrics.hpp"

namespace montecopter::record {
namespace {

struct NameNow {
  std::string name, window = {};  ///< of a metric: over which it has to go
};

/// "m_saturated_share", "stat_saturated_share_late", "in_PATH", "in_PATH.factor", "sweep_PATH".
std::optional<NameNow> name_now(std::string_view name) {
  const std::size_t end = name.find('_') + 1;  // npos + 1 is 0
  const std::string_view prefix = name.substr(0, end), rest = name.substr(end);
  if (prefix == metric_prefix || prefix == statistics_prefix) {
    const auto metric = current_metric(rest);
    if (metric) return NameNow{std::string(prefix) + metric->name, metric->window};
  } else if (prefix == input_prefix || prefix == "sweep_") {
    const auto input = input_now(rest);
    if (input) return NameNow{std::string(prefix) + *input};
  }
  return std::nullopt;
}

/// A metric by formula may begin with the same words; its long name is its formula.
bool is_over(const Dataset& dataset, const std::string& window) {
  return window.empty() || dataset.text("long_name").ends_with(", in the window " + window);
}

}  // namespace

void rename_datasets(Schema& schema) {
  for (Dataset& dataset : schema.datasets) {
    const auto now = name_now(dataset.name);
    if (!now || !is_over(dataset, now->window) || schema.find(now->name)) continue;
    dataset.name = now->name;
  }
}

}  // namespace montecopter::record
