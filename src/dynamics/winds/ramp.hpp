#pragma once
/// Wind that rises linearly and then stays. Two of them make a trapezoid.

#include <string_view>

#include "dynamics/winds/velocity.hpp"

namespace montecopter {

struct RampWind : WindVelocity {
  static constexpr std::string_view type_name = "ramp";
  static constexpr std::string_view doc = "Rises linearly from zero, then stays constant";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"duration_s", "2.0"},
  });

  double start_s = 0.0;
  double duration_s = required;

  static constexpr auto fields() {
    using W = RampWind;
    return FieldList{
        field("to_m_s", &W::to_m_s, "m s-1", any_number, Vary::per_sample,
              "Velocity of the air at the end of the ramp, NED"),
        field("start_s", &W::start_s, "s", any_number, Vary::per_sample, "Start of the rise"),
        field("duration_s", &W::duration_s, "s", positive, Vary::per_sample,
              "Duration of the rise"),
    };
  }

  WindStrength strongest(double) const { return at_most_to(); }

  template <class S>
  struct Constants {
    Vec3<S> to;  ///< to_m_s: velocity of the air [m/s], NED
    S start, inverse_duration;
  };

  Constants<double> fold(double) const { return {to(), start_s, 1.0 / duration_s}; }

  template <class S>
  static Vec3<S> velocity(const Constants<S>& c, const WindPoint<S>& at) {
    return clamp((S(at.time_s) - c.start) * c.inverse_duration, S(0.0), S(1.0)) * c.to;
  }
};

}  // namespace montecopter
