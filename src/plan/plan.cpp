#include "plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "plan/sweep_columns.hpp"
#include "scenario/paths.hpp"
#include "scenario/traces.hpp"

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

struct SignalColumn {
  std::string_view name, dim, unit, frame, long_name;
};

/// How each traced signal is stored; names as in output.signals.
constexpr std::array<SignalColumn, 9> signal_columns = {{
    {"position", "axis", "m", "NED", "position of the centre of mass"},
    {"velocity", "axis", "m s-1", "NED", "velocity over the ground"},
    {"attitude", "quaternion", "1", "FRD to NED", "unit quaternion, body to world"},
    {"body_rate", "axis", "rad s-1", "FRD", "angular velocity"},
    {"rotor_speed", "rotor", "", "", "actuator state of each rotor"},
    {"command", "rotor", "", "", "clamped command of each rotor, held from this time on"},
    {"specific_force", "axis", "m s-2", "FRD", "non-gravitational acceleration"},
    {"rotor_thrust", "rotor", "N", "", "thrust of each rotor along its axis"},
    {"rotor_torque", "rotor", "N m", "", "drag torque of each rotor against its spin"},
}};

static_assert([] {
  for (std::size_t i = 0; i < signal_names.size(); ++i) {
    if (signal_columns[i].name != signal_names[i]) return false;
  }
  return signal_columns.size() == signal_names.size();
}());

std::string command_unit(const Scenario& scenario) {
  const auto& vehicle = std::get<Multirotor>(scenario.vehicle);
  return std::visit([](const auto& law) { return law.takes_speed() ? "rad s-1" : "1"; },
                    vehicle.rotors.front().law);
}

void add_dimensions(Plan& plan) {
  auto& dims = plan.layout.dimensions;
  const auto& vehicle = std::get<Multirotor>(plan.scenario.vehicle);
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
  if (plan.sweep.axes() > 0) dims.push_back(point_dimension(plan));
  if (plan.layout.trace_samples.empty()) return;
  Dimension time{"time", plan.outputs, {}, Element::f64, "s", "time since the start"};
  for (std::int64_t k = 0; k < plan.outputs; ++k) {
    time.coordinates.push_back(static_cast<double>(k * plan.time.output_every) * plan.time.step_s);
  }
  dims.push_back(time);
  const auto used = [&](std::string_view dim) {
    const auto& signals = plan.scenario.output.signals;
    return std::any_of(signal_columns.begin(), signal_columns.end(), [&](const auto& column) {
      return column.dim == dim &&
             std::find(signals.begin(), signals.end(), column.name) != signals.end();
    });
  };
  if (used("axis")) dims.push_back({"axis", 3, {}, Element::f64, "", "x, y, z"});
  if (used("quaternion")) dims.push_back({"quaternion", 4, {}, Element::f64, "", "w, x, y, z"});
  if (used("rotor")) {
    dims.push_back({"rotor",
                    static_cast<std::int64_t>(vehicle.rotors.size()),
                    {},
                    Element::f64,
                    "",
                    "rotors in command order"});
  }
}

/// A number per sample, NaN until it is written.
Column sample_number(std::string name, std::string unit, std::string long_name) {
  return {.name = std::move(name),
          .unit = std::move(unit),
          .long_name = std::move(long_name),
          .nan_until_written = true};
}

/// The input column of a swept path. Its plain name is that of the draws where it is dispersed,
/// too.
Column swept_column(Plan& plan, const std::string& path) {
  const std::string name = "in_" + column_name(path);
  const auto& all = plan.dispersions;
  const bool is_taken = std::any_of(all.begin(), all.end(),
                                    [&](const Dispersion& d) { return d.column_name() == name; });
  return sample_number(is_taken ? name + ".swept" : name,
                       find_numbers(plan.scenario, path).front().unit, "swept input " + path);
}

std::string status_meanings() {
  std::string meanings;
  for (const char* name : status_names)
    meanings += (meanings.empty() ? "" : " ") + std::string(name);
  return meanings;
}

void add_sample_columns(Plan& plan) {
  auto& columns = plan.layout.columns;
  columns.push_back({.name = "status",
                     .element = Element::i8,
                     .unit = "1",
                     .long_name = "how the flight ended",
                     .attributes = {{"flag_meanings", status_meanings()}},
                     .flag_values = {0, 1, 2, 3}});
  columns.push_back(sample_number("t_end_s", "s", "time of the last state"));
  add_sweep_columns(plan);
  for (const Dispersion& dispersion : plan.dispersions) {
    const std::string what = dispersion.apply == Apply::factor   ? "factor on "
                             : dispersion.apply == Apply::offset ? "offset of "
                                                                 : "";
    columns.push_back(sample_number(dispersion.column_name(), dispersion.unit,
                                    "dispersed input " + what + dispersion.path));
  }
  for (std::size_t axis = 0; axis < plan.sweep.axes(); ++axis) {
    columns.push_back(swept_column(plan, plan.sweep.path(axis)));
  }
  for (const Metric& metric : metrics) {
    columns.push_back(sample_number("m_" + std::string(metric.name), std::string(metric.unit),
                                    std::string(metric.long_name)));
  }
  columns.push_back({.name = "digest",
                     .element = Element::u64,
                     .dims = {"checkpoint"},
                     .unit = "1",
                     .long_name = "XXH3-64 of step and state"});
}

