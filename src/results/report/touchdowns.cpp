#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "core/base/counted.hpp"
#include "core/base/table.hpp"
#include "core/numerics/angles.hpp"
#include "results/report/chart.hpp"
#include "results/report/html.hpp"
#include "results/report/sections.hpp"
#include "vehicle/containment/study.hpp"

namespace montecopter::report {
namespace {

constexpr const char *north_column = "m_touchdown_north_m", *east_column = "m_touchdown_east_m";
constexpr int ring_points = 90;
constexpr double map_height = 415;  ///< the area of the axes is then nearly square

std::vector<Impact> impacts_of(const Material& m) {
  const std::vector<double> north = read_sample_column(m.file, north_column);
  const std::vector<double> east = read_sample_column(m.file, east_column);
  std::vector<Impact> impacts;
  for (std::size_t i = 0; i < north.size(); ++i) {
    if (!m.is_shown(i) || m.samples.status[i] != Status::ok) continue;
    if (!std::isfinite(north[i]) || !std::isfinite(east[i])) continue;
    impacts.push_back(
        {.sample = static_cast<std::int64_t>(i), .north_m = north[i], .east_m = east[i]});
  }
  return impacts;
}

/// A closed line around a place; `bearing` is that of the first half axis, in radians.
struct Ring {
  std::vector<double> north, east;

  Ring(double centre_north, double centre_east, double along, double across, double bearing) {
    for (int k = 0; k <= ring_points; ++k) {
      const double angle = 2 * std::numbers::pi * k / ring_points;
      const double a = along * std::cos(angle), b = across * std::sin(angle);
      north.push_back(centre_north + a * std::cos(bearing) - b * std::sin(bearing));
      east.push_back(centre_east + a * std::sin(bearing) + b * std::cos(bearing));
    }
  }
};

/// Radius about the centre of the ellipse that holds a fraction of the impacts.
double radius_of(const std::vector<Impact>& impacts, const ImpactEllipse& e, double fraction) {
  std::vector<double> radii;
  for (const Impact& i : impacts) {
    radii.push_back(std::hypot(i.north_m - e.north_m, i.east_m - e.east_m));
  }
  std::sort(radii.begin(), radii.end());
  const double rank = std::ceil(fraction * static_cast<double>(radii.size()));
  return radii[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

/// North up, with the same scale along both axes.
std::string map_of(const Material& m, const std::vector<Impact>& impacts, const ImpactEllipse& e) {
  const Ring ellipse(e.north_m, e.east_m, e.major_m, e.minor_m, e.bearing_deg * rad_per_deg);
  const double half = radius_of(impacts, e, 0.5), most = radius_of(impacts, e, 0.99);
  const Ring inner(e.north_m, e.east_m, half, half, 0), outer(e.north_m, e.east_m, most, most, 0);
  std::vector<double> north, east;
  for (const Impact& i : impacts) north.push_back(i.north_m), east.push_back(i.east_m);
  double reach = std::max(most, e.major_m);
  for (const Impact& i : impacts) {
    reach = std::max({reach, std::abs(i.north_m - e.north_m), std::abs(i.east_m - e.east_m)});
  }
  for (const MapRing& ring : m.options.rings) {
    for (std::size_t i = 0; i < ring.north.size(); ++i) {
      reach =
          std::max({reach, std::abs(ring.north[i] - e.north_m), std::abs(ring.east[i] - e.east_m)});
    }
  }
  reach = std::max(1.05 * reach, 1e-3);
  Chart chart("touchdown-map", "touchdowns from above",
              {"east [m]", e.east_m - reach, e.east_m + reach, false},
              {"north [m]", e.north_m - reach, e.north_m + reach, false}, map_height);
  chart.points(east, north, "c0", "touchdown");
  chart.line(ellipse.east, ellipse.north, "c1", "ellipse, 95 % if normal");
  if (m.options.rings.empty()) {
    chart.line(inner.east, inner.north, "c2", "50 % lie within");
    chart.line(outer.east, outer.north, "c4", "99 % lie within");
  }
  const char* const styles[] = {"c2", "c5", "c4"};
  for (std::size_t i = 0; i < m.options.rings.size(); ++i) {
    const MapRing& ring = m.options.rings[i];
    chart.line(ring.east, ring.north, styles[i % std::size(styles)], ring.name);
  }
  chart.describe(
      fmt::format("Map of {}: their centre is {} m north and {} m east of the origin; 99 % lie "
                  "within {} m of it.",
                  counted(impacts.size(), "touchdown"), significant(e.north_m),
                  significant(e.east_m), significant(most)));
  chart.data("north", number_list(north)).data("east", number_list(east));
  return chart.figure(recompute(m.command("stats", "--metric touchdown_distance_m", true)));
}

}  // namespace

std::optional<Section> touchdowns_section(const Material& m) {
  if (!m.file.find(north_column)) return std::nullopt;
  const std::vector<Impact> impacts = impacts_of(m);
  const std::optional<ImpactEllipse> ellipse = ellipse_of(impacts);
  if (!ellipse) return std::nullopt;
  const ImpactEllipse& e = *ellipse;
  Section section{"touchdowns", "Touchdowns", ""};
  section.html = fmt::format(
      "<p>{} of the shown point. The ellipse has the covariance of the touchdowns; it would hold "
      "95 % of normal ones, and holds {:.1f} %. Its half axes are {} m and {} m, the longer one "
      "at {:.0f} degrees from north to east. {} <code>montecopter contain</code> bounds the "
      "distance from the first event.</p>\n<div class=\"grid\">\n",
      counted(impacts.size(), "touchdown"), 100 * e.inside, significant(e.major_m),
      significant(e.minor_m), e.bearing_deg,
      m.options.rings.empty()
          ? "The circles hold 50 % and 99 % of the touchdowns."
          : "The borders are those of the flight geography, the contingency volume and the ground "
            "risk buffer by the formulae of SORA 2.5, Annex A.");
  section.html += map_of(m, impacts, e) + "</div>\n";
  return section;
}

}  // namespace montecopter::report
