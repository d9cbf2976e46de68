#pragma once
/// When and where the velocity of the air is asked for.

#include <cstdint>

#include "dynamics/vec3.hpp"

namespace montecopter {

/// Rows [t_s, north, east, down] of a measured wind, one after another, in ascending time.
struct WindSeries {
  const double* numbers = nullptr;
  std::int64_t rows = 0;
};

template <class S>
struct WindPoint {
  double time_s;
  S height_m;  ///< of the centre of mass over the ground; over the origin where there is no ground
  WindSeries series;  ///< of this wind, if it is measured
};

}  // namespace montecopter
