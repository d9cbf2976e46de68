#include "vehicle/containment/geography.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/base/text.hpp"
#include "dynamics/trajectories/path_setup.hpp"

namespace montecopter {
namespace {

constexpr int chords = 16;  // of a quarter of a circle

/// Twice the area to the left of the way from a over b to c; positive where it turns left.
double turn(const MapPoint& a, const MapPoint& b, const MapPoint& c) {
  return (b.east_m - a.east_m) * (c.north_m - a.north_m) -
         (b.north_m - a.north_m) * (c.east_m - a.east_m);
}

/// Twice the area of a ring, positive if it is counter-clockwise from above.
double twice_area(const std::vector<MapPoint>& ring) {
  double area = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const MapPoint &a = ring[i], &b = ring[(i + 1) % ring.size()];
    area += a.east_m * b.north_m - b.east_m * a.north_m;
  }
  return area;
}

double distance_to_edge(const MapPoint& a, const MapPoint& b, double north, double east) {
  const double n = b.north_m - a.north_m, e = b.east_m - a.east_m;
  const double part =
      std::clamp(((north - a.north_m) * n + (east - a.east_m) * e) / (n * n + e * e), 0.0, 1.0);
  return std::hypot(north - a.north_m - part * n, east - a.east_m - part * e);
}

/// How often a closed ring goes round a place, counter-clockwise.
int windings(const std::vector<MapPoint>& ring, const MapPoint& place) {
  int count = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const MapPoint &a = ring[i], &b = ring[(i + 1) % ring.size()];
    const bool a_below = a.north_m <= place.north_m, b_below = b.north_m <= place.north_m;
    if (a_below == b_below) continue;
    const double side = turn(a, b, place);
    if (a_below && side > 0) ++count;
    if (b_below && side < 0) --count;
  }
  return count;
}

/// The edges moved outwards, with arcs at corners that turn left. At the others it goes back to the
/// corner. Its places with positive winding number are those within the distance.
std::vector<MapPoint> moved_ring(const std::vector<MapPoint>& ring, double distance_m) {
  const std::size_t n = ring.size();
  std::vector<MapPoint> moved;
  for (std::size_t i = 0; i < n; ++i) {
    const MapPoint &a = ring[(i + n - 1) % n], &b = ring[i], &c = ring[(i + 1) % n];
    const auto outwards = [](const MapPoint& from, const MapPoint& to) {  // from east to north
      return std::atan2(-(to.east_m - from.east_m), to.north_m - from.north_m);
    };
    const auto at = [&](double angle, double radius) {
      return MapPoint{b.north_m + radius * std::sin(angle), b.east_m + radius * std::cos(angle)};
    };
    const double first = outwards(a, b), last = outwards(b, c);
    if (turn(a, b, c) < 0) {
      moved.insert(moved.end(), {at(first, distance_m), b, at(last, distance_m)});
      continue;
    }
    double angle = last - first;
    if (angle < 0) angle += 2 * std::numbers::pi;
    if (angle > std::numbers::pi + 1e-9) angle = 0;  // the edges are in line
    const auto steps =
        std::max(1, static_cast<int>(std::ceil(angle / (std::numbers::pi / 2) * chords - 1e-6)));
    const double step = angle / steps;
    // Corners outside the circle: tangents meet there.
    for (int k = 0; k < steps; ++k)
      moved.push_back(at(first + step * (k + 0.5), distance_m / std::cos(step / 2)));
  }
  return moved;
}

/// Border around a rectangle, which may have no width.
std::vector<MapPoint> rectangle_border(const std::vector<MapPoint>& ring, double distance_m) {
  constexpr double step_rad = std::numbers::pi / 2 / chords;
  const double radius = distance_m / std::cos(step_rad / 2);
  std::vector<MapPoint> border;
  for (int corner = 0; corner < 4; ++corner) {
    const MapPoint& at = ring[static_cast<std::size_t>(corner)];
    for (int k = 0; k < chords; ++k) {
      // From south over east to north and on: counter-clockwise.
      const double angle = std::numbers::pi / 2 * (corner - 1) + step_rad * (k + 0.5);
      border.push_back(
          {at.north_m + radius * std::sin(angle), at.east_m + radius * std::cos(angle)});
    }
  }
  return border;
}

