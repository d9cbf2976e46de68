#include "vehicle/performance/validity_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "dynamics/environment/environment.hpp"
#include "dynamics/grounds/ground_setup.hpp"
#include "dynamics/trajectories/path_setup.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "vehicle/performance/can_hover.hpp"
#include "vehicle/performance/known_flight.hpp"
#include "vehicle/performance/mean_wind.hpp"

namespace montecopter {
namespace {

void check_overlap(const Multirotor& vehicle, PlausibilityWarnings& warnings) {
  if (vehicle.rotor_interference != "none") return;
  const std::vector<OverlappingRotors> found = overlapping_rotors(vehicle);
  if (found.empty()) return;
  const OverlappingRotors& first = found.front();
  std::string what =
      fmt::format("rotors {} and {} {}", std::min(first.upper, first.lower),
                  std::max(first.upper, first.lower), first.coaxial ? "are coaxial" : "overlap");
  warnings.push_back({what + ", and their interference is left out",
                      "in the wake of the other a coaxial rotor loses about a quarter of its "
                      "thrust; rotor_interference = \"momentum\" with radius_m includes it"});
}

Problem vehicle_problem(const PlausibilityWarning& warning) {
  return {.where = "vehicle.rotors",
          .what = warning.what,
          .why = warning.why,
          .suggestion = "`montecopter vehicle` lists what is known",
          .is_warning = true};
}

/// A place on a trajectory, with the velocity through the air there.
struct FlownPoint {
  double time_s = 0, height_m = 0;
  Eigen::Vector3d through_air_m_s = Eigen::Vector3d::Zero();  ///< NED

  double level_m_s() const { return std::hypot(through_air_m_s.x(), through_air_m_s.y()); }
};

std::vector<FlownPoint> points_on(const Scenario& scenario, double duration_s) {
  constexpr int intervals = 200;
  const auto along = points_along(*scenario.trajectory, duration_s, intervals);
  std::vector<FlownPoint> points;
  for (int k = 0; k <= intervals; ++k) {
    FlownPoint point;
    point.time_s = duration_s * k / intervals;
    const Vec3<double>&p = along[k].position, &v = along[k].velocity;
    const double ground = ground_z_at(scenario.environment->ground, p.x, p.y);
    point.height_m = ground - p.z;
    point.through_air_m_s =
        Eigen::Vector3d(v.x, v.y, v.z) -
        mean_wind(scenario.wind, point.time_s, {p.x, p.y, p.z}, ground).velocity_m_s;
    points.push_back(point);
  }
  return points;
}

/// Places where a trajectory is fastest, climbs and descends fastest, and is lowest.
std::array<FlownPoint, 4> extremes_of(const std::vector<FlownPoint>& points) {
  const auto most = [&](auto value) {
    return *std::max_element(points.begin(), points.end(),
                             [&](const auto& a, const auto& b) { return value(a) < value(b); });
  };
  return {most([](const FlownPoint& p) { return p.level_m_s(); }),
          most([](const FlownPoint& p) { return -p.through_air_m_s.z(); }),
          most([](const FlownPoint& p) { return p.through_air_m_s.z(); }),
          most([](const FlownPoint& p) { return -p.height_m; })};
}

/// Limits that a steady flight through the air exceeds; none if there is no such flight.
std::vector<LimitWords> exceeded_in(const Multirotor& vehicle, const CalmAir& air,
                                    const Eigen::Vector3d& velocity_m_s) {
  const MultirotorModel model(vehicle, air);
  const auto trim = steady_flight(model, velocity_m_s);
  return trim ? words_of(exceeded_limits(model, *trim)) : std::vector<LimitWords>{};
}
std::vector<LimitWords> exceeded_in(const Helicopter& vehicle, const CalmAir& air,
                                    const Eigen::Vector3d& velocity_m_s) {
  const double speed = vehicle.operating_points.first_hover.rotor_speed_rad_s;
  const auto trim = helicopter_trim(vehicle, air, speed, velocity_m_s);
  return trim ? exceeded_words(vehicle, air, *trim) : std::vector<LimitWords>{};
}

Problem limit_problem(const LimitWords& limit, const FlownPoint& point) {
  return {.where = "trajectory",
          .what = fmt::format("at {:.3g} s the flight leaves what is known of the rotors",
                              point.time_s),
          .why = limit.text,
          .suggestion = fmt::format(
              "Fly slower or elsewhere, or use a model that knows it; compare `montecopter trim "
              "--speed {:.3g} --climb {:.3g}`",
              point.level_m_s(), 0 - point.through_air_m_s.z()),  // no -0
          .is_warning = true};
}

}  // namespace

PlausibilityWarnings validity_warnings(const MultirotorModel& model,
                                       const std::optional<MultirotorTrim>& hover) {
  PlausibilityWarnings warnings;
  check_overlap(model.vehicle(), warnings);
  if (!hover) return warnings;
  const RotorLimits limits = exceeded_limits(model, *hover);
  if (limits.has(RotorLimit::density)) {
    const auto known = known_rotors(model.vehicle()).front().range.density_kg_m3;
    warnings.push_back({fmt::format("the air density is {:.3g} kg/m3, and the rotor law does not "
                                    "depend on it",
                                    model.air().density_kg_m3),
                        fmt::format("its thrust is that in {:.4g} kg/m3: hover speed, power and "
                                    "reserve are not those of this air",
                                    *known)});
  }
  for (const RotorLimit limit : {RotorLimit::tip_mach, RotorLimit::reynolds_number}) {
    if (limits.has(limit)) warnings.push_back({limit_text(limit), "in hover already"});
  }
  return warnings;
}

std::vector<Problem> validity_problems(const Scenario& scenario) {
  const auto* vehicle = std::get_if<Multirotor>(&*scenario.vehicle);
  const std::optional<CalmAir> air = air_at_start(scenario);
  if (vehicle == nullptr || !air) return {};
  const MultirotorModel model(*vehicle, *air);
  std::vector<Problem> problems;
  for (const PlausibilityWarning& warning : validity_warnings(model, hover(model))) {
    problems.push_back(vehicle_problem(warning));
  }
  return problems;
}

std::vector<Problem> flight_validity_problems(const Scenario& scenario, double duration_s) {
  std::optional<CalmAir> air = air_at_start(scenario);
  if (!air || !scenario.trajectory) return {};
  const bool has_ground = !std::holds_alternative<NoGround>(scenario.environment->ground);
  std::vector<Problem> problems;
  std::set<std::string_view> reported = {"density"};  // validity_problems() reports the density
  for (const FlownPoint& point : extremes_of(points_on(scenario, duration_s))) {
    if (has_ground) air->height_m = point.height_m;
    const Eigen::Vector3d velocity(point.level_m_s(), 0, point.through_air_m_s.z());
    const auto exceeded =
        std::visit([&](const auto& vehicle) { return exceeded_in(vehicle, *air, velocity); },
                   *scenario.vehicle);
    for (const LimitWords& limit : exceeded) {
      if (reported.insert(limit.name).second) problems.push_back(limit_problem(limit, point));
    }
  }
  return problems;
}

}  // namespace montecopter
