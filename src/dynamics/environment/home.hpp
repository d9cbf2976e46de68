#pragma once
/// Geodetic position of the world's origin.

#include "core/fields/fields.hpp"
#include "dynamics/environment/atmosphere_model.hpp"

namespace montecopter {

struct Home {
  double latitude_deg = 0.0;
  double longitude_deg = 0.0;
  double altitude_m = 0.0;

  static constexpr auto fields() {
    constexpr Vary each = Vary::per_sample;
    return FieldList{
        field("latitude_deg", &Home::latitude_deg, "deg", between(-90, 90), each,
              "Geodetic latitude, north positive"),
        field("longitude_deg", &Home::longitude_deg, "deg", between(-180, 180), each,
              "Longitude, east positive"),
        field("altitude_m", &Home::altitude_m, "m", between(lowest_air_m, highest_air_m), each,
              "Altitude of the origin above the ellipsoid, taken as altitude above sea level"),
    };
  }
};

}  // namespace montecopter
