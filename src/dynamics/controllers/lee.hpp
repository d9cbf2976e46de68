#pragma once
/// Parameters of the geometric tracking controller on SE(3). Source: T. Lee, M. Leok,
/// N. H. McClamroch, "Geometric Tracking Control of a Quadrotor UAV on SE(3)", CDC 2010. The law is
/// lee_law.hpp.

#include <array>
#include <string_view>

#include "dynamics/controllers/loop_timing.hpp"
#include "fields/fields.hpp"

namespace montecopter {

struct LeeController : LoopTiming {
  static constexpr std::string_view type_name = "lee";
  static constexpr std::string_view doc =
      "Geometric tracking on SE(3) after Lee, Leok and McClamroch (2010), with the desired body "
      "rate and its derivative in closed form";

  PerAxis position_gain_1_s2 = PerAxis(required);
  PerAxis velocity_gain_1_s = PerAxis(required);
  PerAxis attitude_gain_n_m = PerAxis(required);
  PerAxis rate_gain_n_m_s = PerAxis(required);

  static constexpr auto fields() {
    using L = LeeController;
    constexpr Vary each = Vary::per_sample;
    return join(LoopTiming::fields(),
                FieldList{
                    field("position_gain_1_s2", &L::position_gain_1_s2, "s-2", non_negative, each,
                          "Acceleration per position error, NED: k_x / m of the paper"),
                    field("velocity_gain_1_s", &L::velocity_gain_1_s, "s-1", non_negative, each,
                          "Acceleration per velocity error, NED: k_v / m"),
                    field("attitude_gain_n_m", &L::attitude_gain_n_m, "N m", non_negative, each,
                          "Moment per attitude error e_R, body axes: k_R"),
                    field("rate_gain_n_m_s", &L::rate_gain_n_m_s, "N m s", non_negative, each,
                          "Moment per body rate error, body axes: k_Omega"),
                });
  }
};

}  // namespace montecopter
