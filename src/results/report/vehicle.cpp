#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/numerics/angles.hpp"
#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "results/report/html.hpp"
#include "results/report/sections.hpp"
#include "results/report/space.hpp"

namespace montecopter::report {
namespace {

using Vector = std::array<double, 3>;

/// Converts coordinates in the vehicle's own axes to right, ahead, up.
Point drawn(const Vector& v, const std::string& frame) {
  const bool is_flu = frame == "NWU/FLU";
  return {is_flu ? -v[1] : v[1], v[0], is_flu ? v[2] : -v[2]};
}

Point plus(const Point& a, const Point& b, double times = 1) {
  return {a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]};
}
double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Point unit(const Point& a) {
  const double length = std::sqrt(dot(a, a));
  return length > 0 ? Point{a[0] / length, a[1] / length, a[2] / length} : Point{0, 0, 1};
}

/// A rotor disc: hub, axis, radius and spin (+1: right-handed about the axis).
struct Disc {
  Point hub, axis;
  double radius = 0.1;
  int spin = 0;
  std::string name;
  double name_beside = 0;  ///< for coaxial rotors: distance of the name from the hub, in radii
};

struct Drawing {
  std::vector<Disc> discs;
  std::vector<Point> feet;
  double size = 0;  ///< extent of the vehicle
};

/// Two directions in the plane of a disc; the second is a right-handed quarter turn after the
/// first.
std::pair<Point, Point> plane_of(const Point& axis) {
  const Point helper = std::abs(axis[1]) < 0.9 ? Point{0, 1, 0} : Point{1, 0, 0};
  const Point second = unit(cross(axis, helper));
  return {unit(cross(second, axis)), second};
}

std::vector<Point> arc(const Disc& disc, double from_deg, double to_deg, double radius) {
  const auto [first, second] = plane_of(disc.axis);
  std::vector<Point> points;
  constexpr int parts = 36;
  for (int k = 0; k <= parts; ++k) {
    const double at = (from_deg + (to_deg - from_deg) * k / parts) * rad_per_deg;
    points.push_back(
        plus(plus(disc.hub, first, radius * std::cos(at)), second, radius * std::sin(at)));
  }
  return points;
}

bool is_counterclockwise(const Disc& disc) {
  return disc.spin * disc.axis[2] > 0;  // seen from above
}

void draw(const Disc& disc, Space& space) {
  const char* style = disc.spin == 0 ? "c2" : is_counterclockwise(disc) ? "c0" : "c1";
  space.path({{0, 0, 0}, disc.hub}, "arm", "");
  space.path(arc(disc, 0, 360, disc.radius), style, "");
  space.path({disc.hub, plus(disc.hub, disc.axis, 0.9 * disc.radius)}, "thrust", "");
  if (disc.spin != 0) {
    const double turn = disc.spin > 0 ? 1 : -1;
    const std::vector<Point> curve = arc(disc, 200 * turn, 320 * turn, 0.7 * disc.radius);
    space.path(curve, style, "");
    const std::vector<Point> in = arc(disc, 290 * turn, 320 * turn, 0.55 * disc.radius);
    const std::vector<Point> out = arc(disc, 290 * turn, 320 * turn, 0.85 * disc.radius);
    space.path({in.front(), curve.back(), out.front()}, style, "");
  }
  space.word(plus(disc.hub, plane_of(disc.axis).first, disc.name_beside * disc.radius), disc.name,
             "hub");
}

std::string figure(const Drawing& of, const std::string& id, const std::string& title, View view) {
  Space space(id, title, view);
  const double size = of.size;
  space.path({{0, 0.25 * size, 0}, {0, 0.75 * size, 0}}, "nose", "");
  space.path({{-0.07 * size, 0.65 * size, 0}, {0, 0.75 * size, 0}, {0.07 * size, 0.65 * size, 0}},
             "nose", "");
  for (const Disc& disc : of.discs) draw(disc, space);
  for (const Point& foot : of.feet) space.path({plus(foot, {0, 0, 0.02 * size}), foot}, "foot", "");
  space.describe(title +
                 ": rotors as circles with their numbers, arrows for their spin and lines for the "
                 "direction of their thrust.");
  return space.figure("");
}

std::string figures(const Drawing& of) {
  std::string html = "<div class=\"grid\">\n" +
                     figure(of, "vehicle-above", "from above, ahead is up", {0, 90, false}) +
                     figure(of, "vehicle-side", "from the right, ahead is right", {90, 0, false}) +
                     figure(of, "vehicle-space", "in space", {30, 30, true}) + "</div>\n";
  return html + legend({{"c0", "turns counterclockwise, seen from above"},
                        {"c1", "turns clockwise, seen from above"},
                        {"thrust", "direction of positive thrust"},
                        {"nose", "ahead"}});
}

void add_feet(const std::vector<ContactPoint>& points, const std::string& frame, Drawing& out) {
  for (const ContactPoint& point : points) out.feet.push_back(drawn(point.position_m, frame));
}

/// Whether two rotors turn about the same line, at the resolution of the picture.
bool are_coaxial(const Disc& a, const Disc& b, double size) {
  const Point apart = plus(a.hub, b.hub, -1);
  const Point beside = plus(apart, a.axis, -dot(apart, a.axis));
  return std::sqrt(dot(beside, beside)) < 0.05 * size && std::abs(dot(a.axis, b.axis)) > 0.9;
}

/// Draws the upper rotors of a coaxial set smaller, with the names side by side: seen from above,
/// nothing is hidden.
void spread_coaxial(std::vector<Disc>& discs, double size) {
  std::vector<Disc> all = discs;
  for (Disc& disc : discs) {
    int below = 0, together = 0;
    for (const Disc& other : all) {
      if (!are_coaxial(disc, other, size)) continue;
      ++together;
      below += other.hub[2] < disc.hub[2] ? 1 : 0;
    }
    if (together == 1) continue;
    disc.radius *= 1 - 0.5 * below / together;
    disc.name_beside = 0.9 * below / (together - 1) - 0.45;
  }
}

std::string html_of(const Multirotor& v) {
  Drawing out;
  for (std::size_t k = 0; k < v.rotors.size(); ++k) {
    const Rotor& rotor = v.rotors[k];
    out.discs.push_back({drawn(rotor.position_m, v.frame), unit(drawn(rotor.axis, v.frame)), 0,
                         static_cast<int>(rotor.spin), fmt::format("{}", k)});
    out.size = std::max(out.size, std::sqrt(dot(out.discs.back().hub, out.discs.back().hub)));
  }
  if (out.size == 0) out.size = 0.2;
  // Scenarios do not give the radius of rotors: drawn so large that they do not touch.
  double radius = 0.5 * out.size;
  for (std::size_t a = 0; a < out.discs.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const Point apart = plus(out.discs[a].hub, out.discs[b].hub, -1);
      const double distance = std::sqrt(dot(apart, apart));
      if (are_coaxial(out.discs[a], out.discs[b], out.size)) continue;
      if (distance > 0.05 * out.size) radius = std::min(radius, 0.45 * distance);
    }
  }
  for (Disc& disc : out.discs) disc.radius = radius;
  spread_coaxial(out.discs, out.size);
  add_feet(v.contact_points, v.frame, out);
  HtmlTable table(fmt::format("Rotors in command order, frame {}", v.frame),
                  {"rotor", "position x, y, z [m]", "axis x, y, z", "spin", "direction from above",
                   "thrust model", "motor"});
  for (std::size_t k = 0; k < v.rotors.size(); ++k) {
    const Rotor& rotor = v.rotors[k];
    const auto three = [](const Vector& x) {
      return number(x[0]) + ", " + number(x[1]) + ", " + number(x[2]);
    };
    const auto type = [](const auto& model) {
      return std::visit([](const auto& held) { return std::string(held.type_name); }, model);
    };
    table.row({fmt::format("vehicle.rotors.{}", k), three(rotor.position_m), three(rotor.axis),
               fmt::format("{:+d}", rotor.spin),
               is_counterclockwise(out.discs[k]) ? "counterclockwise" : "clockwise",
               text(type(*rotor.law)), text(type(*rotor.motor))});
  }
  return fmt::format(
             "<p>Multirotor, mass {} kg, {} rotors. Circles show the position of rotors, not their "
             "size. The upper rotors of a coaxial pair are drawn smaller.</p>\n",
             number(v.mass_kg), v.rotors.size()) +
         figures(out) + table.html() +
         "<p class=\"recompute\">from the <a href=\"#scenario\">scenario</a></p>\n";
}

