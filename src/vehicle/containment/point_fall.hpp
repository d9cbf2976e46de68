#pragma once
/// Fall of a point mass with quadratic drag over level ground, in air of constant density. The
/// motion is integrated to rounding error; the ballistic formula of Annex A is its limit without
/// drag.

namespace montecopter {

struct PointFall {
  double height_m;
  double speed_m_s;     ///< horizontal, over the ground
  double down_m_s = 0;  ///< positive: down
  double mass_kg;
  double drag_area_m2;  ///< drag coefficient times area
  double wind_m_s = 0;  ///< of the air along the horizontal speed
  double density_kg_m3 = 1.225;
  double gravity_m_s2 = 9.81;
};

struct PointImpact {
  double distance_m;  ///< horizontal, from the start
  double speed_m_s;   ///< over the ground
  double angle_deg;   ///< below the horizontal: 90 is straight down
  double time_s;
};

/// The height is at least 0 and the motion must reach the ground: gravity is positive.
PointImpact fall(const PointFall& start);

/// Speed of a long fall: weight equals drag. Infinite without drag.
double terminal_speed_m_s(const PointFall& start);

/// Landing point of a parachute that is open at once and moves with the wind: distance that the
/// wind carries it during a descent at a constant sink rate.
double parachute_drift_m(double height_m, double sink_m_s, double wind_m_s);

}  // namespace montecopter
