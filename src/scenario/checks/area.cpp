#include "scenario/checks/area.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace montecopter {
namespace {

using Corner = std::vector<double>;  ///< north, east

std::string text_of(const Corner& c) { return fmt::format("[{}, {}]", c[0], c[1]); }

/// Twice the area to the left of the line from a to b that c spans.
double turn(const Corner& a, const Corner& b, const Corner& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

bool lies_within(const Corner& a, const Corner& b, const Corner& c) {
  return std::min(a[0], b[0]) <= c[0] && c[0] <= std::max(a[0], b[0]) &&
         std::min(a[1], b[1]) <= c[1] && c[1] <= std::max(a[1], b[1]);
}

/// Whether the edges from a to b and from c to d have a point in common.
bool meet(const Corner& a, const Corner& b, const Corner& c, const Corner& d) {
  const double at_c = turn(a, b, c), at_d = turn(a, b, d);
  const double at_a = turn(c, d, a), at_b = turn(c, d, b);
  if (((at_c < 0) != (at_d < 0)) && ((at_a < 0) != (at_b < 0)) && at_c != 0 && at_d != 0 &&
      at_a != 0 && at_b != 0) {
    return true;
  }
  return (at_c == 0 && lies_within(a, b, c)) || (at_d == 0 && lies_within(a, b, d)) ||
         (at_a == 0 && lies_within(c, d, a)) || (at_b == 0 && lies_within(c, d, b));
}

/// Extent along an axis [m].
double extent(const std::vector<Corner>& corners, std::size_t axis) {
  const auto [low, high] =
      std::minmax_element(corners.begin(), corners.end(),
                          [&](const Corner& a, const Corner& b) { return a[axis] < b[axis]; });
  return (*high)[axis] - (*low)[axis];
}

/// Where two edges that are not neighbours meet, or a corner repeats: the first place.
std::optional<Problem> crossing_in(const std::vector<Corner>& corners) {
  const std::size_t n = corners.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (corners[i] != corners[(i + 1) % n]) continue;
    return Problem{
        "corners_m",
        fmt::format("corners {} and {} are both {}", i, (i + 1) % n, text_of(corners[i])),
        "the last corner is joined to the first one", "Remove one of them"};
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = i + 2; k < n; ++k) {
      if (i == 0 && k == n - 1) continue;  // neighbours, too
      if (!meet(corners[i], corners[i + 1], corners[k], corners[(k + 1) % n])) continue;
      return Problem{"corners_m", fmt::format("the edges {} and {} of the polygon cross", i, k),
                     fmt::format("edge {} begins at {}, edge {} at {}", i, text_of(corners[i]), k,
                                 text_of(corners[k])),
                     "List the corners in their order around the area"};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Problem> problem_of(const Area& area) {
  const std::vector<Corner>& corners = area.corners_m;
  if (corners.size() < 3 || corners.size() > max_area_corners) {
    return Problem{"corners_m", fmt::format("the polygon has {} corners", corners.size()),
                   fmt::format("it needs from 3 to {}", max_area_corners),
                   "Give corners_m = [[0, 0], [100, 0], [100, 80], [0, 80]], for example"};
  }
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (corners[i].size() == 2) continue;
    return Problem{fmt::format("corners_m.{}", i),
                   fmt::format("the corner has {} numbers", corners[i].size()),
                   "a corner is [north, east]"};
  }
  if (auto crossing = crossing_in(corners)) return crossing;
  const double longest = std::max(extent(corners, 0), extent(corners, 1));
  if (longest < 1.0) {
    return Problem{"corners_m", fmt::format("the polygon is only {:.2g} m long", longest),
                   "corners are metres north and east of the origin, not degrees",
                   "Convert latitudes and longitudes to metres from the home"};
  }
  if (area.low_m && area.high_m && *area.high_m <= *area.low_m) {
    return Problem{"high_m",
                   fmt::format("the highest altitude, {} m, is not above the lowest, {} m",
                               *area.high_m, *area.low_m)};
  }
  return std::nullopt;
}

void check_area(const Area& area, const std::string& path, Report& report) {
  if (!report.clean(path)) return;
  const auto problem = problem_of(area);
  if (!problem) return;
  report.error(path + "." + problem->where, problem->what, problem->why, problem->suggestion);
}

}  // namespace montecopter
