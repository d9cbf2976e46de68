#include "dynamics/environment/gravity.hpp"

#include "core/numerics/degrees.hpp"
#include "dynamics/environment/wgs84.hpp"

namespace montecopter {
namespace {

/// Somigliana's closed formula, NGA.STND.0036 table 3.
constexpr double equatorial_gravity_m_s2 = 9.7803253359;
constexpr double somigliana = 0.00193185265241;
constexpr double rotation_to_gravity = 0.00344978650684;  ///< omega^2 a^2 b / GM

/// Altitudes at which a cubic agrees with the model: the Chebyshev points of -1 to 30 km.
constexpr double middle_m = 14500.0, half_m = 15500.0;
constexpr double chebyshev[] = {-0.9238795325112867, -0.3826834323650898, 0.3826834323650898,
                                0.9238795325112867};

double gravity_of(GravityModel model, double gravity_m_s2, double latitude_deg, double altitude_m) {
  switch (model) {
    case GravityModel::constant:
      return gravity_m_s2;
    case GravityModel::normal:
      return normal_gravity(latitude_deg, altitude_m);
    case GravityModel::j2:
      break;
  }
  return j2_gravity(latitude_deg, altitude_m);
}

}  // namespace

double normal_gravity(double latitude_deg, double altitude_m) {
  using namespace wgs84;
  double sine = 0, cosine = 0;
  sincos_degrees(latitude_deg, sine, cosine);
  const double sine2 = sine * sine;
  const double at_ellipsoid =
      equatorial_gravity_m_s2 * fma(somigliana, sine2, 1.0) / sqrt(fma(-eccentricity2, sine2, 1.0));
  const double height = altitude_m / equatorial_radius_m;
  const double slope = 2.0 * fma(-2.0 * flattening, sine2, 1.0 + flattening + rotation_to_gravity);
  return at_ellipsoid * fma(height, fma(3.0, height, -slope), 1.0);
}

double j2_gravity(double latitude_deg, double altitude_m) {
  using namespace wgs84;
  double sine = 0, cosine = 0;
  sincos_degrees(latitude_deg, sine, cosine);
  const MeridianPoint<double> p = meridian_point(sine, cosine, altitude_m);
  const double r2 = fma(p.axial_m, p.axial_m, p.polar_m * p.polar_m);
  const double pull = gravitational_parameter_m3_s2 / (r2 * sqrt(r2));
  const double oblate = 1.5 * j2 * (equatorial_radius_m * equatorial_radius_m / r2);
  const double polar2 = 5.0 * (p.polar_m * p.polar_m / r2);
  // Towards the axis and towards the equator's plane.
  const double inwards = p.axial_m * fma(pull, fma(oblate, 1.0 - polar2, 1.0),
                                         -(rotation_rate_rad_s * rotation_rate_rad_s));
  const double equatorwards = p.polar_m * (pull * fma(oblate, 3.0 - polar2, 1.0));
  return fma(inwards, cosine, equatorwards * sine);
}

/// Newton's divided differences, multiplied out around z = 0.
GravityPolynomial<double> fold_gravity(GravityModel model, double gravity_m_s2, double latitude_deg,
                                       double altitude_m) {
  if (model == GravityModel::constant) return {gravity_m_s2, 0.0, 0.0, 0.0};
  std::array<double, 4> z{}, difference{};
  for (std::size_t i = 0; i < 4; ++i) {
    const double altitude = fma(half_m, chebyshev[i], middle_m);
    z[i] = altitude_m - altitude;
    difference[i] = gravity_of(model, gravity_m_s2, latitude_deg, altitude);
  }
  for (std::size_t order = 1; order < 4; ++order) {
    for (std::size_t i = 3; i >= order; --i) {
      difference[i] = (difference[i] - difference[i - 1]) / (z[i] - z[i - order]);
    }
  }
  GravityPolynomial<double> g{};
  for (std::size_t i = 4; i-- > 0;) {  // g = g (z - z_i) + difference_i
    for (std::size_t k = 3; k > 0; --k) g[k] = fma(-z[i], g[k], g[k - 1]);
    g[0] = fma(-z[i], g[0], difference[i]);
  }
  return g;
}

}  // namespace montecopter
