#pragma once
/// The air in which vehicles are analysed: the same everywhere, without wind.

#include <optional>

namespace montecopter {

struct CalmAir {
  double gravity_m_s2 = 9.81;
  double density_kg_m3 = 1.225;
  double temperature_k = 288.15;
  std::optional<double> height_m =
      {};  ///< of the centre of mass over the ground; none: no ground near
};

}  // namespace montecopter
