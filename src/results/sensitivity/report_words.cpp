#include "results/sensitivity/report_words.hpp"

#include <fmt/format.h>

#include <cmath>

namespace montecopter {

std::string quantile_name(double p) { return fmt::format("q{:02g}", 100 * p); }

std::string percent(double share) { return fmt::format("{:.0f}", 100 * share); }

std::string cell(const statistics::Estimate& estimate) {
  if (std::isnan(estimate.value)) return "-";
  const double half = 0.5 * (estimate.interval.high - estimate.interval.low);
  // 0.0 + turns -0.00 into 0.00.
  const double shown = 0.0 + std::round(100 * estimate.value) / 100;
  if (std::isnan(half)) return fmt::format("{:.2f}", shown);
  return fmt::format("{:.2f} +- {:.2f}", shown, half);
}

Json estimate_json(const statistics::Estimate& estimate) {
  Json out = Json::object();
  out.set("value", Json::number(estimate.value));
  out.set("low95", Json::number(estimate.interval.low));
  out.set("high95", Json::number(estimate.interval.high));
  return out;
}

Json count_json(std::int64_t count) { return Json::number(count); }

Json point_json(const Group& group) {
  Json out = Json::object(), values = Json::object();
  for (const SweepValue& value : group.values) {
    values.set(value.path, value.is_number ? Json::raw(value.text) : Json::text(value.text));
  }
  return out.set("point", count_json(*group.point)).set("values", std::move(values));
}

}  // namespace montecopter
