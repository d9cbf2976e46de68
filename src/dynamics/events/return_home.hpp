#pragma once
/// A flight home: up to an altitude, straight to the place above the home, and down.

#include <optional>
#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/events/land.hpp"

namespace montecopter {

struct ReturnHome : Land {
  static constexpr std::string_view type_name = "return";
  static constexpr std::string_view doc =
      "The controller leaves its trajectory, brakes to a stop, climbs to altitude_m if it is "
      "lower, flies straight home, and lands there";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"deceleration_m_s2", "3.0"},
      {"descent_m_s", "1.0"},
      {"speed_m_s", "5.0"},
  });

  double speed_m_s = required;
  double climb_m_s = 3.0;
  std::optional<double> altitude_m;
  double home_north_m = 0.0, home_east_m = 0.0;

  static constexpr auto fields() {
    using E = ReturnHome;
    return join(Land::fields(),
                FieldList{
                    field("speed_m_s", &E::speed_m_s, "m s-1", positive, Vary::per_sample,
                          "Speed on the way home"),
                    field("climb_m_s", &E::climb_m_s, "m s-1", positive, Vary::per_sample,
                          "Speed of the climb; the default is that of PX4 (MPC_Z_VEL_MAX_UP)"),
                    field("altitude_m", &E::altitude_m, "m", any_number, Vary::per_sample,
                          "Lowest altitude (-z) on the way home; default: that of the stop"),
                    field("home_north_m", &E::home_north_m, "m", any_number, Vary::per_sample,
                          "Home, to the north of the origin"),
                    field("home_east_m", &E::home_east_m, "m", any_number, Vary::per_sample,
                          "Home, to the east of the origin"),
                });
  }

  template <class S>
  struct Constants {
    S deceleration, descent, speed, climb, altitude, home_north, home_east;
  };

  Constants<double> fold(double) const {
    return {deceleration_m_s2,         descent_m_s,  speed_m_s,  climb_m_s,
            altitude_m.value_or(-1e9), home_north_m, home_east_m};
  }

  template <class S>
  static DiversionLaw<S> diversion_of(const Constants<S>& c) {
    return {c.deceleration, c.descent, c.speed, c.climb, c.altitude, c.home_north, c.home_east};
  }
};

}  // namespace montecopter
