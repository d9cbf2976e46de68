#pragma once
/// The environment of a scenario, as plain data.

#include <array>
#include <string>
#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/environment/atmosphere.hpp"
#include "dynamics/environment/geodesy.hpp"
#include "dynamics/environment/gravity.hpp"
#include "dynamics/environment/home.hpp"
#include "dynamics/environment/magnetic_field.hpp"
#include "dynamics/grounds/ground.hpp"

namespace montecopter {

struct Environment {
  static constexpr std::array<RetiredKey, 1> retired_keys = {
      {{"air_density_kg_m3", "environment.atmosphere.density_kg_m3"}}};

  std::string gravity = "constant";
  double gravity_m_s2 = 9.80665;
  std::string geodesy = "wgs84";
  double earth_radius_m = 6371000.0;
  Home home;
  Atmosphere atmosphere;
  MagneticField magnetic_field;
  Ground ground;

  /// See TypeSchema::says_nothing.
  bool says_nothing(std::string_view key) const {
    return (key == "gravity_m_s2" && !is_word(gravity_words, gravity, GravityModel::constant)) ||
           (key == "earth_radius_m" && !is_word(geodesy_words, geodesy, GeodesyModel::sphere));
  }

  static constexpr auto fields() {
    using E = Environment;
    return FieldList{
        field("gravity", &E::gravity, gravity_choices, "Gravity model"),
        field("gravity_m_s2", &E::gravity_m_s2, "m s-2", between(0, 100), Vary::per_sample,
              "Constant gravity"),
        field("geodesy", &E::geodesy, geodesy_choices,
              "Conversion of a position to latitude, longitude and altitude"),
        field("earth_radius_m", &E::earth_radius_m, "m", between(1e6, 1e8), Vary::per_sample,
              "Radius of the sphere geodesy"),
        field("home", &E::home, "Geodetic position of the world's origin"),
        field("atmosphere", &E::atmosphere, "Atmosphere; default: uniform"),
        field("magnetic_field", &E::magnetic_field, "Magnetic field; default: none"),
        field("ground", &E::ground, "Contact of a vehicle with the ground; default: none"),
    };
  }
};

}  // namespace montecopter
