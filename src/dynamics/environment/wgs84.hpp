#pragma once
/// The ellipsoid of the World Geodetic System 1984 (NGA.STND.0036), and the way between geodetic
/// and Earth-centred, Earth-fixed coordinates (x through latitude 0, longitude 0; z through the
/// north pole).

#include "core/numerics/degrees.hpp"
#include "core/numerics/vec3.hpp"

namespace montecopter {

/// Latitude and longitude north and east, altitude above the ellipsoid (of the sphere geodesy:
/// above sea level).
template <class S>
struct Geodetic {
  S latitude_deg, longitude_deg, altitude_m;
};

namespace wgs84 {

inline constexpr double equatorial_radius_m = 6378137.0;
inline constexpr double flattening = 1.0 / 298.257223563;
inline constexpr double polar_radius_m = equatorial_radius_m * (1.0 - flattening);
inline constexpr double eccentricity2 = flattening * (2.0 - flattening);
inline constexpr double second_eccentricity2 = eccentricity2 / (1.0 - eccentricity2);
inline constexpr double gravitational_parameter_m3_s2 = 3.986004418e14;
inline constexpr double j2 = 1.08262982e-3;
inline constexpr double rotation_rate_rad_s = 7.292115e-5;

/// A point of a meridian's half plane: distance from the axis and height over the equator's plane.
template <class S>
struct MeridianPoint {
  S axial_m, polar_m;
};

/// a sqrt(1 - e^2 sin^2): the distance of the ellipsoid from the plane through its centre that the
/// normal at that latitude stands on.
template <class S>
S support_m(const S& sine) {
  return S(equatorial_radius_m) * sqrt(fnma(S(eccentricity2) * sine, sine, S(1.0)));
}

/// The point from the sine and cosine of the latitude and the altitude.
template <class S>
MeridianPoint<S> meridian_point(const S& sine, const S& cosine, const S& altitude_m) {
  const S normal = S(equatorial_radius_m * equatorial_radius_m) / support_m(sine);
  return {(normal + altitude_m) * cosine,
          (fnma(S(eccentricity2), normal, normal) + altitude_m) * sine};
}

/// A direction of the half plane, of length 1 (or 0 if it has none, which 2^-1000 keeps finite).
template <class S>
MeridianPoint<S> normalised(const MeridianPoint<S>& d) {
  const S square = fma(d.axial_m, d.axial_m, d.polar_m * d.polar_m);
  const S inverse = S(1.0) / sqrt(max(square, S(0x1p-1000)));
  return {d.axial_m * inverse, d.polar_m * inverse};
}

/// Cosine and sine of the latitude of a point: Bowring's formula (Survey Review 23 (1976) 323)
/// twice. It is good to 1e-17 m from -5 to 100 km and to 1e-12 m out to the orbits of navigation
/// satellites.
template <class S>
MeridianPoint<S> latitude_of(const MeridianPoint<S>& point) {
  // The parametric latitude beta, tan(beta) = (1 - f) tan(latitude).
  MeridianPoint<S> latitude = {point.axial_m * S(1.0 - eccentricity2), point.polar_m};
  for (int i = 0; i < 2; ++i) {
    const MeridianPoint<S> beta =
        normalised<S>({latitude.axial_m, S(1.0 - flattening) * latitude.polar_m});
    const S cosine3 = beta.axial_m * (beta.axial_m * beta.axial_m);
    const S sine3 = beta.polar_m * (beta.polar_m * beta.polar_m);
    latitude = {fnma(S(eccentricity2 * equatorial_radius_m), cosine3, point.axial_m),
                fma(S(second_eccentricity2 * polar_radius_m), sine3, point.polar_m)};
  }
  return normalised(latitude);
}

}  // namespace wgs84

/// Earth-centred, Earth-fixed position [m].
template <class S>
Vec3<S> to_ecef(const Geodetic<S>& g) {
  S sine, cosine, east, meridian;
  sincos_degrees(g.latitude_deg, sine, cosine);
  sincos_degrees(g.longitude_deg, east, meridian);
  const wgs84::MeridianPoint<S> point = wgs84::meridian_point(sine, cosine, g.altitude_m);
  return {point.axial_m * meridian, point.axial_m * east, point.polar_m};
}

/// Geodetic coordinates of a point. Not for points within 43 km of the centre of the Earth, where
/// normals of the ellipsoid meet; the result is finite there, too.
template <class S>
Geodetic<S> to_geodetic(const Vec3<S>& ecef) {
  using namespace wgs84;
  const MeridianPoint<S> point = {sqrt(fma(ecef.x, ecef.x, ecef.y * ecef.y)), ecef.z};
  const MeridianPoint<S> up = latitude_of(point);
  const S along_normal =
      fma(point.axial_m, up.axial_m, fma(point.polar_m, up.polar_m, -support_m(up.polar_m)));
  return {atan2_degrees(up.polar_m, up.axial_m), atan2_degrees(ecef.y, ecef.x), along_normal};
}

}  // namespace montecopter