struct Piece {
  MapPoint from, to;
};

/// Where a ring crosses itself it is cut.
std::vector<Piece> cut_at_crossings(const std::vector<MapPoint>& ring) {
  const std::size_t n = ring.size();
  std::vector<std::vector<std::pair<double, MapPoint>>> cuts(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = i + 2; k < n; ++k) {
      if (i == 0 && k == n - 1) continue;
      const MapPoint &a = ring[i], &b = ring[i + 1], &c = ring[k], &d = ring[(k + 1) % n];
      const double at_a = turn(c, d, a), at_b = turn(c, d, b);
      const double at_c = turn(a, b, c), at_d = turn(a, b, d);
      if ((at_a > 0) == (at_b > 0) || (at_c > 0) == (at_d > 0)) continue;
      const double part = at_a / (at_a - at_b);
      const MapPoint place = {a.north_m + part * (b.north_m - a.north_m),
                              a.east_m + part * (b.east_m - a.east_m)};
      cuts[i].push_back({part, place});
      cuts[k].push_back({at_c / (at_c - at_d), place});
    }
  }
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < n; ++i) {
    std::sort(cuts[i].begin(), cuts[i].end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    MapPoint from = ring[i];
    for (const auto& cut : cuts[i]) pieces.push_back({from, cut.second}), from = cut.second;
    pieces.push_back({from, ring[(i + 1) % n]});
  }
  return pieces;
}

/// Whether the places to the left of a piece are within a ring, and those to the right outside.
bool is_border(const Piece& piece, const std::vector<MapPoint>& ring) {
  const double north = piece.to.north_m - piece.from.north_m;
  const double east = piece.to.east_m - piece.from.east_m, length = std::hypot(north, east);
  if (length == 0) return false;
  const double n = 1e-6 * east / length, e = -1e-6 * north / length;  // a micrometre to the left
  const MapPoint middle = {piece.from.north_m + north / 2, piece.from.east_m + east / 2};
  return windings(ring, {middle.north_m + n, middle.east_m + e}) > 0 &&
         windings(ring, {middle.north_m - n, middle.east_m - e}) <= 0;
}

/// Joins pieces to rings, and returns the largest.
std::vector<MapPoint> largest_ring(std::vector<Piece> pieces) {
  std::vector<MapPoint> largest;
  while (!pieces.empty()) {
    std::vector<MapPoint> ring = {pieces.back().from};
    MapPoint end = pieces.back().to;
    pieces.pop_back();
    for (;;) {
      const auto next = std::find_if(pieces.begin(), pieces.end(), [&](const Piece& piece) {
        return std::hypot(piece.from.north_m - end.north_m, piece.from.east_m - end.east_m) < 1e-6;
      });
      if (next == pieces.end()) break;
      ring.push_back(end);
      end = next->to;
      pieces.erase(next);
    }
    if (largest.empty() || twice_area(ring) > twice_area(largest)) largest = std::move(ring);
  }
  return largest;
}

/// 1 where an expression is above 0, else 0.
std::string is_positive(const std::string& expression) {
  return fmt::format("min(max(1e300 * ({}), 0), 1)", expression);
}

/// The smaller of all, nested as little as possible.
std::string smallest(const std::vector<std::string>& all, std::size_t first, std::size_t end) {
  if (end - first == 1) return all[first];
  const std::size_t middle = first + (end - first) / 2;
  return fmt::format("min({}, {})", smallest(all, first, middle), smallest(all, middle, end));
}

