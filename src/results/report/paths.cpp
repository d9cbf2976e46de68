#include <fmt/format.h>

#include <algorithm>

#include "core/base/counted.hpp"
#include "record/signals.hpp"
#include "results/report/drawn_samples.hpp"
#include "results/report/html.hpp"
#include "results/report/sections.hpp"
#include "results/report/space.hpp"
#include "results/summarise/selection.hpp"

namespace montecopter::report {
namespace {

constexpr Index most_path_times = 150;
constexpr Index most_paths = 30;

/// Converts a trace from north, east, down to east, north, up.
std::vector<Point> path_of(const Material& m, const record::TracedSignal& signal,
                           std::int64_t trace) {
  const std::vector<double> row = record::read_trace(m.file, signal, trace, 0, signal.times());
  std::vector<Point> points;
  for (const Index t : thin_times(row.size() / 3, most_path_times)) {
    points.push_back({row[3 * t + 1], row[3 * t], 0.0 - row[3 * t + 2]});
  }
  return points;
}

struct FlownPath {
  std::vector<std::vector<Point>> others, lines;
  std::vector<Point> reference;
};

std::string figure(const FlownPath& flown, const DrawnSamples& drawn, const std::string& id,
                   const std::string& title, View view, const std::string& below) {
  Space space(id, title, view);
  for (std::size_t k = 0; k < flown.others.size(); ++k) {
    space.path(flown.others[k], "faint", k == 0 ? counted(flown.others.size(), "sample") : "");
  }
  if (!flown.reference.empty()) space.path(flown.reference, "reference", "reference");
  for (std::size_t k = 0; k < flown.lines.size(); ++k) {
    space.path(flown.lines[k], fmt::format("c{}", k % 5 + 1),
               fmt::format("sample {}", drawn.traced[k].sample));
  }
  space.frame({"east", "north", "up"}, "m");
  space.describe("Paths of the traced samples; the same scale in all directions.");
  return space.figure(below);
}

}  // namespace

std::optional<Section> paths_section(const Material& m) {
  const std::vector<std::int64_t> traces = shown_traces(m);
  const std::vector<record::TracedSignal> signals = record::traced_signals(m.file);
  const auto find = [&](const char* name) {
    return std::find_if(signals.begin(), signals.end(), [&](const record::TracedSignal& one) {
      return one.name() == name && one.width() == 3;
    });
  };
  const auto position = find("position"), reference = find("position_reference");
  if (traces.empty() || position == signals.end()) return std::nullopt;
  const DrawnSamples drawn = drawn_samples(m);
  FlownPath flown;
  for (const Index k : thin_times(traces.size(), most_paths)) {
    flown.others.push_back(path_of(m, *position, traces[k]));
  }
  for (const DrawnSamples::One& one : drawn.traced) {
    flown.lines.push_back(path_of(m, *position, one.trace));
  }
  if (reference != signals.end()) flown.reference = path_of(m, *reference, traces.front());
  Section section{"paths", "Paths", ""};
  section.html = fmt::format("<p>{} of {}{}{}. The scale is the same in all directions.</p>\n",
                             flown.others.size(), counted(traces.size(), "traced sample"),
                             m.summary.is_sweep() ? " at " + text(m.point_text()) : "",
                             drawn.traced.empty() ? "" : "; in colour: " + text(drawn.words));
  section.html += recompute(m.command("export", "--traces --signal position"));
  section.html += "<div class=\"grid\">\n" +
                  figure(flown, drawn, "path-space", "in space", {30, 25, true}, "") +
                  figure(flown, drawn, "path-above", "from above, north up", {0, 90, false}, "") +
                  figure(flown, drawn, "path-south", "from the south", {0, 0, false}, "") +
                  "</div>\n";
  return section;
}

}  // namespace montecopter::report
