#pragma once
/// The air in which vehicles are analysed: the same everywhere, without wind.

namespace montecopter {

struct CalmAir {
  double gravity_m_s2 = 9.81;
  double density_kg_m3 = 1.225;
};

}  // namespace montecopter
