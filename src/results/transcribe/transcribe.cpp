#include "results/transcribe/transcribe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/base/column_names.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/base/version.hpp"
#include "core/logs/signal_kinds.hpp"
#include "plan/outcome.hpp"
#include "record/reader.hpp"

namespace montecopter::transcribe {
namespace {

/// Allowed rounding error, as a fraction of an interval: times are differences.
constexpr double rounding = 1e-6;

bool is_reading(const EvenSignal& even) { return even.resampling == Resampling::nearest; }

std::string times_name(const EvenSignal& even) {
  return is_reading(even) ? even.signal->name + ".time" : "time";
}

std::string frame_of(const logs::SignalKind& kind) {
  switch (kind.axes) {
    case logs::Axes::none:
      return "";
    case logs::Axes::world:
      return "NED";
    case logs::Axes::body:
      return "FRD";
    case logs::Axes::attitude:
      return "FRD to NED";
  }
  return "";
}

Dimension times_dimension(const std::string& name, const EvenGrid& grid) {
  Dimension dimension{name, grid.times, {}, Element::f64, "s", "time since the start"};
  for (std::int64_t k = 0; k < grid.times; ++k) dimension.coordinates.push_back(grid.time_s(k));
  return dimension;
}

/// Dimension of the components, named as in results of simulated flights. The size of motors comes
/// from the log, because controllers have more outputs than vehicles have rotors.
Dimension parts_dimension(const logs::RecordedSignal& signal) {
  const auto width = static_cast<std::int64_t>(signal.width());
  const std::string names = fmt::format("{}", fmt::join(signal.components, ", "));
  const logs::SignalKind& kind = *logs::kind_of(signal.name);
  if (kind.components == "x y z") return {"axis", 3, {}, Element::f64, "", names};
  if (kind.axes == logs::Axes::attitude) return {"quaternion", 4, {}, Element::f64, "", names};
  if (kind.components == "x y") return {"horizontal_axis", 2, {}, Element::f64, "", names};
  return {signal.name == "rotor_speed" ? "rotor" : "motor", width, {}, Element::f64, "", names};
}

void add_dimension(std::vector<Dimension>& dimensions, Dimension dimension) {
  const bool is_there =
      std::any_of(dimensions.begin(), dimensions.end(),
                  [&](const Dimension& other) { return other.name == dimension.name; });
  if (!is_there) dimensions.push_back(std::move(dimension));
}

Column trace_column(const EvenSignal& even) {
  const logs::RecordedSignal& signal = *even.signal;
  Column column{.name = signal.name, .rows = Rows::trace_sample, .dims = {times_name(even)}};
  if (!signal.components.front().empty()) column.dims.push_back(parts_dimension(signal).name);
  column.unit = signal.unit;
  column.frame = frame_of(*logs::kind_of(signal.name));
  column.long_name = fmt::format("{} of the log", signal.source);
  column.may_be_missing = true;
  column.attributes = {{"resampling", std::string(name_of(even.resampling))}};
  return column;
}

EvenGrid common_grid(const logs::RecordedFlight& flight, std::optional<double> wanted_hz) {
  double first = std::numeric_limits<double>::infinity(), last = -first, fastest_hz = 0;
  const logs::RecordedSignal* fastest = nullptr;
  for (const logs::RecordedSignal& signal : flight.signals) {
    first = std::min(first, signal.time_s.front());
    if (resampling_of(signal) == Resampling::nearest) continue;
    last = std::max(last, signal.time_s.back());
    const double hz = mean_rate_hz(signal);
    if (fastest == nullptr || hz > fastest_hz) fastest = &signal, fastest_hz = hz;
  }
  if (fastest == nullptr) return {first, 1, 0};
  const double rate_hz = wanted_hz.value_or(std::max(1.0, std::round(fastest_hz)));
  // If that signal is evenly sampled, its values stay unchanged.
  const double align_s = fastest->time_s.front();
  const double start = align_s - std::floor((align_s - first) * rate_hz + rounding) / rate_hz;
  const double times = std::floor((last - start) * rate_hz + rounding) + 1;
  if (!(times <= most_times)) {
    throw Error(ExitCode::usage,
                Problem{flight.path,
                        fmt::format("{:.6g} s at {:g} Hz exceed {} times", last - first, rate_hz,
                                    most_times),
                        "",
                        fmt::format("Give a lower --rate, or inspect the times: montecopter log {}",
                                    flight.path)});
  }
  return {start, rate_hz, static_cast<std::int64_t>(times)};
}

void require_few_times(const logs::RecordedFlight& flight, const EvenSignal& even) {
  if (even.grid.times <= most_times) return;
  throw Error(ExitCode::refused,
              Problem{flight.path,
                      fmt::format("{} has {} times at its own rate; the limit is {}",
                                  even.signal->name, even.grid.times, most_times),
                      "", fmt::format("Inspect its gaps: montecopter log {}", flight.path)});
}

void add_sample_columns(Layout& layout) {
  std::string meanings;
  Column status{.name = status_column, .element = Element::i8, .unit = "1"};
  for (std::size_t code = 0; code < usual_status_count; ++code) {
    meanings += (code == 0 ? "" : " ") + std::string(status_names[code]);
    status.flag_values.push_back(static_cast<std::int8_t>(code));
  }
  status.long_name = "how the flight ended";
  status.attributes = {{"flag_meanings", meanings}};
  layout.columns.push_back(std::move(status));
  layout.columns.push_back({.name = t_end_column,
                            .unit = "s",
                            .long_name = "time of the last value",
                            .nan_until_written = true});
}

template <class Number>
void append(std::vector<std::byte>& bytes, const std::vector<Number>& numbers) {
  const std::size_t from = bytes.size(), size = numbers.size() * sizeof(Number);
  bytes.resize(from + size);
  if (size > 0) std::memcpy(bytes.data() + from, numbers.data(), size);
}

double end_of(const Transcript& transcript) {
  double last = 0;
  for (const EvenSignal& even : transcript.signals) {
    last = std::max(last, even.grid.time_s(even.grid.times - 1));
  }
  return last;
}

}  // namespace

Transcript transcribe(const logs::RecordedFlight& flight, const LogFile& file,
                      std::optional<double> rate_hz) {
  Transcript transcript;
  transcript.grid = common_grid(flight, rate_hz);
  Layout& layout = transcript.layout;
  layout.samples = 1;
  layout.trace_samples = {0};
  if (transcript.grid.times > 0) {
    layout.dimensions.push_back(times_dimension("time", transcript.grid));
  }
  add_sample_columns(layout);
  for (const logs::RecordedSignal& signal : flight.signals) {
    EvenSignal even{&signal, resampling_of(signal), transcript.grid};
    if (is_reading(even)) {
      even.grid = own_grid(signal, transcript.grid.start_s);
      require_few_times(flight, even);
      add_dimension(layout.dimensions, times_dimension(times_name(even), even.grid));
    }
    if (!signal.components.front().empty()) {
      add_dimension(layout.dimensions, parts_dimension(signal));
    }
    layout.columns.push_back(trace_column(even));
    transcript.signals.push_back(even);
  }
  layout.resolved_text = describe_log(flight, file, transcript);
  layout.scenario_text = file.columns.empty() ? layout.resolved_text : file.columns;
  layout.root_attributes = {{"title", file.name},
                            {"source", record::flight_log_source},
                            {"history", std::string("montecopter ") + version + ": import"},
                            {"log_format", flight.format},
                            {"log_sha256", file.sha256}};
  return transcript;
}

Block block_of(const Transcript& transcript) {
  Block block{{0}, {}};
  append(block.data.emplace_back(), std::vector{static_cast<std::int8_t>(Status::ok)});
  append(block.data.emplace_back(), std::vector{end_of(transcript)});
  for (const EvenSignal& even : transcript.signals) {
    append(block.data.emplace_back(), resample(*even.signal, even.grid, even.resampling));
  }
  return block;
}

}  // namespace montecopter::transcribe
