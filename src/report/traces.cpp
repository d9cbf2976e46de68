#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/counted.hpp"
#include "report/chart.hpp"
#include "report/drawn_samples.hpp"
#include "report/html.hpp"
#include "report/sections.hpp"
#include "summarise/selection.hpp"
#include "summarise/signals.hpp"

namespace montecopter::report {
namespace {

constexpr std::int64_t most_trace_times = 240;
constexpr std::size_t most_charts = 24;
constexpr int trace_digits = 6;

/// Statistics of one component at the times that are drawn.
struct Envelope {
  std::vector<double> low, q05, q50, q95, high;
};

std::vector<Envelope> envelopes(const Material& m, const SignalChoice& choice,
                                const std::vector<std::int64_t>& traces,
                                const std::vector<std::int64_t>& times) {
  std::vector<Envelope> all(choice.components.size());
  summarise_signal(m.file, choice, traces, times, [&](std::int64_t, std::span<const TimeRow> rows) {
    // n, mean, sd, min, q05, q25, q50, q75, q95, max
    for (std::size_t c = 0; c < rows.size(); ++c) {
      all[c].low.push_back(rows[c][3]);
      all[c].q05.push_back(rows[c][4]);
      all[c].q50.push_back(rows[c][6]);
      all[c].q95.push_back(rows[c][8]);
      all[c].high.push_back(rows[c][9]);
    }
  });
  return all;
}

/// A line as it looks at this width: of each part of the times the smallest and the largest number,
/// in their order, so that no peak is lost.
void thin(const std::vector<double>& time, const std::vector<double>& value, std::vector<double>& x,
          std::vector<double>& y) {
  const std::size_t part = value.size() / (2 * static_cast<std::size_t>(most_trace_times)) * 2 + 1;
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

class SignalCharts {
 public:
  SignalCharts(const Material& m, const SignalChoice& choice, std::vector<double> time_s,
               const DrawnSamples& drawn)
      : m_(m), choice_(choice), time_s_(std::move(time_s)), drawn_(drawn) {
    times_ = thin_times(static_cast<std::int64_t>(time_s_.size()), most_trace_times);
    for (const std::int64_t t : times_) x_.push_back(time_s_[static_cast<std::size_t>(t)]);
    envelopes_ = envelopes(m_, choice_, shown_traces(m_), times_);
    for (const DrawnSamples::One& one : drawn_.traced) {
      rows_.push_back(
          record::read_trace(m_.file, choice_.signal, one.trace, 0, choice_.signal.times()));
    }
  }

  std::string figure(std::size_t c) const {
    const std::size_t component = choice_.components[c];
    const std::string name = choice_.signal.full_name(component);
    const std::string unit = choice_.signal.dataset->text("units");
    const Envelope& e = envelopes_[c];
    Axis x = Axis::empty("time [s]");
    Axis y = Axis::empty(unit.empty() || unit == "1" ? name : name + " [" + unit + "]");
    x.include(x_), y.include(e.low), y.include(e.high);
    const std::vector<std::vector<double>> lines = lines_of(component);
    for (const auto& line : lines) y.include(line);
    Chart chart("trace-" + name, name, x.padded(0), y.padded());
    chart.band(x_, e.low, e.high, "wide", "smallest to largest");
    chart.band(x_, e.q05, e.q95, "narrow", "5 to 95 %");
    chart.line(x_, e.q50, "median", "median");
    Json series = Json::array();
    const auto add = [&](const std::string& label, const std::vector<double>& values) {
      Json one = Json::object();
      one.set("name", Json::text(label)).set("y", number_list(values, trace_digits));
      series.add(std::move(one));
    };
    add("min", e.low), add("q05", e.q05), add("q50", e.q50), add("q95", e.q95), add("max", e.high);
    for (std::size_t k = 0; k < lines.size(); ++k) {
      std::vector<double> thin_x, thin_y, at_times;
      thin(time_s_, lines[k], thin_x, thin_y);
      const std::string label = fmt::format("sample {}", drawn_.traced[k].sample);
      chart.line(thin_x, thin_y, fmt::format("c{}", k % 5 + 1), label);
      for (const std::int64_t t : times_) at_times.push_back(lines[k][static_cast<std::size_t>(t)]);
      add(label, at_times);
    }
    chart.describe(
        fmt::format("{} over time: median, band from 5 to 95 % and from the smallest to the "
                    "largest of {}{}.",
                    name, counted(shown_traces(m_).size(), "traced sample"),
                    lines.empty() ? "" : ", and some samples as lines"));
    chart.data("x", number_list(x_, trace_digits)).data("series", std::move(series));
    return chart.figure(recompute(m_.command("stats", "--signal " + shell_word(name), true)));
  }

 private:
  std::vector<std::vector<double>> lines_of(std::size_t component) const {
    std::vector<std::vector<double>> lines;
    const auto width = static_cast<std::size_t>(choice_.signal.width());
    for (const std::vector<double>& row : rows_) {
      lines.emplace_back();
      for (std::size_t k = component; k < row.size(); k += width) lines.back().push_back(row[k]);
    }
    return lines;
  }

  const Material& m_;
  const SignalChoice& choice_;
  std::vector<double> time_s_, x_;
  const DrawnSamples& drawn_;
  std::vector<std::int64_t> times_;
  std::vector<Envelope> envelopes_;
  std::vector<std::vector<double>> rows_;
};

}  // namespace

std::optional<Section> traces_section(const Material& m) {
  Section section{"traces", "Signals over time", ""};
  const std::vector<std::int64_t> traces = shown_traces(m);
  if (traces.empty()) {
    section.html =
        "<p class=\"none\">No traces: no sample of the file was traced (output.traces).</p>\n";
    return section;
  }
  const std::vector<SignalChoice> choices = choose_signals(m.file, m.wishes.signals);
  if (choices.empty()) return std::nullopt;
  const DrawnSamples drawn = drawn_samples(m);
  const std::vector<double> time_s = times_of(m.file, choices);
  std::size_t drawn_charts = 0, all = 0;
  std::string charts;
  for (const SignalChoice& choice : choices) {
    all += choice.components.size();
    if (drawn_charts >= most_charts) continue;
    const SignalCharts of_signal(m, choice, time_s, drawn);
    for (std::size_t c = 0; c < choice.components.size() && drawn_charts < most_charts; ++c) {
      charts += of_signal.figure(c);
      ++drawn_charts;
    }
  }
  section.html = fmt::format(
      "<p>{}{}{}; at {} of {} output times.{}</p>\n", counted(traces.size(), "traced sample"),
      m.summary.is_sweep() ? " at " + text(m.point_text()) : "",
      drawn.traced.empty() ? "" : "; as lines " + text(drawn.words),
      std::min<std::size_t>(time_s.size(), most_trace_times), time_s.size(),
      all > drawn_charts
          ? fmt::format(" {} of {} components are shown: --signal chooses.", drawn_charts, all)
          : "");
  section.html += untraced_note(m, drawn) + "<div class=\"grid\">\n" + charts + "</div>\n";
  return section;
}

}  // namespace montecopter::report
