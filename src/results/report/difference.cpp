#include "results/report/difference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <vector>

#include "core/base/table.hpp"
#include "core/base/words.hpp"
#include "core/numerics/angles.hpp"
#include "results/report/chart.hpp"
#include "results/report/html.hpp"
#include "results/report/picture.hpp"
#include "results/summarise/selection.hpp"

namespace montecopter::report {
namespace {

/// Number of points of a line: no more than a picture of this width shows.
constexpr std::size_t most_points = 800;

constexpr double above = 64;

/// One component in one sample of both results.
struct Pair {
  std::string name, unit;
  std::int64_t sample = 0;
  std::vector<double> time_s, a, b, difference;
};

/// A signal of a file in one sample: [time][component].
struct Trace {
  SignalChoice choice;
  std::vector<double> time_s, values;
};

std::optional<Trace> trace_of(const record::ResultFile& file, const DrawnDifference& of) {
  const std::vector<std::int64_t> samples = file.trace_samples();
  const auto row = std::find(samples.begin(), samples.end(), of.sample);
  const std::vector<record::TracedSignal> all = record::traced_signals(file);
  const bool has = std::any_of(all.begin(), all.end(), [&](const record::TracedSignal& signal) {
    return signal.dataset->name == of.signal;
  });
  if (row == samples.end() || !has) return std::nullopt;
  std::vector<SignalChoice> choices = choose_signals(file, {of.signal});
  Trace trace{choices.front(), times_of(file, choices), {}};
  trace.values = record::read_trace(file, trace.choice.signal, row - samples.begin(), 0,
                                    trace.choice.signal.times());
  return trace;
}

std::vector<double> component_of(const Trace& trace, std::size_t component, std::size_t times) {
  const auto width = trace.choice.signal.width();
  std::vector<double> values;
  for (std::size_t k = component; values.size() < times; k += width) {
    values.push_back(trace.values[k]);
  }
  return values;
}

/// Gives the quaternions of B the sign of the quaternions of A.
void align_signs(const Trace& a, Trace& b) {
  const auto width = a.choice.signal.width();
  const std::size_t size = std::min(a.values.size(), b.values.size());
  for (std::size_t begin = 0; begin + width <= size; begin += width) {
    double product = 0;
    for (std::size_t k = begin; k < begin + width; ++k) product += a.values[k] * b.values[k];
    if (!(product < 0)) continue;
    for (std::size_t k = begin; k < begin + width; ++k) b.values[k] = -b.values[k];
  }
}

double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double value : values) {
    if (std::isfinite(value)) most = std::max(most, std::abs(value));
  }
  return most;
}

/// Traces of the component that differs most.
std::optional<Pair> pair_of(const record::ResultFile& a, const record::ResultFile& b,
                            const DrawnDifference& of) {
  const std::optional<Trace> in_a = trace_of(a, of);
  std::optional<Trace> in_b = trace_of(b, of);
  if (!in_a || !in_b || in_a->choice.signal.width() != in_b->choice.signal.width()) {
    return std::nullopt;
  }
  if (of.kind == DrawnDifference::Kind::attitude) align_signs(*in_a, *in_b);
  const std::size_t times = std::min(in_a->time_s.size(), in_b->time_s.size());
  Pair most;
  for (const std::size_t component : in_a->choice.components) {
    Pair pair{in_a->choice.signal.full_name(component),
              in_a->choice.signal.dataset->text("units"),
              of.sample,
              {in_a->time_s.data(), in_a->time_s.data() + times},
              component_of(*in_a, component, times),
              component_of(*in_b, component, times),
              {}};
    const bool is_angle = of.kind == DrawnDifference::Kind::angle;
    for (std::size_t k = 0; k < times; ++k) {
      const double apart = pair.b[k] - pair.a[k];
      pair.difference.push_back(is_angle ? std::remainder(apart, rad_per_turn) : apart);
    }
    if (most.name.empty() || largest(pair.difference) > largest(most.difference)) {
      most = std::move(pair);
    }
  }
  return most;
}

