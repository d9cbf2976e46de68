#pragma once
/// Weights of the linear-quadratic regulator. The gains are designed from them once per sweep point
/// (analyse/lqr_design.hpp); the law is lqr_law.hpp.

#include <optional>
#include <string_view>
#include <vector>

#include "dynamics/controllers/loop_timing.hpp"
#include "fields/fields.hpp"

namespace montecopter {

struct LqrController : LoopTiming {
  static constexpr std::string_view type_name = "lqr";
  static constexpr std::string_view doc =
      "Linear-quadratic regulator of any vehicle, designed for its hover, its rate and its delay";

  PerAxis position_weight_1_m2 = PerAxis(required);
  PerAxis velocity_weight_s2_m2 = PerAxis(0.0);
  PerAxis attitude_weight_1_rad2 = PerAxis(required);
  PerAxis rate_weight_s2_rad2 = PerAxis(0.0);
  double rotor_speed_weight_s2_rad2 = 0.0;
  PerAxis position_integral_weight_1_m2_s2 = PerAxis(0.0);
  double heading_integral_weight_1_rad2_s2 = 0.0;
  double rotor_speed_integral_weight_1_rad2 = 0.0;
  std::vector<double> command_weights;
  std::optional<double> rotor_speed_rad_s;

  static constexpr auto fields() {
    using L = LqrController;
    constexpr Vary point = Vary::per_batch;  // gains are designed once per sweep point
    return join(
        LoopTiming::fields(),
        FieldList{
            field("position_weight_1_m2", &L::position_weight_1_m2, "m-2", positive, point,
                  "Cost of a square metre of position error: ahead, to the right, down"),
            field("velocity_weight_s2_m2", &L::velocity_weight_s2_m2, "s2 m-2", non_negative, point,
                  "Cost of the square of velocity error: ahead, to the right, down"),
            field("attitude_weight_1_rad2", &L::attitude_weight_1_rad2, "rad-2", positive, point,
                  "Cost of the square of the rotation vector to the attitude of the reference, "
                  "body axes"),
            field("rate_weight_s2_rad2", &L::rate_weight_s2_rad2, "s2 rad-2", non_negative, point,
                  "Cost of the square of body rate error, body axes"),
            field("rotor_speed_weight_s2_rad2", &L::rotor_speed_weight_s2_rad2, "s2 rad-2",
                  non_negative, point,
                  "Cost of the square of speed error of the main rotor, of a helicopter"),
            field("position_integral_weight_1_m2_s2", &L::position_integral_weight_1_m2_s2,
                  "m-2 s-2", non_negative, point,
                  "Cost of the square of position error summed over time; 0: it is not summed"),
            field("heading_integral_weight_1_rad2_s2", &L::heading_integral_weight_1_rad2_s2,
                  "rad-2 s-2", non_negative, point,
                  "Cost of the square of heading error summed over time; 0: it is not summed"),
            field("rotor_speed_integral_weight_1_rad2", &L::rotor_speed_integral_weight_1_rad2,
                  "rad-2", non_negative, point,
                  "Cost of the square of rotor speed error summed over time, of a helicopter; 0: "
                  "it is not summed"),
            field("command_weights", &L::command_weights, "", positive, Vary::fixed,
                  "Cost of the squares of what is commanded, as deviations from the hover: of a "
                  "multirotor [thrust, moment x, y, z] in N and N m, of a helicopter its five "
                  "commands"),
            field("rotor_speed_rad_s", &L::rotor_speed_rad_s, "rad s-1", positive, point,
                  "Speed at which the main rotor of a helicopter is held; default: that of its "
                  "first operating point"),
        });
  }
};

}  // namespace montecopter
