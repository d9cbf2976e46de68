#include "plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "core/base/column_names.hpp"
#include "core/base/error.hpp"
#include "core/base/version.hpp"
#include "core/fields/former_metrics.hpp"
#include "plan/result_columns.hpp"
#include "plan/same_columns.hpp"
#include "plan/sweep_columns.hpp"
#include "plan/trace_room.hpp"
#include "scenario/derived/drawn_inputs.hpp"

namespace montecopter {
namespace {

/// Steps that divide the flight evenly; the last is its end.
std::array<std::int64_t, checkpoint_count> checkpoint_ladder(std::int64_t steps) {
  std::array<std::int64_t, checkpoint_count> ladder{};
  // steps * (k + 1) cannot overflow: steps <= 1e12.
  for (std::int64_t k = 0; k < checkpoint_count; ++k)
    ladder[k] = steps * (k + 1) / checkpoint_count;
  return ladder;
}

/// Adds metrics of the groups that go over windows, for each window. A flight may end before a
/// window.
void add_window_metrics(const Scenario& scenario, std::vector<PlannedMetric>& metrics) {
  int window = 0;
  for (const auto& [name, times] : scenario.window) {
    for (const MetricGroup& group : metric_groups()) {
      if (!group.applies(scenario)) continue;
      for (const FlightMetric& metric : group.metrics) {
        if (!metric.in_windows) continue;
        metrics.push_back({fmt::format("{}_{}", metric.name, name), std::string(metric.unit),
                           fmt::format("{}, in the window {}", metric.long_name, name), true,
                           metric.value, window});
      }
    }
    ++window;
  }
}

void check_metric_names(const Plan& plan) {
  std::set<std::string> names;
  std::vector<std::string> all;
  for (const PlannedMetric& metric : plan.metrics()) all.push_back(metric.name);
  for (const auto& [name, metric] : plan.scenario.metrics) {
    const auto now = current_metric(name, all);
    if (!now) continue;
    throw Error(ExitCode::usage,
                Problem{fmt::format("metrics.{}", name),
                        fmt::format("'{}' is a former name of the metric '{}'", name, *now), "",
                        fmt::format("Use '{}', or give yours another name", *now)});
  }
  for (const PlannedMetric& metric : plan.metrics()) {
    if (names.insert(metric.name).second) continue;
    throw Error(ExitCode::usage, Problem{fmt::format("metrics.{}", metric.name),
                                         fmt::format("the metric '{}' already exists", metric.name),
                                         "", "Give yours another name"});
  }
}

}  // namespace

std::vector<PlannedMetric> Plan::metrics() const {
  std::vector<PlannedMetric> all;
  for (const MetricGroup& group : metric_groups()) {
    if (!group.applies(scenario)) continue;
    for (const FlightMetric& metric : group.metrics) {
      all.push_back({std::string(metric.name), std::string(metric.unit),
                     std::string(metric.long_name), !metric.missing.empty(), metric.value});
    }
  }
  add_window_metrics(scenario, all);
  for (const auto& [name, metric] : scenario.metrics) {
    all.push_back({name, metric.unit, metric.formula, true});
  }
  return all;
}

std::vector<std::string> Plan::input_columns() const {
  std::vector<std::string> names;
  for (const Dispersion& dispersion : dispersions) names.push_back(dispersion.column_name());
  for (std::size_t axis = 0; axis < sweep.axes(); ++axis) {
    names.push_back(input_prefix + column_name(sweep.path(axis)));
  }
  return names;
}

DesignRow Plan::design_row(std::int64_t row) const {
  DesignRow place;
  place.seed = static_cast<std::uint64_t>(scenario.monte_carlo.seed);
  place.counter = counter_of(row);
  place.sample = static_cast<std::uint64_t>(number_of(row) % samples_per_point);
  place.samples = static_cast<std::uint64_t>(samples_per_point);
  if (scenario.monte_carlo.independent_points) {
    place.point = static_cast<std::uint64_t>(point_of(row));
  }
  return place;
}

std::optional<std::size_t> find_column(const Layout& layout, std::string_view name) {
  for (std::size_t i = 0; i < layout.columns.size(); ++i) {
    if (layout.columns[i].name == name) return i;
  }
  return std::nullopt;
}

std::size_t column_index(const Layout& layout, std::string_view name) {
  if (const auto index = find_column(layout, name)) return *index;
  throw Error(ExitCode::internal, fmt::format("no column '{}' in the layout", name));
}

namespace {

bool has_sets(const Sweep& sweep) {
  return std::any_of(sweep.begin(), sweep.end(),
                     [](const auto& entry) { return entry.second.is_of_sets(); });
}

/// Rows to trace in place of the rows that the scenario asks for.
using Traced = std::optional<std::vector<std::int64_t>>;

/// The plan of one scenario, independent of other combinations of sets.
Plan plan_alone(const LoadedScenario& loaded, const Scenario& scenario, const Traced& traced) {
  Plan plan;
  plan.scenario = scenario;
  plan.time = make_time_grid(plan.scenario, [](const std::string& path, const std::string& what,
                                               const std::string&, const std::string&) {
    throw Error(ExitCode::internal, "unchecked scenario: " + path + ": " + what);
  });
  plan.dispersions = plan_dispersions(plan.scenario);
  plan.comparison = comparison_of(plan.scenario);
  plan.checkpoints = checkpoint_ladder(plan.time.steps);
  plan.outputs = plan.time.steps / plan.time.output_every + 1;
  plan.sweep = SweepGrid(plan.scenario.sweep);
  plan.samples_per_point = plan.scenario.monte_carlo.samples;
  plan.layout.samples = row_count(plan.scenario);
  plan.layout.trace_samples = !traced                 ? traced_samples(plan)
                              : trace_bytes(plan) > 0 ? *traced
                                                      : std::vector<std::int64_t>{};
  plan.layout.scenario_text = loaded.text;
  plan.layout.resolved_text = loaded.resolved;
  plan.layout.root_attributes = {{"title", plan.scenario.name},
                                 {"source", std::string("montecopter ") + version}};
  check_metric_names(plan);
  plan.block_bytes = block_bytes(plan);
  add_result_columns(loaded, plan);
  return plan;
}

/// Texts of the scenario are short enough; this checks texts composed of several names.
void require_storable(const std::string& where, const std::string& name, const std::string& text) {
  constexpr std::size_t most = 65'000;  // an attribute of HDF5 has less than 64 KiB
  if (text.size() <= most) return;
  throw Error(ExitCode::usage,
              Problem{where, fmt::format("the result file cannot store its '{}'", name),
                      fmt::format("{} bytes, at most {}", text.size(), most),
                      "Use fewer or shorter names"});
}

void require_storable(const Layout& layout) {
  for (const auto& [name, text] : layout.root_attributes) require_storable("scenario", name, text);
  for (const Column& column : layout.columns) {
    require_storable(column.name, "long_name", column.long_name);
    for (const auto& [name, text] : column.attributes) require_storable(column.name, name, text);
  }
}

Plan plan_all(const LoadedScenario& loaded, const Traced& traced) {
  Plan plan = plan_alone(loaded, loaded.scenario, traced);
  require_storable(plan.layout);
  if (!has_sets(loaded.scenario.sweep)) return plan;  // others may have emptied the sweep
  for (Scenario variant : loaded.variants) {
    // The campaign may have been changed since it was loaded.
    variant.output = plan.scenario.output;
    variant.monte_carlo = plan.scenario.monte_carlo;
    Plan one = plan_alone(loaded, variant, traced);
    require_same_columns(plan, one);
    one.layout = plan.layout;
    one.layout.scenario_text.clear(), one.layout.resolved_text.clear();
    plan.block_bytes = std::max(plan.block_bytes, one.block_bytes);
    plan.variants.push_back(std::move(one));
  }
  return plan;
}

}  // namespace

Plan make_plan(const LoadedScenario& loaded) { return plan_all(loaded, std::nullopt); }

Plan make_plan(const LoadedScenario& loaded, const std::vector<std::int64_t>& traced) {
  return plan_all(loaded, traced);
}

}  // namespace montecopter
