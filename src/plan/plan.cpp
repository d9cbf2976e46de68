#include "plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <span>
#include <string_view>

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "plan/column_names.hpp"
#include "plan/requirement_columns.hpp"
#include "plan/same_columns.hpp"
#include "plan/sensor_columns.hpp"
#include "plan/sweep_columns.hpp"
#include "plan/trace_room.hpp"
#include "scenario/controls.hpp"
#include "scenario/drawn_inputs.hpp"
#include "scenario/paths.hpp"
#include "scenario/renamed_metrics.hpp"
#include "scenario/signal_columns.hpp"

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

void add_dimension(std::vector<Dimension>& dims, const Dimension& dimension) {
  const auto is_there = [&](const Dimension& d) { return d.name == dimension.name; };
  if (std::none_of(dims.begin(), dims.end(), is_there)) dims.push_back(dimension);
}

/// When the readings of a column that are stored come out.
Dimension reading_times(const Plan& plan, const SensorColumn& column) {
  const SensorTimes& times = times_of(plan, column);
  Dimension dimension{column.times, column.stored(readings(times, plan.time)),
                      {},           Element::f64,
                      "s",          "time since the start at which a reading comes out"};
  for (std::int64_t k = 0; k < dimension.size; ++k) {
    dimension.coordinates.push_back(static_cast<double>(k * column.recorded * times.every) *
                                    plan.time.step_s);
  }
  return dimension;
}

void add_dimensions(Plan& plan, bool has_last_words) {
  auto& dims = plan.layout.dimensions;
  Dimension checkpoint{"checkpoint", checkpoint_count, {}, Element::i64, "1", "step of the digest"};
  for (const std::int64_t step : plan.checkpoints) {
    checkpoint.coordinates.push_back(static_cast<double>(step));
  }
  dims.push_back(checkpoint);
  std::vector<std::string> names(statistics.begin(), statistics.end());
  dims.push_back({"statistic",
                  static_cast<std::int64_t>(statistics.size()),
                  {},
                  Element::f64,
                  "",
                  join(names, ", ")});
  if (has_last_words) {
    dims.push_back({"character", last_words_bytes, {}, Element::f64, "", ""});
  }
  if (plan.sweep.axes() > 0) dims.push_back(point_dimension(plan));
  if (plan.layout.trace_samples.empty()) return;
  Dimension time{"time", plan.outputs, {}, Element::f64, "s", "time since the start"};
  for (std::int64_t k = 0; k < plan.outputs; ++k) {
    time.coordinates.push_back(static_cast<double>(k * plan.time.output_every) * plan.time.step_s);
  }
  dims.push_back(time);
  for (const SignalColumn& signal : signal_columns(plan.scenario)) {
    if (signal.dimension.empty()) continue;
    add_dimension(dims, {signal.dimension, signal.width, {}, Element::f64, "", signal.components});
  }
  for (const SensorColumn& column : stored_columns(plan.scenario)) {
    add_dimension(dims, reading_times(plan, column));
    if (!column.parts.name.empty()) add_dimension(dims, column.parts);
    if (column.registers) add_dimension(dims, {"byte", 2, {}, Element::f64, "", "high, low"});
  }
}

/// A number per sample, NaN until it is written.
Column sample_number(std::string name, std::string unit, std::string long_name) {
  return {.name = std::move(name),
          .unit = std::move(unit),
          .long_name = std::move(long_name),
          .nan_until_written = true};
}

Column metric_column(const PlannedMetric& metric) {
  Column column = sample_number(metric.column_name(), metric.unit, metric.long_name);
  column.may_be_missing = metric.may_be_missing;
  return column;
}

/// One per dispersion, then one per swept path: draws beside a swept path are factors or offsets,
/// and called so.
void add_input_columns(Plan& plan) {
  const std::vector<std::string> names = plan.input_columns();
  std::size_t next = 0;
  for (const Dispersion& dispersion : plan.dispersions) {
    const std::string what = dispersion.apply == Apply::factor   ? "factor on "
                             : dispersion.apply == Apply::offset ? "offset of "
                                                                 : "";
    plan.layout.columns.push_back(
        sample_number(names[next++], dispersion.unit, "dispersed input " + what + dispersion.path));
  }
  for (std::size_t axis = 0; axis < plan.sweep.axes(); ++axis) {
    const std::string& path = plan.sweep.path(axis);
    const bool of_sets = !plan.sweep.set_names(axis).empty();
    plan.layout.columns.push_back(
        sample_number(names[next++], sweep_unit(plan, axis),
                      (of_sets ? "number of the set of " : "swept input ") + path));
    if (of_sets) name_sets(plan.layout.columns.back(), plan.sweep.set_names(axis));
  }
}

template <class Names>
std::string meanings(const Names& names) {
  std::string text;
  for (const char* name : names) text += (text.empty() ? "" : " ") + std::string(name);
  return text;
}

/// The numbers of the names.
template <class Names>
std::vector<std::int8_t> codes(const Names& names) {
  std::vector<std::int8_t> numbers(names.size());
  std::iota(numbers.begin(), numbers.end(), std::int8_t{0});
  return numbers;
}

/// Whether flights of a vehicle may leave what its model is valid for.
bool has_validity(const Multirotor&) { return false; }
bool has_validity(const Helicopter&) { return true; }
bool has_validity(const Scenario& scenario) {
  return std::visit([](const auto& vehicle) { return has_validity(vehicle); }, *scenario.vehicle);
}

