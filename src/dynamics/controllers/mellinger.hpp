#pragma once
/// Mellinger's controller. Source: D. Mellinger and V. Kumar, "Minimum snap trajectory generation
/// and control for quadrotors", ICRA 2011, section IV. Its gains are those of Lee's. Against Lee's
/// it takes the desired body rate from the trajectory alone, and neither its derivative nor the
/// gyroscopic moment.

#include <string_view>

#include "dynamics/controllers/lee.hpp"

namespace montecopter {

struct MellingerController : LeeController {
  static constexpr std::string_view type_name = "mellinger";
  static constexpr std::string_view doc =
      "Tracking after Mellinger and Kumar (2011): thrust by projection, proportional moments, with "
      "feedforward of the trajectory's body rate";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"attitude_gain_1_s2", "80.0"},
      {"rate_gain_1_s", "16.0"},
  });

  template <class S>
  static Wrench<S> wrench(const Gains<S>& k, const ControlView<S>& view) {
    const Feedback<S>& x = view.x;
    const Reference<S>& d = view.d;
    const Vec3<S> minus_g_W = {S(0.0), S(0.0), -view.vehicle.gravity};
    const Vec3<S> f_d_W = d.acceleration + minus_g_W - times(k.position, x.position - d.position) -
                          times(k.velocity, x.velocity - d.velocity);
    const Rotation<S> R_WB(x.attitude);
    const BodyAxes<S> actual_W = axes_of(R_WB);
    const BodyAxes<S> desired_W = pointed(unit(-f_d_W), d.nose());
    const Vec3<S> e_w_B = x.body_rate - R_WB.inverse(turn_along(d, view.vehicle.gravity).rate);
    return {view.vehicle.mass * -dot(f_d_W, actual_W.z),
            -(times(k.attitude, vee_error(desired_W, actual_W)) + times(k.rate, e_w_B))};
  }
};

}  // namespace montecopter
