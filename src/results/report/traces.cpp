#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/counted.hpp"
#include "core/numerics/angles.hpp"
#include "core/numerics/euler_angles.hpp"
#include "results/report/chart.hpp"
#include "results/report/drawn_samples.hpp"
#include "results/report/html.hpp"
#include "results/report/sections.hpp"
#include "results/summarise/round_off.hpp"
#include "results/summarise/selection.hpp"
#include "results/summarise/signals.hpp"

namespace montecopter::report {
namespace {

constexpr Index most_trace_times = 240;
constexpr std::size_t most_charts = 24;
constexpr int trace_digits = 6;

/// Statistics at the times that are drawn.
struct Envelope {
  std::vector<double> low, q05, q50, q95, high;

  void add(const TimeRow& row) {  // n, mean, sd, min, q05, q25, q50, q75, q95, max
    low.push_back(row[3]);
    q05.push_back(row[4]);
    q50.push_back(row[6]);
    q95.push_back(row[8]);
    high.push_back(row[9]);
  }
};

/// Content of one chart: a component of a signal, or an angle of an attitude.
struct Panel {
  std::string name, unit;
  std::string asked;  ///< argument of `stats --signal`
  Envelope envelope;
  std::vector<std::vector<double>> lines;  ///< lines of the drawn samples, at all times
};

/// The times of a chart: all output times, and the times of the envelopes.
struct DrawnTimes {
  std::vector<double> time_s, x;
  std::vector<Index> at;
};

DrawnTimes drawn_times(std::vector<double> time_s) {
  DrawnTimes out;
  out.time_s = std::move(time_s);
  out.at = thin_times(out.time_s.size(), most_trace_times);
  for (const Index t : out.at) out.x.push_back(out.time_s[t]);
  return out;
}

std::vector<double> column_of(const std::vector<double>& row, std::size_t component,
                              std::size_t width) {
  std::vector<double> column;
  for (std::size_t k = component; k < row.size(); k += width) column.push_back(row[k]);
  return column;
}

std::vector<Panel> component_panels(const Material& m, const SignalChoice& choice,
                                    const DrawnTimes& times, const DrawnSamples& drawn) {
  std::vector<Panel> panels;
  for (const std::size_t component : choice.components) {
    const std::string name = choice.signal.full_name(component);
    panels.push_back({name, choice.signal.dataset->text("units"), name, {}, {}});
  }
  summarise_signal(m.file, choice, shown_traces(m), times.at,
                   [&](Index, std::span<const TimeRow> rows) {
                     for (std::size_t c = 0; c < rows.size(); ++c) panels[c].envelope.add(rows[c]);
                   });
  const auto width = choice.signal.width();
  for (const DrawnSamples::One& one : drawn.traced) {
    const std::vector<double> row =
        record::read_trace(m.file, choice.signal, one.trace, 0, choice.signal.times());
    for (std::size_t c = 0; c < panels.size(); ++c) {
      panels[c].lines.push_back(column_of(row, choice.components[c], width));
    }
  }
  return panels;
}

/// Whether a whole quaternion is requested: it is drawn as angles, since its components are hard
/// to read.
bool is_attitude(const SignalChoice& choice) {
  return choice.signal.dataset->dims.back() == "quaternion" && choice.signal.width() == 4 &&
         choice.components.size() == 4;
}

constexpr std::array<const char*, 3> angle_names = {"roll", "pitch", "yaw"};

/// Roll, pitch and yaw of a trace [deg], each over time; without jumps of a full turn.
std::array<std::vector<double>, 3> angles_of(const std::vector<double>& trace) {
  std::array<std::vector<double>, 3> angles;
  for (std::size_t k = 0; k + 4 <= trace.size(); k += 4) {
    const Vec3<double> now =
        euler_angles(Quat<double>{trace[k], trace[k + 1], trace[k + 2], trace[k + 3]});
    const std::array<double, 3> next = {now.x / rad_per_deg, now.y / rad_per_deg,
                                        now.z / rad_per_deg};
    for (std::size_t i = 0; i < next.size(); ++i) {
      const double before = angles[i].empty() ? next[i] : angles[i].back();
      const double turns = std::round((before - next[i]) / 360);
      angles[i].push_back(next[i] + (std::isfinite(turns) ? 360 * turns : 0));
    }
  }
  return angles;
}

std::vector<Panel> angle_panels(const Material& m, const SignalChoice& choice,
                                const DrawnTimes& times, const DrawnSamples& drawn) {
  std::vector<Panel> panels;
  for (const char* angle : angle_names) {
    panels.push_back({choice.signal.name() + "." + angle, "degree", choice.signal.name(), {}, {}});
  }
  const auto read = [&](std::int64_t trace) {
    return angles_of(record::read_trace(m.file, choice.signal, trace, 0, choice.signal.times()));
  };
  std::array<std::vector<std::vector<double>>, 3> at_times;  // [angle][time][trace]
  for (auto& of_angle : at_times) of_angle.resize(times.at.size());
  for (const std::int64_t trace : shown_traces(m)) {
    const auto angles = read(trace);
    for (std::size_t i = 0; i < angles.size(); ++i) {
      for (std::size_t t = 0; t < times.at.size(); ++t) {
        at_times[i][t].push_back(angles[i][times.at[t]]);
      }
    }
  }
  for (std::size_t i = 0; i < panels.size(); ++i) {
    for (const std::vector<double>& values : at_times[i]) {
      panels[i].envelope.add(summarise_time(values));
    }
  }
  for (const DrawnSamples::One& one : drawn.traced) {
    auto angles = read(one.trace);
    for (std::size_t i = 0; i < panels.size(); ++i) panels[i].lines.push_back(std::move(angles[i]));
  }
  return panels;
}

/// Whether the variation is only round-off.
bool is_flat(const Panel& panel) {
  Axis range = Axis::empty("");
  range.include(panel.envelope.low), range.include(panel.envelope.high);
  for (const auto& line : panel.lines) range.include(line);
  if (!(range.low <= range.high)) return false;
  const double magnitude = std::max(std::abs(range.low), std::abs(range.high));
  return is_round_off(range.high - range.low, panel.unit, magnitude);
}

/// A line reduced to the width of the picture: the smallest and the largest number of each part of
/// the times, in their order, so that no peak is lost.
void thin(const std::vector<double>& time, const std::vector<double>& value, std::vector<double>& x,
          std::vector<double>& y) {
  const std::size_t part = value.size() / (2 * most_trace_times) * 2 + 1;
  for (std::size_t begin = 0; begin < value.size(); begin += part) {
    const std::size_t end = std::min(begin + part, value.size());
    std::size_t low = begin, high = begin;
    for (std::size_t k = begin; k < end; ++k) {
      if (!(value[k] >= value[low])) low = k;
      if (!(value[k] <= value[high])) high = k;
    }
    x.push_back(time[std::min(low, high)]), y.push_back(value[std::min(low, high)]);
    if (low == high) continue;
    x.push_back(time[std::max(low, high)]), y.push_back(value[std::max(low, high)]);
  }
}

std::string figure(const Material& m, const Panel& panel, const DrawnTimes& times,
                   const DrawnSamples& drawn) {
  const std::string& name = panel.name;
  const Envelope& e = panel.envelope;
  Axis x = Axis::empty("time [s]");
  Axis y =
      Axis::empty(panel.unit.empty() || panel.unit == "1" ? name : name + " [" + panel.unit + "]");
  x.include(times.x), y.include(e.low), y.include(e.high);
  for (const auto& line : panel.lines) y.include(line);
  Chart chart("trace-" + name, name, x.padded(0), y.padded());
  chart.band(times.x, e.low, e.high, "wide", "minimum to maximum");
  chart.band(times.x, e.q05, e.q95, "narrow", "5 to 95 %");
  chart.line(times.x, e.q50, "median", "median");
  Json series = Json::array();
  const auto add = [&](const std::string& label, const std::vector<double>& values) {
    Json one = Json::object();
    one.set("name", Json::text(label)).set("y", number_list(values, trace_digits));
    series.add(std::move(one));
  };
  add("min", e.low), add("q05", e.q05), add("q50", e.q50), add("q95", e.q95), add("max", e.high);
  for (std::size_t k = 0; k < panel.lines.size(); ++k) {
    const std::vector<double>& line = panel.lines[k];
    std::vector<double> thin_x, thin_y, at_times;
    thin(times.time_s, line, thin_x, thin_y);
    const std::string label = fmt::format("sample {}", drawn.traced[k].sample);
    chart.line(thin_x, thin_y, fmt::format("c{}", k % 5 + 1), label);
    for (const Index t : times.at) at_times.push_back(line[t]);
    add(label, at_times);
  }
  chart.describe(
      fmt::format("{} over time: median, band from 5 % to 95 % and band from minimum to "
                  "maximum of {}{}.",
                  name, counted(shown_traces(m).size(), "traced sample"),
                  panel.lines.empty() ? "" : ", and some samples as lines"));
  chart.data("x", number_list(times.x, trace_digits)).data("series", std::move(series));
  return chart.figure(recompute(m.command("stats", "--signal " + shell_word(panel.asked), true)));
}

}  // namespace

std::optional<Section> traces_section(const Material& m) {
  Section section{"traces", "Signals over time", ""};
  const std::vector<std::int64_t> traces = shown_traces(m);
  if (traces.empty()) {
    section.html =
        "<p class=\"none\">No traces: the file has no traced samples (output.traces).</p>\n";
    return section;
  }
  const std::vector<SignalChoice> choices = choose_signals(m.file, m.options.signals);
  if (choices.empty()) return std::nullopt;
  const DrawnSamples drawn = drawn_samples(m);
  const DrawnTimes times = drawn_times(times_of(m.file, choices));
  std::size_t drawn_charts = 0, all = 0;
  std::string charts;
  std::vector<std::string> constant;
  for (const SignalChoice& choice : choices) {
    all += is_attitude(choice) ? angle_names.size() : choice.components.size();
    if (drawn_charts >= most_charts) continue;
    const std::vector<Panel> panels = is_attitude(choice)
                                          ? angle_panels(m, choice, times, drawn)
                                          : component_panels(m, choice, times, drawn);
    for (std::size_t c = 0; c < panels.size() && drawn_charts < most_charts; ++c) {
      if (is_flat(panels[c])) {
        constant.push_back(panels[c].name);
        continue;
      }
      charts += figure(m, panels[c], times, drawn);
      ++drawn_charts;
    }
  }
  section.html = fmt::format(
      "<p>{}{}{}; at {} of {} output times.{}</p>\n", counted(traces.size(), "traced sample"),
      m.summary.is_sweep() ? " at " + text(m.point_text()) : "",
      drawn.traced.empty() ? "" : "; as lines: " + text(drawn.words), times.at.size(),
      times.time_s.size(),
      all > drawn_charts + constant.size()
          ? fmt::format(" {} of {} components are shown; choose with --signal.", drawn_charts, all)
          : "");
  section.html += untraced_note(m, drawn) + constant_note(constant) + "<div class=\"grid\">\n" +
                  charts + "</div>\n";
  return section;
}

}  // namespace montecopter::report