/// Reduces many numbers for a picture: the smallest and the largest of each part.
struct ThinnedSeries {
  std::vector<double> x, y;
};
ThinnedSeries thinned(const std::vector<double>& x, const std::vector<double>& y) {
  const std::size_t part = y.size() / most_points * 2 + 1;
  ThinnedSeries out;
  for (std::size_t begin = 0; begin < y.size(); begin += part) {
    const std::size_t end = std::min(begin + part, y.size());
    std::size_t low = begin, high = begin;
    for (std::size_t k = begin; k < end; ++k) {
      if (!(y[k] >= y[low])) low = k;
      if (!(y[k] <= y[high])) high = k;
    }
    for (const std::size_t k : {std::min(low, high), std::max(low, high)}) {
      if (!out.x.empty() && low == high && k == high && out.x.back() == x[k]) continue;
      out.x.push_back(x[k]), out.y.push_back(y[k]);
    }
  }
  return out;
}

Chart chart_of(const Pair& pair, std::size_t place, const std::string& label,
               const std::vector<const std::vector<double>*>& lines, const char* kind) {
  Axis x = Axis::empty("time [s]"), y = Axis::empty(with_bracketed_unit(label, pair.unit));
  x.include(pair.time_s);
  for (const auto* line : lines) y.include(*line);
  return Chart(fmt::format("{}-{}", kind, place), label, x.padded(0), y.padded(), 210);
}

std::string row_of(const Pair& pair, std::size_t place, double top) {
  Chart both = chart_of(pair, place, pair.name, {&pair.a, &pair.b}, "both");
  for (const auto& [values, colour] : {std::pair{&pair.a, "c0"}, std::pair{&pair.b, "c1"}}) {
    const ThinnedSeries line = thinned(pair.time_s, *values);
    both.line(line.x, line.y, colour, "");
  }
  both.describe(fmt::format("{} of both results over time, sample {}.", pair.name, pair.sample));
  Chart apart = chart_of(pair, place, "B − A", {&pair.difference}, "difference");
  apart.horizontal(0, "zero", "");
  const ThinnedSeries line = thinned(pair.time_s, pair.difference);
  apart.line(line.x, line.y, "c2", "");
  apart.describe(fmt::format("B − A of {} over time, at most {}.", pair.name,
                             significant(largest(pair.difference))));
  const std::string unit = pair.unit.empty() || pair.unit == "1" ? "" : " " + pair.unit;
  return picture_row(
      top,
      fmt::format("{}, sample {}: largest difference {}", text(pair.name), pair.sample,
                  text(significant(largest(pair.difference), 3) + unit)),
      both, apart);
}

std::string name_of(const record::ResultFile& file) {
  return text(std::filesystem::path(file.path()).filename().string());
}

std::string key(double y, const char* colour, const std::string& words) {
  return fmt::format("<path class=\"line {}\" d=\"M{} {}h26\"/><text x=\"{}\" y=\"{}\">{}</text>\n",
                     colour, picture_margin, y - 4, picture_margin + 34, y, words);
}

}  // namespace

std::string difference_picture(const record::ResultFile& a, const record::ResultFile& b,
                               std::span<const DrawnDifference> differences) {
  std::string rows;
  double top = above;
  std::size_t place = 0;
  for (const DrawnDifference& of : differences) {
    if (place == most_drawn_differences) break;
    const std::optional<Pair> pair = pair_of(a, b, of);
    if (!pair || largest(pair->difference) == 0) continue;
    rows += row_of(*pair, place++, top);
    top += 244;
  }
  if (rows.empty()) return "";
  return picture(top, fmt::format("{} and {}", name_of(a), name_of(b)),
                 key(22, "c0", "A: " + name_of(a)) + key(42, "c1", "B: " + name_of(b)) + rows);
}

}  // namespace montecopter::report
