#pragma once
/// Parameters of incremental nonlinear dynamic inversion. Source: E. Tal and S. Karaman, "Accurate
/// tracking of aggressive quadrotor trajectories using incremental nonlinear dynamic inversion and
/// differential flatness", IEEE Trans. Control Systems Technology 29 (2021) 1203. The law is
/// indi_law.hpp.

#include <string_view>

#include "dynamics/controllers/loop_timing.hpp"
#include "fields/fields.hpp"

namespace montecopter {

struct IndiController : LoopTiming {
  static constexpr std::string_view type_name = "indi";
  static constexpr std::string_view doc =
      "Incremental nonlinear dynamic inversion after Tal and Karaman (2021): what is measured "
      "tells "
      "what to add to the thrust and moment that are there";
  static constexpr bool has_memory = true;

  PerAxis position_gain_1_s2 = PerAxis(required);
  PerAxis velocity_gain_1_s = PerAxis(required);
  PerAxis acceleration_gain;
  PerAxis attitude_gain_1_s2 = PerAxis(required);
  PerAxis rate_gain_1_s = PerAxis(required);
  double cutoff_hz = 30.0;
  double motor_time_constant_s = 0.0;

  static constexpr auto fields() {
    using I = IndiController;
    constexpr Vary each = Vary::per_sample;
    return join(
        LoopTiming::fields(),
        FieldList{
            field("position_gain_1_s2", &I::position_gain_1_s2, "s-2", non_negative, each,
                  "Acceleration per position error, NED: K_x"),
            field("velocity_gain_1_s", &I::velocity_gain_1_s, "s-1", non_negative, each,
                  "Acceleration per velocity error, NED: K_v"),
            field("acceleration_gain", &I::acceleration_gain, "1", non_negative, each,
                  "Acceleration per error of the filtered acceleration, NED: K_a"),
            field("attitude_gain_1_s2", &I::attitude_gain_1_s2, "s-2", non_negative, each,
                  "Angular acceleration per error of attitude as a rotation vector, body axes"),
            field("rate_gain_1_s", &I::rate_gain_1_s, "s-1", non_negative, each,
                  "Angular acceleration per error of body rate, body axes: K_Omega"),
            field("cutoff_hz", &I::cutoff_hz, "Hz", positive, Vary::per_batch,
                  "Cut-off of the low-pass on both accelerations and on what was commanded"),
            field("motor_time_constant_s", &I::motor_time_constant_s, units::time, non_negative,
                  each, "Lag by which the rotors are taken to follow what was commanded"),
        });
  }
};

}  // namespace montecopter
