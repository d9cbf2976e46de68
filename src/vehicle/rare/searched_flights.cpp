#include "vehicle/rare/searched_flights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/base/column_names.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "scenario/derived/random_streams.hpp"
#include "simulate/setup/random_consumers.hpp"

namespace montecopter {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

const JudgedMetric& bounds_of(const Scenario& scenario, const std::string& requirement) {
  return *judged_metric(scenario.requirement.at(requirement));
}

}  // namespace

SearchedFlights::SearchedFlights(const LoadedScenario& loaded, Plan plan, JudgedNumber judged,
                                 const Kernel& kernel, int threads)
    : loaded_(loaded),
      plan_(std::move(plan)),
      space_(plan_),
      judged_(std::move(judged)),
      kernel_(kernel),
      threads_(threads) {}

std::vector<std::string> noise_of(const Plan& plan) {
  const std::vector<std::string> frozen = frozen_streams(plan.scenario);
  std::vector<std::string> names;
  for (const RandomConsumer& consumer : random_consumers(plan)) {
    if (consumer.stream.starts_with(stream_names::dispersion)) continue;
    if (std::find(frozen.begin(), frozen.end(), consumer.stream) != frozen.end()) continue;
    names.push_back(consumer.stream);
  }
  return names;
}

std::optional<std::int64_t> flights_of_rare(const Plan& plan, const std::string& requirement) {
  const auto* judged =
      std::get_if<ProbabilityRequirement>(&plan.scenario.requirement.at(requirement));
  if (judged == nullptr || plan.sweep.axes() > 0) return std::nullopt;
  const double allowed = 1 - judged->probability;
  if (allowed > most_rare_probability) return std::nullopt;
  try {
    require_one_campaign(plan.scenario, "rare");
    if (InputSpace(plan).dimensions() == 0 && noise_of(plan).empty()) return std::nullopt;
  } catch (const Error&) {
    return std::nullopt;  // `rare` refuses it
  }
  return expected_evaluations(SubsetSettings{}, allowed);
}

ListedSample SearchedFlights::sample_of(const RarePoint& point) const {
  return {space_.draws(point.z), point.noise};
}

Scenario SearchedFlights::scenario_of(std::span<const RarePoint> points) const {
  std::vector<ListedSample> samples;
  for (const RarePoint& point : points) samples.push_back(sample_of(point));
  return scenario_of_samples(plan_, samples);
}

std::vector<double> SearchedFlights::fly(std::span<const RarePoint> points) const {
  LoadedScenario batch = loaded_;
  batch.scenario = scenario_of(points);
  Plan plan = make_plan(batch);
  plan.external_program = plan_.external_program;
  plan.margins_of_sample = plan_.margins_of_sample;
  const FlightsInMemory flights(std::move(plan), kernel_, {}, threads_);
  const Layout& layout = flights.plan().layout;
  const std::size_t metric = column_index(layout, metric_prefix + judged_.metric);
  std::vector<double> numbers;
  for (const JudgedSample& sample : samples_of(layout, flights.blocks(), metric)) {
    numbers.push_back(judge(sample));
  }
  return numbers;
}

double SearchedFlights::judge(const JudgedSample& sample) const {
  if (!has_number(sample)) return infinite;
  if (judged_.requirement.empty()) return judged_.is_smallest ? -sample.metric : sample.metric;
  const JudgedMetric& bounds = bounds_of(plan_.scenario, judged_.requirement);
  return std::max(bounds.at_most ? sample.metric - *bounds.at_most : -infinite,
                  bounds.at_least ? *bounds.at_least - sample.metric : -infinite);
}

std::string judged_metric_of(const Scenario& scenario, const std::string& requirement) {
  const auto found = scenario.requirement.find(requirement);
  if (found == scenario.requirement.end()) {
    std::vector<std::string> names;
    for (const auto& [name, one] : scenario.requirement) names.push_back(name);
    const auto near = near_name(requirement, names);
    throw Error(ExitCode::usage,
                Problem{"--requirement",
                        fmt::format("the scenario has no requirement '{}'", requirement), "",
                        near            ? fmt::format("Did you mean '{}'?", *near)
                        : names.empty() ? "Add [requirement.NAME]"
                                        : fmt::format("Its requirements are {}", join(names))});
  }
  const auto refuse = [&](const char* what, const char* why) {
    throw Error(ExitCode::usage, Problem{fmt::format("requirement.{}", requirement), what, why,
                                         "Add a requirement with 'probability' on a metric"});
  };
  if (std::holds_alternative<FailureRequirement>(found->second)) {
    refuse("it judges failures of flights", "a failure has no distance from a limit");
  }
  if (std::holds_alternative<MeanRequirement>(found->second)) {
    refuse("it is about a mean", "no single flight violates it");
  }
  if (std::holds_alternative<QuantileRequirement>(found->second)) {
    refuse("it is about a quantile", "no single flight violates it");
  }
  return judged_metric(found->second)->metric.value();
}

void require_one_campaign(const Scenario& scenario, const char* command) {
  const auto refuse = [&](const char* where, const std::string& what, const char* suggestion) {
    throw Error(ExitCode::usage, Problem{where, what, "", suggestion});
  };
  if (!scenario.sweep.empty()) {
    refuse("sweep", fmt::format("`{}` studies one point", command),
           "Leave the sweep out (--set sweep={}), and set the values of one point");
  }
  if (!scenario.monte_carlo.only.empty() || !scenario.monte_carlo.noise_of.empty()) {
    refuse("monte_carlo", fmt::format("`{}` chooses the samples itself", command),
           "Remove monte_carlo.only and monte_carlo.noise_of");
  }
}

}  // namespace montecopter
