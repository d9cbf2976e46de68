#include "scenario/derived/checked_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace montecopter {
namespace {

constexpr std::uint64_t drawn_count = 1000;
constexpr std::uint64_t most_corners = 1024;

/// SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014): the
/// choice of checked points changes no flight.
std::uint64_t mixed(std::uint64_t seed, std::uint64_t number) {
  std::uint64_t z = seed + (number + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// An axis of numbers: the points per step of its index, and the indices of its smallest and
/// largest value.
struct Axis {
  std::int64_t stride = 1;
  std::array<std::int64_t, 2> ends{};
  bool is_free() const { return ends[0] != ends[1]; }
};

/// Axes of numbers that change, and the first point of each combination of sets.
struct Axes {
  std::vector<Axis> free;
  std::vector<std::int64_t> origins = {0};
};

Axes axes_of(const SweepGrid& grid) {
  Axes axes;
  const std::vector<std::int64_t> shape = grid.shape();
  std::int64_t stride = 1;
  for (std::size_t k = shape.size(); k-- > 0; stride *= shape[k + 1]) {
    if (!grid.set_names(k).empty()) {
      std::vector<std::int64_t> origins;
      for (const std::int64_t origin : axes.origins) {
        for (std::int64_t set = 0; set < shape[k]; ++set) origins.push_back(origin + set * stride);
      }
      axes.origins = std::move(origins);
      continue;
    }
    Axis axis{.stride = stride};
    for (std::int64_t i = 1; i < shape[k]; ++i) {
      const double value = grid.value(k, i * stride);
      if (value < grid.value(k, axis.ends[0] * stride)) axis.ends[0] = i;
      if (value > grid.value(k, axis.ends[1] * stride)) axis.ends[1] = i;
    }
    if (axis.is_free()) axes.free.push_back(axis);
  }
  return axes;
}

/// Each bit of `corner` chooses an end of an axis.
std::int64_t corner_point(const Axes& axes, std::int64_t origin, std::uint64_t corner) {
  std::int64_t point = origin;
  for (std::size_t k = 0; k < axes.free.size(); ++k) {
    point += axes.free[k].ends[corner >> k & 1] * axes.free[k].stride;
  }
  return point;
}

std::uint64_t corner_count(const Axes& axes) { return std::uint64_t{1} << axes.free.size(); }

}  // namespace

std::vector<std::int64_t> drawn_points(const SweepGrid& grid, std::int64_t seed) {
  std::vector<std::int64_t> points;
  if (grid.points() <= most_checked_points) return points;
  const Axes axes = axes_of(grid);
  const auto key = static_cast<std::uint64_t>(seed);
  const std::uint64_t corners = corner_count(axes);
  for (const std::int64_t origin : axes.origins) {
    for (std::uint64_t k = 0; k < std::min(corners, most_corners); ++k) {
      const std::uint64_t corner = corners <= most_corners ? k : mixed(~key, k) % corners;
      points.push_back(corner_point(axes, origin, corner));
    }
  }
  for (std::uint64_t k = 0; k < drawn_count; ++k) {
    points.push_back(
        static_cast<std::int64_t>(mixed(key, k) % static_cast<std::uint64_t>(grid.points())));
  }
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

std::string drawn_points_text(const SweepGrid& grid, std::int64_t seed) {
  const std::vector<std::int64_t> points = drawn_points(grid, seed);
  if (points.empty()) return {};
  const bool has_all = corner_count(axes_of(grid)) <= most_corners;
  return fmt::format(
      "{} of {} sweep points are checked as complete scenarios: {} corners of the grid and {} at "
      "random. Every swept value is in the range of its key. `run` checks all points before its "
      "first flight",
      points.size(), grid.points(), has_all ? "all" : fmt::format("{}", most_corners), drawn_count);
}

}  // namespace montecopter
