#pragma once
/// Where a vehicle is looked at: everywhere the same, and calm.

namespace montecopter {

struct CalmAir {
  double gravity_m_s2 = 9.81;
  double density_kg_m3 = 1.225;
};

}  // namespace montecopter
