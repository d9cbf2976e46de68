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
      "Tracking after Mellinger and Kumar (2011): thrust by projection, proportional moments, the "
      "body rate of the trajectory ahead";

  template <class S>
  static Wrench<S> wrench(const Gains<S>& k, const ControlView<S>& view) {
    const Feedback<S>& x = view.x;
    const Reference<S>& d = view.d;
    const Vec3<S> up = {S(0.0), S(0.0), -view.vehicle.gravity};
    const Vec3<S> wanted = d.acceleration + up - times(k.position, x.position - d.position) -
                           times(k.velocity, x.velocity - d.velocity);
    const Rotation<S> R(x.attitude);
    const BodyAxes<S> is = axes_of(R);
    const BodyAxes<S> goal = pointed(unit(-wanted), d.nose());
    const Vec3<S> rate_error = x.body_rate - R.inverse(turn_along(d, view.vehicle.gravity).rate);
    return {view.vehicle.mass * -dot(wanted, is.z),
            -(times(k.attitude, vee_error(goal, is)) + times(k.rate, rate_error))};
  }
};

}  // namespace montecopter
