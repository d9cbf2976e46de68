#include "plan/trace_room.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"
#include "plan/result_columns.hpp"
#include "plan/sensor_columns.hpp"
#include "scenario/derived/formula_signals.hpp"
#include "scenario/derived/signal_columns.hpp"
#include "scenario/derived/traces.hpp"

namespace montecopter {

const SensorTimes& times_of(const Plan& plan, const SensorColumn& column) {
  return plan.time.sensors[static_cast<std::size_t>(column.sensor)];
}

namespace {

/// Numbers of a traced sample that are in memory at once, including thinned readings.
double trace_numbers(const Plan& plan) {
  double numbers = 0;
  for (const SignalColumn& signal : signal_columns(plan.scenario)) {
    numbers += static_cast<double>(signal.width * plan.outputs);
  }
  for (const SensorColumn& column : stored_columns(plan.scenario)) {
    numbers += static_cast<double>(column.width() * readings(times_of(plan, column), plan.time));
  }
  return numbers;
}

}  // namespace

double trace_bytes(const Plan& plan) {
  const std::size_t number = size_of(trace_element(plan.scenario));
  double bytes = 0;
  for (const SignalColumn& signal : signal_columns(plan.scenario)) {
    bytes += static_cast<double>(number) * static_cast<double>(signal.width * plan.outputs);
  }
  for (const SensorColumn& column : stored_columns(plan.scenario)) {
    const std::size_t size = column.registers ? 2 : column.always_double ? 8 : number;
    const std::int64_t stored = column.stored(readings(times_of(plan, column), plan.time));
    bytes += static_cast<double>(size) * static_cast<double>(column.width() * stored);
  }
  return bytes;
}

std::vector<std::int64_t> traced_samples(const Plan& plan) {
  const double bytes = trace_bytes(plan);
  if (bytes == 0) return {};
  const TraceRule rule = parse_traces(plan.scenario.output.traces).value();
  const bool are_some = !plan.scenario.monte_carlo.only.empty();
  // With monte_carlo.only, "first:N" means the first of all samples, whatever their points are.
  const std::int64_t points = are_some ? 1 : plan.sweep.points();
  const std::int64_t samples = plan.layout.samples / points;
  return trace_samples(decided(rule, bytes, samples, points), samples, points);
}

namespace {

/// Count of numbers of a sample that formulas need.
double formula_numbers(const Plan& plan) {
  const std::vector<Formula> formulas = metric_formulas(plan.scenario);
  const std::vector<SignalColumn> signals = all_signal_columns(plan.scenario);
  double numbers = 0;
  for (std::size_t s = 0; s < signals.size(); ++s) {
    if (!is_named(formulas, s)) continue;
    numbers += static_cast<double>(signals[s].width * plan.outputs);
  }
  return numbers;
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

}  // namespace

double block_bytes(const Plan& plan) {
  const std::int64_t traced = most_traced(plan.layout.trace_samples);
  const double bytes_per_number = trace_element(plan.scenario) == Element::f32 ? 12 : 8;
  const double bytes = bytes_per_number * trace_numbers(plan) * static_cast<double>(traced) +
                       8 * formula_numbers(plan) * block_rows;
  if (bytes <= 4e9) return bytes;
  throw Error(
      ExitCode::usage,
      Problem{
          "output.traces",
          fmt::format("one block of {} samples needs {:.3g} GB per thread for traces", block_rows,
                      bytes / 1e9),
          "limit 4 GB",
          fmt::format("Lower output.rate_hz or the rates of sensors, or trace fewer samples, e.g. "
                      "traces = \"every:{}\"",
                      block_rows)});
}

}  // namespace montecopter
