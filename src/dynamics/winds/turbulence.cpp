#include "dynamics/winds/turbulence.hpp"

#include "core/numerics/powers.hpp"
#include "dynamics/winds/turbulence_setup.hpp"

namespace montecopter {

TurbulenceScales LowAltitudeTurbulence::scales() const {
  const double h = clamp(height_m / metres_per_foot, lowest_ft, highest_ft);
  const double base = fma(0.000823, h, 0.177);
  const double down = 0.1 * wind_20ft_m_s, level = down / pow(base, 0.4);
  const double level_m = h / pow(base, 1.2) * metres_per_foot, down_m = h * metres_per_foot;
  return {{level, level, down},
          {level_m / airspeed_m_s, level_m / airspeed_m_s, down_m / airspeed_m_s}};
}

template <class Scales>
auto DrydenTurbulence<Scales>::fold(double step_s) const -> Constants<double> {
  const auto [sigma, time] = this->scales();
  Constants<double> c;
  c.u = first_order_filter(sigma[0], step_s / time[0]);
  c.v = dryden_cross_filter(sigma[1], step_s / time[1]);
  c.w = dryden_cross_filter(sigma[2], step_s / time[2]);
  sincos(this->azimuth_rad, c.sine, c.cosine);
  return c;
}

template <class Scales>
auto VonKarmanTurbulence<Scales>::fold(double step_s) const -> Constants<double> {
  const auto [sigma, time] = this->scales();
  Constants<double> c;
  c.u = von_karman_along_filter(sigma[0], step_s / time[0]);
  c.v = von_karman_cross_filter(sigma[1], step_s / time[1]);
  c.w = von_karman_cross_filter(sigma[2], step_s / time[2]);
  sincos(this->azimuth_rad, c.sine, c.cosine);
  return c;
}

template struct DrydenTurbulence<GivenTurbulence>;
template struct DrydenTurbulence<LowAltitudeTurbulence>;
template struct VonKarmanTurbulence<GivenTurbulence>;
template struct VonKarmanTurbulence<LowAltitudeTurbulence>;

}  // namespace montecopter
