#include "results/regress/changes.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/base/words.hpp"

namespace montecopter::regress {
namespace {

constexpr int least_digits = 4, most_digits = 9;

std::string number(double value, int digits = least_digits) {
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value == 0 ? "0" : significant(value, digits);
}

std::string signed_number(double value) { return (value > 0 ? "+" : "") + number(value); }

/// Both means, with as many digits as tell them apart.
std::string means_text(const MetricChange& change) {
  int digits = least_digits;
  while (digits < most_digits && number(change.was, digits) == number(change.is, digits)) ++digits;
  return fmt::format("{} -> {}", number(change.was, digits),
                     with_unit(number(change.is, digits), change.unit));
}

std::string effect_text(const MetricChange& change) {
  if (!std::isfinite(change.effect)) return "no spread before";
  return fmt::format("{:.2g} {}", change.effect, change.measure);
}

std::string ok_text(const WhatChanged& changes) {
  return fmt::format("{} -> {}", changes.ok_was, changes.ok_is);
}

}  // namespace

std::string MetricChange::difference_text() const {
  if (was == 0) {
    return fmt::format("{}, 95 % interval {} to {}", signed_number(is - was), signed_number(low),
                       signed_number(high));
  }
  const double percent = 100 / std::abs(was);
  return fmt::format("{:+.3g} %, 95 % interval {:+.3g} % to {:+.3g} %", percent * (is - was),
                     percent * low, percent * high);
}

std::string WhatChanged::worst() const {
  if (!requirements.empty()) {
    const RequirementChange& first = requirements.front();
    return fmt::format("requirement {}: {} -> {}", first.name, first.was, first.is);
  }
  if (ok_was != ok_is) return fmt::format("samples that end ok: {}", ok_text(*this));
  if (metrics.empty()) return {};
  const MetricChange& first = metrics.front();
  const std::string difference = first.difference_text();
  return fmt::format("{}: {} ({})", first.name, means_text(first),
                     difference.substr(0, difference.find(", 95 %")));
}

std::string metrics_heading(const WhatChanged& changes) {
  return fmt::format("metrics that moved beyond noise ({}, largest effect first; {} {} not)",
                     changes.basis, changes.unmoved,
                     changes.unmoved == 1 ? "other did" : "others did");
}

std::string changes_text(const WhatChanged& changes) {
  std::string text;
  if (!changes.requirements.empty()) text += "requirements whose verdict changed:\n";
  for (const RequirementChange& one : changes.requirements) {
    text += fmt::format("  {}: {} -> {}: {}\n", one.name, one.was, one.is, one.statement);
  }
  if (changes.ok_was != changes.ok_is) {
    text += fmt::format("samples that end ok: {}\n", ok_text(changes));
  }
  if (!changes.metrics.empty()) text += metrics_heading(changes) + ":\n";
  for (const MetricChange& one : changes.metrics) {
    text += fmt::format("  {}: {} ({}), {}\n", one.name, means_text(one), one.difference_text(),
                        effect_text(one));
  }
  if (changes.metrics.empty() && changes.unmoved > 0) {
    text += fmt::format("{} ({} compared, {})\n",
                        changes.too_few_pairs ? "too few samples to show whether a metric moved"
                                              : "no metric moved beyond noise",
                        changes.unmoved, changes.basis);
  }
  return text;
}

Table requirements_table(const WhatChanged& changes) {
  Table table{{"requirement", "golden", "now", "statement"}, {}};
  for (const RequirementChange& one : changes.requirements) {
    table.rows.push_back({one.name, one.was, one.is, one.statement});
  }
  if (changes.ok_was != changes.ok_is) {
    table.rows.push_back({"samples that end ok", fmt::format("{}", changes.ok_was),
                          fmt::format("{}", changes.ok_is), ""});
  }
  return table;
}

Table metrics_table(const WhatChanged& changes) {
  Table table{{"metric", "golden -> now", "difference", "effect"}, {}};
  for (const MetricChange& one : changes.metrics) {
    table.rows.push_back({one.name, means_text(one), one.difference_text(), effect_text(one)});
  }
  return table;
}

Json changes_json(const WhatChanged& changes) {
  Json requirements = Json::array(), metrics = Json::array();
  for (const RequirementChange& one : changes.requirements) {
    requirements.add(Json::object()
                         .set("name", Json::text(one.name))
                         .set("statement", Json::text(one.statement))
                         .set("golden", Json::text(one.was))
                         .set("flown", Json::text(one.is)));
  }
  for (const MetricChange& one : changes.metrics) {
    metrics.add(
        Json::object()
            .set("name", Json::text(one.name))
            .set("unit", Json::text(one.unit))
            .set("golden", Json::number(one.was))
            .set("flown", Json::number(one.is))
            .set("difference", Json::number(one.is - one.was))
            .set("interval95", Json::array().add(Json::number(one.low)).add(Json::number(one.high)))
            .set("effect", Json::number(one.effect))
            .set("effect_in", Json::text(one.measure)));
  }
  return Json::object()
      .set("requirements", std::move(requirements))
      .set("ok", Json::array().add(Json::number(changes.ok_was)).add(Json::number(changes.ok_is)))
      .set("metrics", std::move(metrics))
      .set("metrics_unmoved", Json::number(changes.unmoved))
      .set("basis", Json::text(changes.basis))
      .set("too_few_pairs", Json::boolean(changes.too_few_pairs))
      .set("not_compared", Json::texts(changes.left_out));
}

}  // namespace montecopter::regress
