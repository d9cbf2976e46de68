#include "vehicle/containment/point_fall.hpp"

#include <array>
#include <cmath>

#include "core/numerics/degrees.hpp"

namespace montecopter {
namespace {

/// Distance, height lost [m], and their rates [m/s].
using Motion = std::array<double, 4>;

Motion add(const Motion& a, double scale, const Motion& b) {
  Motion sum{};
  for (std::size_t k = 0; k < sum.size(); ++k) sum[k] = a[k] + scale * b[k];
  return sum;
}

Motion rate_of(const PointFall& start, const Motion& m) {
  const double drag = 0.5 * start.density_kg_m3 * start.drag_area_m2 / start.mass_kg;
  const double along = m[2] - start.wind_m_s, down = m[3];
  const double air_speed = std::hypot(along, down);
  return {m[2], m[3], -drag * air_speed * along, start.gravity_m_s2 - drag * air_speed * down};
}

/// One step of the classical Runge-Kutta method.
Motion step(const PointFall& start, const Motion& m, double h) {
  const Motion a = rate_of(start, m);
  const Motion b = rate_of(start, add(m, h / 2, a));
  const Motion c = rate_of(start, add(m, h / 2, b));
  const Motion d = rate_of(start, add(m, h, c));
  return add(add(add(add(m, h / 6, a), h / 3, b), h / 3, c), h / 6, d);
}

/// Length of the last step, in which the ground is reached.
double last_step_s(const PointFall& start, const Motion& before, double step_s) {
  double low = 0, high = step_s;
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    (step(start, before, middle)[1] < start.height_m ? low : high) = middle;
  }
  return high;
}

}  // namespace

PointImpact fall(const PointFall& start) {
  constexpr double step_s = 1e-3;  // its error is below rounding for drag decelerations of 100 g
  Motion m = {0, 0, start.speed_m_s, start.down_m_s};
  double time_s = 0;
  for (;;) {
    const Motion next = step(start, m, step_s);
    if (next[1] >= start.height_m) break;
    m = next;
    time_s += step_s;
  }
  const double last_s = last_step_s(start, m, step_s);
  m = step(start, m, last_s);
  return {m[0], std::hypot(m[2], m[3]), to_degrees(std::atan2(m[3], std::abs(m[2]))),
          time_s + last_s};
}

double terminal_speed_m_s(const PointFall& start) {
  return std::sqrt(2 * start.mass_kg * start.gravity_m_s2 /
                   (start.density_kg_m3 * start.drag_area_m2));
}

double parachute_drift_m(double height_m, double sink_m_s, double wind_m_s) {
  return wind_m_s * height_m / sink_m_s;
}

}  // namespace montecopter
