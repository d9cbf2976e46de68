/// Checks that the samples of a golden exist, and that statistical comparisons have margins.

#include <fmt/format.h>

#include <set>

#include "core/fields/former_metrics.hpp"
#include "scenario/checks/validate.hpp"
#include "scenario/derived/margin.hpp"

namespace montecopter {
namespace {

void check_samples(const Scenario& scenario, Report& report) {
  const std::vector<std::int64_t>& samples = scenario.golden.samples;
  if (samples.size() > most_golden_samples) {
    report.error("golden.samples", fmt::format("{} samples are listed", samples.size()),
                 fmt::format("a golden holds at most {}", most_golden_samples));
  }
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const std::string path = fmt::format("golden.samples.{}", i);
    if (i > 0 && samples[i] <= samples[i - 1]) {
      report.error(path,
                   fmt::format("sample {} is listed after sample {}", samples[i], samples[i - 1]),
                   "list each sample once, in ascending order");
    } else if (report.clean("monte_carlo") && report.clean("sweep") &&
               samples[i] >= row_count(scenario)) {
      report.error(path, fmt::format("there is no sample {}", samples[i]),
                   fmt::format("the last one is {}", row_count(scenario) - 1));
    }
  }
}

/// New names of metrics of these flights that had other names before.
std::vector<std::string> renamed_metrics(const Scenario& scenario) {
  std::vector<std::string> names;
  for (const FormerMetric& metric : former_metrics) {
    const std::string now(metric.now);
    names.push_back(now);
    for (const auto& [window, times] : scenario.window) names.push_back(now + "_" + window);
  }
  return names;
}

void check_margins(const Scenario& scenario, Report& report) {
  const GoldenRules& golden = scenario.golden;
  std::set<std::string> metrics;
  for (std::size_t i = 0; i < golden.margins.size(); ++i) {
    const std::string path = fmt::format("golden.margins.{}", i);
    const auto margin = parse_margin(golden.margins[i]);
    if (const auto* why = std::get_if<std::string>(&margin)) {
      report.error(path, fmt::format("'{}' is not a margin", golden.margins[i]), *why,
                   "Write METRIC=VALUE in the metric's unit, or METRIC=5%");
    } else if (const std::string& metric = std::get<Margin>(margin).metric;
               !metrics.insert(metric).second) {
      report.error(path, fmt::format("'{}' has a margin already", metric));
    } else if (const auto now = current_metric(metric, renamed_metrics(scenario))) {
      report.error(path, fmt::format("there is no metric '{}' any more", metric), "",
                   fmt::format("Use '{}'", *now));
    }
  }
}

}  // namespace

void validate_golden(const Scenario& scenario, Report& report) {
  const GoldenRules& golden = scenario.golden;
  check_samples(scenario, report);
  check_margins(scenario, report);
  if (golden.is_statistical() && golden.margins.empty()) {
    report.error("golden.compare", "a statistical comparison needs margins",
                 "they say how far each mean may move",
                 "Add margins, e.g. margins = [\"max_tilt_deg=5%\"]");
  }
  if (!golden.is_statistical() && !golden.margins.empty()) {
    report.error("golden.margins", "margins have no effect here",
                 "results are compared bit for bit",
                 "Set compare = \"statistical\", or remove the margins");
  }
}

}  // namespace montecopter