void add_trace_columns(Plan& plan) {
  if (plan.layout.trace_samples.empty()) return;
  const Element element = plan.scenario.output.dtype == "f32" ? Element::f32 : Element::f64;
  for (const SignalColumn& signal : signal_columns) {
    const auto& wanted = plan.scenario.output.signals;
    if (std::find(wanted.begin(), wanted.end(), signal.name) == wanted.end()) continue;
    const std::string unit =
        signal.unit.empty() ? command_unit(plan.scenario) : std::string(signal.unit);
    plan.layout.columns.push_back({.name = std::string(signal.name),
                                   .element = element,
                                   .rows = Rows::trace_sample,
                                   .dims = {"time", std::string(signal.dim)},
                                   .unit = unit,
                                   .frame = std::string(signal.frame),
                                   .long_name = std::string(signal.long_name)});
  }
}

void add_statistics_columns(Plan& plan) {
  std::vector<std::string> dims = {"statistic"};
  if (plan.sweep.axes() > 0) dims.insert(dims.begin(), "point");
  for (const Metric& metric : metrics) {
    plan.layout.columns.push_back(
        {.name = "stat_" + std::string(metric.name),
         .rows = Rows::none,
         .dims = dims,
         .unit = std::string(metric.unit),
         .long_name = "over samples with status ok: " + std::string(metric.long_name),
         .nan_until_written = true});
  }
}

/// Numbers that a trace row has.
int trace_width(const Scenario& scenario) {
  const auto& wanted = scenario.output.signals;
  const auto rotors = static_cast<int>(std::get<Multirotor>(scenario.vehicle).rotors.size());
  int width = 0;
  for (const SignalColumn& signal : signal_columns) {
    if (std::find(wanted.begin(), wanted.end(), signal.name) == wanted.end()) continue;
    width += signal.dim == "axis" ? 3 : signal.dim == "quaternion" ? 4 : rotors;
  }
  return width;
}

/// Most traced samples in a block.
std::int64_t most_traced(const std::vector<std::int64_t>& traced) {
  std::int64_t most = 0;
  for (std::size_t first = 0, last = 0; first < traced.size(); first = last) {
    while (last < traced.size() && traced[last] / block_rows == traced[first] / block_rows) ++last;
    most = std::max(most, static_cast<std::int64_t>(last - first));
  }
  return most;
}

/// Bytes of one block's traces, which a worker holds in memory. Known before anything is allocated,
/// and refused if no thread could have it.
double block_bytes(const Plan& plan) {
  const std::int64_t traced = most_traced(plan.layout.trace_samples);
  const double bytes_per_number = plan.scenario.output.dtype == "f32" ? 12 : 8;
  const double bytes = bytes_per_number * static_cast<double>(plan.outputs) *
                       trace_width(plan.scenario) * static_cast<double>(traced);
  if (bytes <= 4e9) return bytes;
  throw Error(ExitCode::usage,
              fmt::format("output.traces: error: the traces of one block of {} samples take {:.3g} "
                          "GB of memory per thread (limit 4 GB). Lower output.rate_hz, or trace "
                          "fewer samples, e.g. traces = \"every:{}\".",
                          block_rows, bytes / 1e9, block_rows));
}

}  // namespace

std::size_t column_index(const Layout& layout, std::string_view name) {
  for (std::size_t i = 0; i < layout.columns.size(); ++i) {
    if (layout.columns[i].name == name) return i;
  }
  throw Error(ExitCode::internal, fmt::format("no column '{}' in the layout", name));
}

Plan make_plan(const LoadedScenario& loaded) {
  Plan plan;
  plan.scenario = loaded.scenario;
  plan.time = make_time_grid(
      plan.scenario, [](const std::string& path, std::string what, std::string, std::string) {
        throw Error(ExitCode::internal, "unchecked scenario: " + path + ": " + what);
      });
  plan.dispersions = plan_dispersions(plan.scenario);
  plan.checkpoints = checkpoint_ladder(plan.time.steps);
  plan.outputs = plan.time.steps / plan.time.output_every + 1;
  plan.sweep = SweepGrid(plan.scenario.sweep);
  plan.samples_per_point = plan.scenario.monte_carlo.samples;
  plan.layout.samples = plan.samples_per_point * plan.sweep.points();
  plan.layout.trace_samples = trace_samples(parse_traces(plan.scenario.output.traces).value(),
                                            plan.samples_per_point, plan.sweep.points());
  if (plan.scenario.output.signals.empty()) plan.layout.trace_samples.clear();
  plan.layout.scenario_text = loaded.text;
  plan.layout.resolved_text = loaded.resolved;
  plan.layout.root_attributes = {{"title", plan.scenario.name},
                                 {"source", std::string("montecopter ") + version}};
  plan.block_bytes = block_bytes(plan);
  add_dimensions(plan);
  add_sample_columns(plan);
  add_trace_columns(plan);
  add_grid_columns(plan);
  add_statistics_columns(plan);
  return plan;
}

}  // namespace montecopter