/// The smallest distance from an edge, times 0 inside and 1 outside: a line to the north crosses an
/// odd number of edges inside.
std::string polygon_formula(const std::vector<MapPoint>& ring) {
  std::vector<std::string> squares;
  std::string parity;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const MapPoint &a = ring[i], &b = ring[(i + 1) % ring.size()];
    const double n = b.north_m - a.north_m, e = b.east_m - a.east_m, square = n * n + e * e;
    const std::string x = fmt::format("(position.x - {})", format_double(a.north_m));
    const std::string y = fmt::format("(position.y - {})", format_double(a.east_m));
    const std::string part =
        fmt::format("min(max({} * {} + {} * {}, 0), 1)", format_double(n / square), x,
                    format_double(e / square), y);
    squares.push_back(fmt::format("(({0} - {1} * {2})^2 + ({3} - {4} * {2})^2)", x,
                                  format_double(n), part, y, format_double(e)));
    if (e == 0) continue;  // a line to the north crosses no such edge
    const std::string begins = is_positive(fmt::format("{} - position.y", format_double(a.east_m)));
    const std::string ends = is_positive(fmt::format("{} - position.y", format_double(b.east_m)));
    const std::string below = is_positive(fmt::format("{} * {} - {}", format_double(n / e), y, x));
    parity += fmt::format("{}(1 - 2 * abs({} - {}) * {})", parity.empty() ? "" : " * ", begins,
                          ends, below);
  }
  return fmt::format("max(sqrt({}) * (1 + {}) / 2)", smallest(squares, 0, squares.size()), parity);
}

}  // namespace

std::vector<MapPoint> Geography::ring() const {
  if (!corners.empty()) return corners;
  return {{south_m, east_m}, {north_m, east_m}, {north_m, west_m}, {south_m, west_m}};
}

bool Geography::contains(double north, double east) const {
  if (!corners.empty()) return windings(corners, {north, east}) != 0;
  return south_m <= north && north <= north_m && west_m <= east && east <= east_m;
}

double Geography::distance_m(double north, double east) const {
  if (corners.empty()) {
    return std::hypot(std::max({south_m - north, north - north_m, 0.0}),
                      std::max({west_m - east, east - east_m, 0.0}));
  }
  if (contains(north, east)) return 0;
  double least = distance_to_edge(corners.back(), corners.front(), north, east);
  for (std::size_t i = 0; i + 1 < corners.size(); ++i)
    least = std::min(least, distance_to_edge(corners[i], corners[i + 1], north, east));
  return least;
}

Geography polygon_geography(const std::vector<std::vector<double>>& corners) {
  Geography g;
  for (const auto& corner : corners) g.corners.push_back({corner[0], corner[1]});
  if (twice_area(g.corners) < 0) std::reverse(g.corners.begin(), g.corners.end());
  return g;
}

Geography geography_around(const Scenario& scenario, double length_s) {
  const auto& start = scenario.simulation.initial.position_m;
  Geography g{start[0], start[1], start[0], start[1]};
  if (!scenario.trajectory) return g;
  for (const auto& point : points_along(*scenario.trajectory, length_s, 2000)) {
    const Vec3<double>& p_W = point.position;
    g.south_m = std::min(g.south_m, p_W.x), g.north_m = std::max(g.north_m, p_W.x);
    g.west_m = std::min(g.west_m, p_W.y), g.east_m = std::max(g.east_m, p_W.y);
  }
  return g;
}

std::string excursion_formula(const Geography& g) {
  if (!g.corners.empty()) return polygon_formula(g.corners);
  const auto outside = [](double low, const char* axis, double high) {
    return fmt::format("max(max({0} - position.{1}, position.{1} - {2}), 0)^2", format_double(low),
                       axis, format_double(high));
  };
  return fmt::format("max(sqrt({} + {}))", outside(g.south_m, "x", g.north_m),
                     outside(g.west_m, "y", g.east_m));
}

std::vector<MapPoint> border_around(const Geography& geography, double distance_m) {
  std::vector<MapPoint> ring = geography.ring();
  if (distance_m > 0 && geography.corners.empty()) {
    ring = rectangle_border(ring, distance_m);
  } else if (distance_m > 0) {
    const std::vector<MapPoint> moved = moved_ring(ring, distance_m);
    std::vector<Piece> pieces = cut_at_crossings(moved);
    std::erase_if(pieces, [&](const Piece& piece) { return !is_border(piece, moved); });
    ring = largest_ring(std::move(pieces));
  }
  ring.push_back(ring.front());
  return ring;
}

}  // namespace montecopter
