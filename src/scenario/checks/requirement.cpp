/// Checks of requirements: bounds that can be met, and valid formulas. Whether the named metric
/// exists is checked by the plan (plan.cpp), because most metrics depend on the vehicle.

#include <fmt/format.h>

#include <algorithm>

#include "core/formula/formula.hpp"
#include "scenario/checks/validate.hpp"
#include "scenario/derived/formula_signals.hpp"
#include "scenario/derived/judged_designs.hpp"

namespace montecopter {

namespace {

/// Limit of requirements; each has a column.
constexpr std::size_t max_requirements = 1000;

/// A requirement whose name is sound, and where it is written.
class RequirementCheck {
 public:
  RequirementCheck(std::string name, Report& report)
      : name_(std::move(name)), path_("requirement." + name_), report_(report) {}

  void check(const ProbabilityRequirement& r) { check_bounds(r); }
  void check(const QuantileRequirement& r) {
    check_bounds(r);
    if (!r.at_most || !r.at_least || !report_.clean_above(at("at_least"))) return;
    report_.error(at("at_least"), "the quantile has two bounds",
                  "each bound of a quantile is a requirement of its own", "Make two requirements");
  }
  void check(const MeanRequirement& r) {
    check_bounds(r);
    if (r.between.empty() || !report_.clean(at("between"))) return;
    if (r.between.size() != 2) {
      report_.error(at("between"),
                    fmt::format("there are {} limits instead of 2", r.between.size()), "",
                    "Write between = [lowest, highest]");
      return;
    }
    const double low = r.between[0], high = r.between[1];
    if (!(low < high)) {
      report_.error(at("between"),
                    fmt::format("the lower limit {} is not below the upper limit {}", low, high));
      return;
    }
    for (const auto& bound : {r.at_most, r.at_least}) {
      if (!bound || (low < *bound && *bound < high)) continue;
      report_.error(
          at("between"),
          fmt::format("the bound {} is not between the limits {} and {}", *bound, low, high),
          "every flight meets it, or none does");
      return;
    }
  }
  void check(const FailureRequirement&) {}

  /// Checks that either a metric or a formula is given.
  void check_what(const JudgedMetric& judged) {
    if (judged.metric && judged.formula) {
      report_.error(report_.newest({at("formula"), at("metric")}),
                    "both 'metric' and 'formula' are given", "", "Keep one of them");
    } else if (!judged.metric && !judged.formula) {
      report_.error(path_, "neither 'metric' nor 'formula' is given", "",
                    "Give the metric to judge, or a formula");
    }
  }

  /// Checks that the formula is valid, and that its name is free.
  void check_formula(const JudgedMetric& judged, const Scenario& scenario) {
    if (!judged.formula) {
      if (judged.unit && report_.clean(at("unit"))) {
        report_.error(at("unit"), "a unit is given for a metric", "a metric has its own unit",
                      "Remove it");
      }
      return;
    }
    if (scenario.metrics.count(name_) > 0) {
      report_.error(at("formula"), fmt::format("the metric '{}' already exists", name_),
                    "the formula becomes a metric with the name of the requirement",
                    fmt::format("Use metric = \"{}\", or another name", name_));
    }
    if (!report_.clean("vehicle") || !report_.clean("trajectory")) return;
    check_metric_formula(path_, {*judged.formula, judged.unit.value_or("1")},
                         formula_names(scenario), report_);
  }

 private:
  std::string at(const char* key) const { return path_ + "." + key; }

  void check_bounds(const JudgedMetric& r) {
    if (!report_.clean(path_)) return;
    if (!r.at_most && !r.at_least) {
      report_.error(path_, "the requirement has no bound", "", "Give at_most, at_least, or both");
    }
    if (r.at_most && r.at_least && *r.at_least > *r.at_most) {
      report_.error(at("at_least"),
                    fmt::format("at_least = {} is above at_most = {}", *r.at_least, *r.at_most),
                    "no number satisfies both");
    }
  }

  std::string name_, path_;
  Report& report_;
};

/// Turns the formula into the metric of that name, which the resolved text has, too.
void make_metric(const std::string& name, JudgedMetric& judged, Scenario& scenario) {
  scenario.metrics[name] = {*judged.formula, judged.unit.value_or("1")};
  judged.metric = name;
  judged.formula.reset();
  judged.unit.reset();
}

void check_one(const std::string& name, Requirement& requirement, Scenario& scenario,
               Report& report) {
  const std::string path = "requirement." + name;
  if (!is_column_name(name)) {
    report.error(path, fmt::format("'{}' cannot be the name of a requirement", name),
                 "a column of the result is named after it: letters, digits and _ only");
    return;
  }
  RequirementCheck check(name, report);
  std::visit([&](const auto& kind) { check.check(kind); }, requirement);
  JudgedMetric* judged = judged_metric(requirement);
  if (judged == nullptr || !report.clean(path)) return;
  check.check_what(*judged);
  if (report.clean(path)) check.check_formula(*judged, scenario);
  if (judged->formula && report.clean(path)) make_metric(name, *judged, scenario);
}

/// Checks that confidence intervals exist: for independent samples, or independent repetitions of a
/// design.
void check_design(const MonteCarlo& campaign, Report& report) {
  constexpr std::int64_t least = least_judged_replicates;
  const std::string path = "monte_carlo.design";
  if (has_independent_samples(campaign.design) || !report.clean(path)) return;
  if (campaign.has_replicates() && campaign.replicates >= least) return;
  report.error(
      path, fmt::format("requirements cannot be judged with a {} design", campaign.design),
      "its samples are not independent, so confidence is unknown",
      campaign.has_replicates()
          ? fmt::format("Give monte_carlo.replicates = {} or more, or use \"random\"", least)
          : "Use \"random\", or \"lhs\" or \"sobol\" with monte_carlo.replicates");
}

}  // namespace

void validate_requirements(Scenario& scenario, Report& report) {
  if (scenario.requirement.empty()) return;
  if (scenario.requirement.size() > max_requirements) {
    report.error("requirement",
                 fmt::format("there are {} requirements", scenario.requirement.size()),
                 fmt::format("at most {} are possible", max_requirements));
    return;
  }
  check_design(scenario.monte_carlo, report);
  for (auto& [name, requirement] : scenario.requirement) {
    check_one(name, requirement, scenario, report);
  }
  if (!report.is_written("simulation.max_failures")) {
    scenario.simulation.max_failures = any_failures;
  }
}

}  // namespace montecopter
