#pragma once
/// When and where the velocity of the air is asked for.

#include <array>
#include <cstdint>
#include <string_view>

#include "core/numerics/vec3.hpp"

namespace montecopter {

/// The table of a measured wind, of all samples: rows [t_s, north, east, down], one after another,
/// in ascending time; or a WindGrid.
struct WindSeries {
  const double* numbers = nullptr;
  std::int64_t rows = 0;
  std::int64_t size = 0;  ///< of the table [numbers]
};

template <class S>
struct WindPoint {
  double time_s;
  Vec3<S> position;  ///< of the centre of mass [m], NED
  S height_m;  ///< of the centre of mass over the ground; over the origin where there is no ground
  WindSeries series;  ///< of this wind, if it is measured
};

/// The fastest air of a wind that is no table [m/s], the key that says so, and what to look at if
/// that is hardly meant.
struct WindStrength {
  std::array<double, 3> fastest_m_s;
  std::string_view key, check;
  bool of_height = false;  ///< there, where it was asked for
};

}  // namespace montecopter
