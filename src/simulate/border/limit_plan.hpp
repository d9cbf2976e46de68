#pragma once
/// What the kernels know about the limits at which flights end: plain data. Unused limits are
/// infinite.

#include <limits>

#include "plan/outcome.hpp"

namespace montecopter {

struct LimitPlan {
  static constexpr double none = std::numeric_limits<double>::infinity();

  bool any = false;               ///< whether flights may end at the start of a step
  double sine2_half_tilt = none;  ///< sin^2(tilt / 2): dynamics/tilt.hpp
  double distance2 = none;        ///< [m2]
  bool ground = false;
  bool touchdown = false;    ///< whether a flight ends, as planned, where it comes to the ground
  bool planned_end = false;  ///< whether it ends so, there or by an event
  Status late = Status::ok;  ///< of a flight that reaches its longest time
  double low[3] = {-none, -none, -none};  ///< corners of the geofence [m], NED
  double high[3] = {none, none, none};
};

}  // namespace montecopter
