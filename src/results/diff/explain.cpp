#include "results/diff/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/text.hpp"
#include "results/diff/location.hpp"

namespace montecopter::diff {
namespace {

using record::Dataset;
using record::ResultFile;

constexpr std::int64_t values_at_once = 1 << 16;
constexpr std::size_t most_followers = 4;

std::array<double, 4> four_from(const std::vector<double>& values, std::size_t at) {
  return {values[at], values[at + 1], values[at + 2], values[at + 3]};
}

/// Largest distance among the components at one time; NaN where there is none.
double distance_at(const std::vector<double>& a, const std::vector<double>& b, std::size_t at,
                   std::size_t components, Meaning meaning) {
  double largest = std::numeric_limits<double>::quiet_NaN();
  if (meaning == Meaning::attitude) {
    for (std::size_t i = at; i + 4 <= at + components; i += 4) {
      largest = std::fmax(largest, angle_between(four_from(a, i), four_from(b, i)));
    }
    return largest;
  }
  for (std::size_t i = at; i < at + components; ++i) {
    const double near = meaning == Meaning::angle_rad ? nearest_angle(a[i], b[i]) : b[i];
    largest = std::fmax(largest, std::fabs(a[i] - near));
  }
  return largest;
}

/// Computes distances over the times of one row.
std::vector<double> distances_of_row(const ResultFile& file_a, const Dataset& a,
                                     const ResultFile& file_b, const Dataset& b, const Grid& grid,
                                     std::int64_t row, Meaning meaning) {
  const std::int64_t times_at_once = std::max<std::int64_t>(values_at_once / grid.components, 1);
  const auto components = static_cast<std::size_t>(grid.components);
  std::vector<double> distances;
  for (std::int64_t time = 0; time < grid.times; time += times_at_once) {
    const std::int64_t count = std::min(times_at_once, grid.times - time);
    const std::int64_t first = (row * grid.times + time) * grid.components;
    const auto from_a = file_a.read_f64(a, first, count * grid.components);
    const auto from_b = file_b.read_f64(b, first, count * grid.components);
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      distances.push_back(distance_at(from_a, from_b, i * components, components, meaning));
    }
  }
  return distances;
}

bool is_before(const SignalReport* a, const SignalReport* b) {
  const auto key = [](const SignalReport* signal) {
    return std::pair(*signal->earliest->time_s, signal->earliest->sample.value_or(0));
  };
  return key(a) < key(b);
}

std::string step_text(const std::optional<std::int64_t>& step) {
  return step ? fmt::format(" (step {})", *step) : "";
}

std::string moved_text(const MovedFirst& moved, const std::vector<const SignalReport*>& others) {
  std::string text = fmt::format("{}, at {:.6g} s{} of sample {}", join(moved.signals),
                                 moved.time_s, step_text(moved.step), moved.sample);
  for (std::size_t i = 0; i < std::min(others.size(), most_followers); ++i) {
    const Place& place = *others[i]->earliest;
    text +=
        fmt::format("{} {} at {:.6g} s", i == 0 ? "; then" : ",", others[i]->name, *place.time_s);
    if (place.sample.value_or(0) != moved.sample) {
      text += fmt::format(" of sample {}", place.sample.value_or(0));
    }
  }
  if (others.size() > most_followers) {
    text += fmt::format(" and {} more", others.size() - most_followers);
  }
  return text;
}

}  // namespace

void explain_growth(const ResultFile& a, const ResultFile& b, SignalReport& signal) {
  const Dataset* in_a = a.find(signal.name);
  const Dataset* in_b = b.find(signal.name);
  const bool has_place =
      in_a && in_b && signal.tally.largest && signal.tally.unequal > 0 && !signal.is_round_off;
  const Dataset* times = has_place ? times_of(a, *in_a) : nullptr;
  if (!times) return;
  const Grid& grid = signal.tally.grid;
  const std::int64_t row = grid.row_of(signal.tally.largest->index);
  const auto times_s = a.read_f64(*times, 0, times->elements());
  auto distances = distances_of_row(a, *in_a, b, *in_b, grid, row, signal.meaning);
  for (double& distance : distances) distance = signal.in_distance_unit(distance);
  signal.growth = growth_of(times_s, distances);
  if (signal.growth) signal.growth_sample = Places(a).sample_of(*in_a, row);
}

std::optional<MovedFirst> find_moved_first(const std::vector<SignalReport>& signals) {
  std::vector<const SignalReport*> moved;
  for (const SignalReport& signal : signals) {
    if (signal.earliest && signal.earliest->time_s) moved.push_back(&signal);
  }
  if (moved.empty()) return std::nullopt;
  std::stable_sort(moved.begin(), moved.end(), is_before);
  const Place& place = *moved.front()->earliest;
  MovedFirst first;
  first.time_s = *place.time_s;
  first.step = place.step;
  first.sample = place.sample.value_or(0);
  std::size_t together = 0;
  while (together < moved.size() && !is_before(moved.front(), moved[together])) ++together;
  for (std::size_t i = 0; i < together; ++i) first.signals.push_back(moved[i]->name);
  moved.erase(moved.begin(), moved.begin() + static_cast<std::ptrdiff_t>(together));
  first.text = moved_text(first, moved);
  return first;
}

}  // namespace montecopter::diff
