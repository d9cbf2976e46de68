#pragma once
/// The ground of PX4's simulation in hardware of 2022. Source: PX4/PX4-Autopilot 04052ce4c7,
/// src/modules/sih: that of 2019 (sih2019.hpp), but the acceleration is -v / step.

#include <string_view>

#include "dynamics/grounds/sih_ground.hpp"

namespace montecopter {

struct Sih2022Ground : SihGround {
  static constexpr std::string_view type_name = "sih2022";
  static constexpr std::string_view doc =
      "Stops a sinking vehicle below the ground at once, as PX4's SIH of 2022; the accelerometer "
      "reads the deceleration -v / step";

  static double stop_gain_1_s(double step_s) { return -1.0 / step_s; }
};

}  // namespace montecopter
