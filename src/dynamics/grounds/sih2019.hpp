#pragma once
/// The ground of PX4's simulation in hardware of 2019. Source: romain-chiap/PX4_SIH_QuadX 70585ef:
/// if p_z > 0 and (a_z > 0 or v_z > 0), velocity, body rate and acceleration are 0, and position
/// and attitude do not advance.

#include <string_view>

#include "dynamics/grounds/sih_ground.hpp"

namespace montecopter {

struct Sih2019Ground : SihGround {
  static constexpr std::string_view type_name = "sih2019";
  static constexpr std::string_view doc =
      "Stops a sinking vehicle below the ground at once, as PX4's SIH of 2019; the accelerometer "
      "then reads as at rest (v' = 0)";

  static double stop_gain_1_s(double) { return 0.0; }
};

}  // namespace montecopter