std::string html_of(const Helicopter& v) {
  Drawing out;
  Point hub = drawn(v.main_rotor.position_m, v.frame);
  out.discs.push_back({hub, {0, 0, 1}, v.main_rotor.outer_radius_m, 0, "main"});
  Point tail = hub;
  tail[1] -= v.tail_rotor.arm_m;
  out.discs.push_back({tail, {1, 0, 0}, v.tail_rotor.outer_radius_m, 0, "tail"});
  out.size = std::max(v.main_rotor.outer_radius_m, v.tail_rotor.arm_m);
  add_feet(v.contact_points, v.frame, out);
  return fmt::format(
             "<p>Helicopter, mass {} kg. Main rotor radius {} m; tail rotor radius {} m, {} m "
             "behind the main shaft.</p>\n",
             number(v.mass_kg), number(v.main_rotor.outer_radius_m),
             number(v.tail_rotor.outer_radius_m), number(v.tail_rotor.arm_m)) +
         figures(out);
}

}  // namespace

std::optional<Section> vehicle_section(const Material& m) {
  if (!m.scenario) return std::nullopt;
  Section section{"vehicle", "Vehicle", ""};
  section.html =
      std::visit([&](const auto& v) { return html_of(v); }, *m.scenario->scenario.vehicle);
  return section;
}

}  // namespace montecopter::report
