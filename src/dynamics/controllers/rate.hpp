#pragma once
/// Parameters of the body rate controller of FlightGoggles. Source: mit-aera/FlightGoggles (commit
/// 6842078), the multicopter node and its default parameters; defaults here are those. The law is
/// rate_law.hpp.

#include <string_view>

#include "dynamics/controllers/loop_timing.hpp"
#include "dynamics/controllers/set_points.hpp"
#include "fields/fields.hpp"

namespace montecopter {

struct RateController : LoopTiming {
  static constexpr std::string_view type_name = "rate";
  static constexpr std::string_view doc =
      "FlightGoggles' PID of the body rate behind a second-order low-pass; follows set-points of "
      "body rate and thrust";
  static constexpr bool has_memory = true;

  PerAxis gain_1_s = PerAxis(9.0);
  PerAxis integral_gain_1_s2 = PerAxis(3.0);
  PerAxis derivative_gain = PerAxis(0.3);
  PerAxis integral_limit_rad = PerAxis(1000.0);
  double cutoff_hz = 30.0;
  SetPointTable set_points;

  static constexpr auto fields() {
    using R = RateController;
    constexpr Vary each = Vary::per_sample;
    return join(LoopTiming::fields(),
                FieldList{
                    field("gain_1_s", &R::gain_1_s, "s-1", non_negative, each,
                          "Angular acceleration per error of the filtered body rate, body axes"),
                    field("integral_gain_1_s2", &R::integral_gain_1_s2, "s-2", non_negative, each,
                          "Angular acceleration per integral of that error"),
                    field("derivative_gain", &R::derivative_gain, "1", non_negative, each,
                          "Angular acceleration per filtered angular acceleration, against it"),
                    field("integral_limit_rad", &R::integral_limit_rad, units::angle, non_negative,
                          each, "Limit of the integral of the error"),
                    field("cutoff_hz", &R::cutoff_hz, "Hz", positive, Vary::per_batch,
                          "Cut-off of the low-pass on the body rate"),
                    field("set_points", &R::set_points, "What to follow: body rates and thrust"),
                });
  }
};

}  // namespace montecopter
