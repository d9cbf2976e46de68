#include "dynamics/grounds/ground_setup.hpp"

namespace montecopter {

double ground_height_m(const Ground& ground) {
  return std::visit(
      []<class G>(const G& g) {
        if constexpr (std::is_base_of_v<GroundHeight, G>) return g.height_m;
        return 0.0;
      },
      ground);
}

double ground_z(const Ground& ground) { return 0.0 - ground_height_m(ground); }  // no -0

GroundSlope ground_slope(const Ground& ground) {
  return std::visit(
      []<class G>(const G& g) -> GroundSlope {
        if constexpr (std::is_base_of_v<GroundSlope, G>) return g;
        return {};
      },
      ground);
}

double ground_z_at(const Ground& ground, double north_m, double east_m) {
  const GroundSlope slope = ground_slope(ground);
  return ground_z(ground) - slope.slope_north * north_m - slope.slope_east * east_m;
}

GroundPlan plan_ground(const Ground& ground, std::size_t contact_points, double step_s) {
  GroundPlan plan;
  plan.kind = static_cast<int>(ground.index());
  const GroundSlope slope = ground_slope(ground);
  plan.inclined = slope.slope_north != 0 || slope.slope_east != 0;  // also where not known
  std::visit(
      [&]<class G>(const G&) {
        if constexpr (G::pushes) plan.contact_points = static_cast<int>(contact_points);
        if constexpr (G::stops_vehicles) {
          plan.stops_vehicles = true;
          plan.stop_gain_1_s = G::stop_gain_1_s(step_s);
        }
      },
      ground);
  return plan;
}

}  // namespace montecopter
