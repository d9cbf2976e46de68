#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dynamics/sensors/sensor_unit.hpp"
#include "plan/sensor_columns.hpp"
#include "record/signals.hpp"
#include "results/report/chart.hpp"
#include "results/report/html.hpp"
#include "results/report/sections.hpp"
#include "results/summarise/signals.hpp"
#include "vehicle/performance/sensor_report.hpp"

namespace montecopter::report {
namespace {

constexpr std::size_t most_allan_charts = 12;
constexpr std::int64_t most_readings_drawn = 400'000;

/// Whether all readings of a channel are stored: every tenth reading would be a different sensor.
bool has_all(const Scenario& scenario, const NoisyChannel& channel) {
  for (const SensorColumn& column : sensor_columns(scenario)) {
    if (column.name == channel.dataset) return column.recorded == 1;
  }
  return false;
}

std::string allan_chart(const Material& m, const ChannelAllan& allan, std::int64_t sample,
                        std::size_t number_of) {
  std::vector<double> tau, deviation, low, high;
  for (const AllanPoint& point : allan.curve.points) {
    tau.push_back(point.tau_s), deviation.push_back(point.deviation);
    low.push_back(point.low), high.push_back(point.high);
  }
  Axis x = Axis::empty("averaging time [s]", true);
  Axis y = Axis::empty(allan.channel.name + " [" + allan.channel.unit + "]", true);
  x.include(tau);
  y.include(deviation), y.include(low), y.include(high), y.include(allan.expected);
  Chart chart(fmt::format("allan-{}", number_of), allan.channel.name, x.padded(), y.padded());
  if (allan.channel.has_theory) chart.line(tau, allan.expected, "reference", "expected");
  for (std::size_t k = 0; k < tau.size(); ++k) {
    if (low[k] > 0) chart.line({tau[k], tau[k]}, {low[k], high[k]}, "interval-line", "");
  }
  chart.points(tau, deviation, "mean", fmt::format("Allan deviation, 95 %, sample {}", sample));
  chart.data("x", number_list(tau, 9)).data("deviation", number_list(deviation, 9));
  Json series = Json::array();
  series.add(
      Json::object().set("name", Json::text("deviation")).set("y", number_list(deviation, 9)));
  series.add(
      Json::object().set("name", Json::text("expected")).set("y", number_list(allan.expected, 9)));
  chart.data("series", std::move(series));
  chart.describe(fmt::format(
      "Allan deviation of {} over averaging time, with the expected curve of its noise.",
      allan.channel.name));
  return chart.figure(recompute(
      m.command("sensors --allan",
                fmt::format("--sensor {} --sample {}", shell_word(allan.channel.sensor), sample))));
}

std::string allan_charts(const Material& m, const std::vector<NoisyChannel>& channels) {
  const std::vector<std::int64_t> traces = traces_by_group(m.file, m.samples)[m.group()];
  if (traces.empty()) return "";
  const std::int64_t trace = traces.front();
  const std::int64_t sample = m.file.trace_samples()[static_cast<std::size_t>(trace)];
  std::string charts;
  std::size_t drawn_charts = 0;
  for (const record::TracedSignal& signal : record::traced_signals(m.file)) {
    if (signal.times() > most_readings_drawn) continue;
    std::vector<double> rows;
    for (const NoisyChannel& channel : channels) {
      if (channel.dataset != signal.name() || drawn_charts >= most_allan_charts) continue;
      if (!has_all(m.scenario->scenario, channel)) continue;
      if (rows.empty()) rows = record::read_trace(m.file, signal, trace, 0, signal.times());
      std::vector<double> readings;
      for (std::size_t k = channel.component; k < rows.size(); k += signal.width()) {
        readings.push_back(rows[k]);
      }
      try {
        charts += allan_chart(m, channel_allan(channel, readings), sample, drawn_charts);
        ++drawn_charts;
      } catch (const Error&) {  // too few readings make no curve
      }
    }
  }
  if (charts.empty()) return "";
  return "<p>Allan deviations of the readings in flight. They include the motion and show pure "
         "noise only at rest: <code>montecopter sensors --allan SCENARIO</code> reads the sensors "
         "at rest.</p>\n<div class=\"grid\">\n" +
         charts + "</div>\n";
}

}  // namespace

std::optional<Section> sensors_section(const Material& m) {
  if (!m.scenario) return std::nullopt;
  const std::vector<NoisyChannel> channels = noisy_channels(m.scenario->scenario.sensors);
  if (channels.empty()) return std::nullopt;
  HtmlTable table("Noise of readings, from the scenario",
                  {"reading", "unit", "rate [Hz]", "white noise, sd", "Gauss-Markov, sd",
                   "correlation time [s]", "turn-on bias, sd", "constant bias", "resolution"});
  for (const NoisyChannel& c : channels) {
    table.row({text(c.name), text(c.unit), number(1.0 / c.noise.dt_s), number(c.noise.white_sd),
               number(c.noise.gauss_markov_sd), number(c.noise.gauss_markov_time_s),
               number(c.turn_on_bias_sd), number(c.constant_bias), number(c.resolution)});
  }
  Section section{"sensors", "Sensors", table.html() + recompute(m.command("sensors"))};
  section.html += allan_charts(m, channels);
  return section;
}

}  // namespace montecopter::report
