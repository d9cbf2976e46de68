#pragma once
/// Geodetic position of a position of the flat world. The position itself stays as it is: the
/// vehicle flies in the tangent plane of the home.

#include <array>
#include <cstddef>
#include <string_view>

#include "core/fields/fields.hpp"
#include "core/fields/words.hpp"
#include "dynamics/environment/wgs84.hpp"

namespace montecopter {

enum class GeodesyModel { wgs84, sphere };

inline constexpr std::array<ChoiceFor<GeodesyModel>, 2> geodesy_words = {{
    {GeodesyModel::wgs84, "wgs84", "the tangent plane of the WGS-84 ellipsoid at the home, exact"},
    {GeodesyModel::sphere, "sphere",
     "metres north and east as angles of a sphere, as in PX4's simulation in hardware"},
}};
inline constexpr auto geodesy_choices = choices_of(geodesy_words);

/// The model of that name, which is one of them.
constexpr GeodesyModel geodesy_model(std::string_view name) {
  return word_row(geodesy_words, name).value;
}

/// Nearer to a pole the sphere's longitude is of no use: it divides by cos(latitude).
inline constexpr double highest_sphere_latitude_deg = 89.0;

/// Constants of one sample's flight. All members are S.
template <class S>
struct GeodesyConstants {
  Geodetic<S> home;
  S latitude_deg_per_m, longitude_deg_per_m;  ///< of the sphere
  S sine, cosine;                             ///< of the home's latitude
  wgs84::MeridianPoint<S> origin;             ///< the home in the plane of its own meridian
};

template <class S>
struct Geodesy {
  /// Largest distance of a position [m]; beyond it counts as this far away, because its square must
  /// not overflow.
  static constexpr double horizon_m = 1e9;

  GeodesyModel model;
  GeodesyConstants<S> c;

  /// Geodetic place of a position in NED.
  Geodetic<S> at(const Vec3<S>& position) const {
    const S far(horizon_m);
    const Vec3<S> p_W = {clamp(position.x, -far, far), clamp(position.y, -far, far),
                         clamp(position.z, -far, far)};
    switch (model) {
      case GeodesyModel::sphere:
        return on_sphere(p_W);
      case GeodesyModel::wgs84:
        break;
    }
    return on_ellipsoid(p_W);
  }

 private:
  /// lat0 + x / R, lon0 + y / (R cos(lat0)), h0 - z.
  Geodetic<S> on_sphere(const Vec3<S>& p_W) const {
    return {fma(p_W.x, c.latitude_deg_per_m, c.home.latitude_deg),
            wrap_degrees(fma(p_W.y, c.longitude_deg_per_m, c.home.longitude_deg)),
            c.home.altitude_m - p_W.z};
  }

  /// Conversion through Earth-centred coordinates whose x axis is in the meridian of the home. So
  /// the longitude of a position near the home is as exact as the home's own.
  Geodetic<S> on_ellipsoid(const Vec3<S>& p_W) const {
    const Vec3<S> ecef = {fnma(c.sine, p_W.x, fnma(c.cosine, p_W.z, c.origin.axial_m)), p_W.y,
                          fma(c.cosine, p_W.x, fnma(c.sine, p_W.z, c.origin.polar_m))};
    Geodetic<S> there = to_geodetic(ecef);
    there.longitude_deg = wrap_degrees(c.home.longitude_deg + there.longitude_deg);
    return there;
  }
};

}  // namespace montecopter