/// Whether a program of the user's flies at some point of a campaign's sweep, and a process.
struct Programs {
  bool any = false, processes = false;

  explicit Programs(const LoadedScenario& loaded) {
    look_at(loaded.scenario);
    for (const Scenario& scenario : loaded.variants) look_at(scenario);
  }

 private:
  void look_at(const Scenario& scenario) {
    any = any || program_of(*scenario.controller) != nullptr;
    processes = processes || is_process(*scenario.controller);
  }
};

void add_sample_columns(Plan& plan, const Programs& programs) {
  const auto named =
      std::span(status_names).first(programs.any ? status_names.size() : usual_status_count);
  auto& columns = plan.layout.columns;
  columns.push_back({.name = status_column,
                     .element = Element::i8,
                     .unit = "1",
                     .long_name = "how the flight ended",
                     .attributes = {{"flag_meanings", meanings(named)}},
                     .flag_values = codes(named)});
  columns.push_back(sample_number(t_end_column, "s", "time of the last state"));
  if (!plan.scenario.monte_carlo.only.empty()) {
    columns.push_back({.name = campaign_sample,
                       .element = Element::i64,
                       .unit = "1",
                       .long_name = "number of the sample among all of the campaign"});
  }
  add_sweep_columns(plan);
  add_input_columns(plan);
  for (const PlannedMetric& metric : plan.metrics()) columns.push_back(metric_column(metric));
  add_requirement_columns(plan);
  if (has_validity(plan.scenario)) {
    columns.push_back({.name = validity_column,
                       .element = Element::i8,
                       .unit = "1",
                       .long_name = "0: the model held throughout; else what happened at some time",
                       .attributes = {{"flag_meanings", meanings(validity_names)}},
                       .flag_masks = {1, 2}});
  }
  if (programs.processes) {
    columns.push_back({.name = last_words_column,
                       .element = Element::u8,
                       .dims = {"character"},
                       .unit = "1",
                       .long_name = "why a program ended the flight: UTF-8, padded with zeros"});
  }
  columns.push_back({.name = digest_column,
                     .element = Element::u64,
                     .dims = {"checkpoint"},
                     .unit = "1",
                     .long_name = "XXH3-64 of step and state"});
}

void add_trace_columns(Plan& plan) {
  if (plan.layout.trace_samples.empty()) return;
  const Element element = plan.scenario.output.dtype == "f32" ? Element::f32 : Element::f64;
  for (const SignalColumn& signal : signal_columns(plan.scenario)) {
    std::vector<std::string> dims = {"time"};
    if (!signal.dimension.empty()) dims.push_back(signal.dimension);
    plan.layout.columns.push_back({.name = signal.name,
                                   .element = element,
                                   .rows = Rows::trace_sample,
                                   .dims = std::move(dims),
                                   .unit = signal.unit,
                                   .frame = signal.frame,
                                   .long_name = signal.long_name});
  }
  for (const SensorColumn& sensor : stored_columns(plan.scenario)) {
    std::vector<std::string> dims = {sensor.times};
    if (!sensor.parts.name.empty()) dims.push_back(sensor.parts.name);
    if (sensor.registers) dims.push_back("byte");
    plan.layout.columns.push_back({.name = sensor.name,
                                   .element = sensor.registers       ? Element::u8
                                              : sensor.always_double ? Element::f64
                                                                     : element,
                                   .rows = Rows::trace_sample,
                                   .dims = std::move(dims),
                                   .unit = sensor.unit,
                                   .frame = sensor.frame,
                                   .long_name = sensor.long_name,
                                   .may_be_missing = true});
  }
}

void add_statistics_columns(Plan& plan) {
  std::vector<std::string> dims = {"statistic"};
  if (plan.sweep.axes() > 0) dims.insert(dims.begin(), "point");
  for (const PlannedMetric& metric : plan.metrics()) {
    plan.layout.columns.push_back({.name = statistics_prefix + metric.name,
                                   .rows = Rows::none,
                                   .dims = dims,
                                   .unit = metric.unit,
                                   .long_name = "over samples with status ok: " + metric.long_name,
                                   .nan_until_written = true});
  }
}

/// Those of the groups that go over windows, over each of them. A flight may end before a window.
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
  for (const auto& [name, metric] : plan.scenario.metrics) {
    const auto now = renamed_metric(plan.scenario, name);
    if (!now) continue;
    throw Error(ExitCode::usage, fmt::format("metrics.{0}: error: '{0}' is a former name of the "
                                             "metric '{1}'. Use '{1}', or give yours another name.",
                                             name, *now));
  }
  for (const PlannedMetric& metric : plan.metrics()) {
    if (names.insert(metric.name).second) continue;
    throw Error(ExitCode::usage, fmt::format("metrics.{0}: error: every flight has a metric '{0}' "
                                             "already. Give yours another name.",
                                             metric.name));
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

/// Rows to trace in place of those that the scenario asks for.
using Traced = std::optional<std::vector<std::int64_t>>;

/// What is planned of one scenario, whatever other combinations of sets there are.
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
  const Programs programs(loaded);
  add_dimensions(plan, programs.processes);
  add_sample_columns(plan, programs);
  add_trace_columns(plan);
  add_grid_columns(plan);
  add_statistics_columns(plan);
  return plan;
}

Plan plan_all(const LoadedScenario& loaded, const Traced& traced) {
  Plan plan = plan_alone(loaded, loaded.scenario, traced);
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
