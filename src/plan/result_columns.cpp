#include "plan/result_columns.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "core/base/column_names.hpp"
#include "core/base/text.hpp"
#include "dynamics/vehicles/helicopter_limits.hpp"
#include "dynamics/vehicles/rotor_validity.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "plan/invalid_reason.hpp"
#include "plan/requirement_columns.hpp"
#include "plan/sensor_columns.hpp"
#include "plan/sweep_columns.hpp"
#include "plan/trace_room.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/derived/signal_columns.hpp"

namespace montecopter {
namespace {

void add_dimension(std::vector<Dimension>& dims, const Dimension& dimension) {
  const auto is_there = [&](const Dimension& d) { return d.name == dimension.name; };
  if (std::none_of(dims.begin(), dims.end(), is_there)) dims.push_back(dimension);
}

/// Output times of the stored readings of a column.
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
  std::vector<std::string> names(statistic_names.begin(), statistic_names.end());
  dims.push_back(
      {"statistic", std::ssize(statistic_names), {}, Element::f64, "", join(names, ", ")});
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

/// Adds a column per dispersion, then one per swept path. Draws of a swept path are factors or
/// offsets, and named so.
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

/// Codes of the names: 0, 1, 2, ...
template <class Names>
std::vector<std::int8_t> codes(const Names& names) {
  std::vector<std::int8_t> numbers(names.size());
  std::iota(numbers.begin(), numbers.end(), std::int8_t{0});
  return numbers;
}

/// Names of the validity limits that are monitored in the flights of a vehicle.
std::vector<const char*> monitored_limits(const Multirotor& vehicle, const Output& output) {
  std::vector<const char*> names;
  if (!output.validity) return names;
  for (const RotorLimitRow& row : limits_of(vehicle)) names.push_back(row.name.data());
  return names;
}
std::vector<const char*> monitored_limits(const Helicopter& vehicle, const Output&) {
  std::vector<const char*> names;
  for (const HelicopterLimit& limit : limits_of(vehicle)) names.push_back(limit.name.data());
  return names;
}
std::vector<const char*> monitored_limits(const Scenario& scenario) {
  return std::visit([&](const auto& vehicle) { return monitored_limits(vehicle, scenario.output); },
                    *scenario.vehicle);
}

/// One bit for each limit.
std::vector<std::int8_t> masks(std::size_t limits) {
  std::vector<std::int8_t> bits(limits);
  for (std::size_t k = 0; k < limits; ++k) bits[k] = static_cast<std::int8_t>(1u << k);
  return bits;
}

/// Whether an external program flies at some point of a campaign's sweep, and whether it is a
/// process.
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

/// Without draws and sweep points, `check` has already found every sample valid.
Column invalid_reason(const Plan& plan) {
  std::string names = meanings(invalid_reason_names);
  const std::vector<std::string> inputs = plan.input_columns();
  const std::size_t named = std::min(plan.dispersions.size(), named_input_reasons);
  for (std::size_t i = 0; i < named; ++i) names += " " + inputs[i] + out_of_range_suffix;
  std::vector<std::int8_t> numbers(invalid_reason_names.size() + named);
  std::iota(numbers.begin(), numbers.end(), std::int8_t{0});
  return {.name = invalid_reason_column,
          .element = Element::i8,
          .unit = "1",
          .long_name = "why a sample was not flown",
          .attributes = {{"flag_meanings", names}},
          .flag_values = numbers};
}

void add_sample_columns(Plan& plan, const Programs& programs) {
  const bool all_named =
      programs.any || plan.scenario.simulation.limits.outside_fraction.has_value();
  const Simulation& simulation = plan.scenario.simulation;
  const std::size_t names = simulation.ends_by_event()       ? status_names.size()
                            : simulation.ends_at_touchdown() ? touchdown_status_count
                            : all_named                      ? timed_status_count
                                                             : usual_status_count;
  const auto named = std::span(status_names).first(names);
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
                       .long_name = "number of the sample in the whole campaign"});
  }
  add_sweep_columns(plan);
  add_input_columns(plan);
  for (const PlannedMetric& metric : plan.metrics()) columns.push_back(metric_column(metric));
  add_requirement_columns(plan);
  const std::vector<const char*> limits = monitored_limits(plan.scenario);
  if (!limits.empty()) {
    columns.push_back({.name = validity_column,
                       .element = Element::i8,
                       .unit = "1",
                       .long_name = "0: within the model's validity limits throughout; otherwise "
                                    "the limits exceeded at some time",
                       .attributes = {{"flag_meanings", meanings(limits)}},
                       .flag_masks = masks(limits.size())});
  }
  if (plan.inputs() > 0) columns.push_back(invalid_reason(plan));
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
  const Element element = trace_element(plan.scenario);
  for (const SignalColumn& signal : signal_columns(plan.scenario)) {
    std::vector<std::string> dims = {"time"};
    if (!signal.dimension.empty()) dims.push_back(signal.dimension);
    plan.layout.columns.push_back({.name = signal.name,
                                   .element = element,
                                   .rows = Rows::trace_sample,
                                   .dims = std::move(dims),
                                   .unit = signal.unit,
                                   .frame = signal.frame,
                                   .long_name = signal.long_name,
                                   .may_be_missing = plan.scenario.may_end_early()});
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

}  // namespace

Element trace_element(const Scenario& scenario) {
  return scenario.output.dtype == "f32" ? Element::f32 : Element::f64;
}

void add_result_columns(const LoadedScenario& loaded, Plan& plan) {
  const Programs programs(loaded);
  add_dimensions(plan, programs.processes);
  add_sample_columns(plan, programs);
  add_trace_columns(plan);
  add_grid_columns(plan);
  add_statistics_columns(plan);
}

}  // namespace montecopter
