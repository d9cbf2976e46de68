#include "dynamics/environment/world_setup.hpp"

namespace montecopter {

WorldModels models_of(const Environment& environment) {
  WorldModels models;
  models.atmosphere = static_cast<int>(environment.atmosphere.index());
  models.gravity_varies = !is_word(gravity_words, environment.gravity, GravityModel::constant);
  models.air_varies = std::visit([](const auto& a) { return a.varies; }, environment.atmosphere);
  return models;
}

bool is_valid_environment(const Environment& environment) {
  return !is_word(geodesy_words, environment.geodesy, GeodesyModel::sphere) ||
         abs(environment.home.latitude_deg) <= highest_sphere_latitude_deg;
}

WorldConstants<double> fold_world(const Environment& environment,
                                  const std::array<double, 3>& wind_to_m_s) {
  const Home& home = environment.home;
  WorldConstants<double> c{};
  c.altitude = home.altitude_m;
  c.gravity = fold_gravity(gravity_model(environment.gravity), environment.gravity_m_s2,
                           home.latitude_deg, home.altitude_m);
  c.wind = {wind_to_m_s[0], wind_to_m_s[1], wind_to_m_s[2]};
  std::visit([&](const auto& a) { a.fold(c.atmosphere); }, environment.atmosphere);
  c.air = air_of(models_of(environment).atmosphere, c.atmosphere, c.altitude);
  return c;
}

GeodesyConstants<double> fold_geodesy(const Environment& environment) {
  const Home& home = environment.home;
  GeodesyConstants<double> c{};
  c.home = {home.latitude_deg, home.longitude_deg, home.altitude_m};
  sincos_degrees(home.latitude_deg, c.sine, c.cosine);
  c.latitude_deg_per_m = to_degrees(1.0) / environment.earth_radius_m;
  if (geodesy_model(environment.geodesy) == GeodesyModel::sphere) {  // elsewhere a pole may be home
    c.longitude_deg_per_m = to_degrees(1.0) / (environment.earth_radius_m * c.cosine);
  }
  c.origin = wgs84::meridian_point(c.sine, c.cosine, home.altitude_m);
  return c;
}

Vec3<double> fold_magnetic_field(const MagneticField& magnetic_field) {
  return std::visit([](const auto& field) { return field.fold(); }, magnetic_field);
}

}  // namespace montecopter
