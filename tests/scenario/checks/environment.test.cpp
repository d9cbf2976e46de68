/// The environment of a scenario: what may be left out, what is refused, and what is written back.

#include "dynamics/environment/environment.hpp"

#include <catch2/catch.hpp>

#include "dynamics/environment/world_setup.hpp"
#include "support/small_scenario.hpp"

namespace montecopter {
namespace {

using Catch::Matchers::Contains;

/// The small scenario with other lines in [environment], which are lines 4 and following.
std::string in_environment(const std::string& lines) {
  return with("gravity_m_s2 = 9.81\n", lines + "\n");
}

Environment environment(const std::string& lines) {
  return *load(in_environment(lines)).scenario.environment;
}

/// The complaint, after a check that it is a single one.
std::string only(const std::string& lines, const std::string& more = "") {
  const std::string text = complaint(in_environment(lines) + more);
  CHECK(count_lines(text) == 1);
  return text;
}

std::string dispersed(const std::string& path) {
  return "[disperse.\"" + path + "\"]\ndist = \"uniform\"\nlow = 1\nhigh = 2\n";
}

TEST_CASE("nothing said of the environment is the air of today") {
  const Environment e = environment("");
  CHECK(e.gravity_m_s2 == 9.80665);
  const auto& air = std::get<UniformAtmosphere>(e.atmosphere);
  CHECK((air.density_kg_m3 == 1.225 && air.pressure_pa == 101325 && air.temperature_k == 288.15));
  CHECK(std::get<VectorField>(e.magnetic_field).field_t == std::array<double, 3>{0, 0, 0});
  CHECK((e.gravity == "constant" && e.geodesy == "wgs84"));
  CHECK((e.home.latitude_deg == 0 && e.home.longitude_deg == 0 && e.home.altitude_m == 0));
}

TEST_CASE("an environment with all of it") {
  const LoadedScenario loaded = load(in_environment(R"(gravity = "j2"
geodesy = "sphere"
earth_radius_m = 6.4e6
home = {latitude_deg = 47.397742, longitude_deg = 8.545594, altitude_m = 488}
atmosphere = {type = "isa", temperature_offset_k = -12.5}
magnetic_field = {type = "angles", strength_t = 4.67e-5, inclination_deg = 66, declination_deg = -2, declination_positive = "west"})"));
  const Environment& e = *loaded.scenario.environment;
  CHECK((e.gravity == "j2" && e.geodesy == "sphere" && e.earth_radius_m == 6.4e6));
  CHECK((e.home.latitude_deg == 47.397742 && e.home.longitude_deg == 8.545594));
  CHECK(e.home.altitude_m == 488);
  CHECK(std::get<IsaAtmosphere>(e.atmosphere).temperature_offset_k == -12.5);
  const Vec3<double> field = fold_magnetic_field(e.magnetic_field);
  CHECK((field.y > 0 && field.z > 0));  // west of north by -2 degrees is east
  CHECK_THAT(loaded.resolved, Contains("[environment.magnetic_field]\ntype = \"angles\"\n"));
  CHECK(loaded.resolved.find("gravity_m_s2 = 9.80665") == std::string::npos);
  CHECK(load(loaded.resolved).resolved == loaded.resolved);
}

TEST_CASE("every atmosphere and gravity is written back as it was read") {
  for (const char* atmosphere : {"uniform", "isa", "isothermal", "constant_lapse"}) {
    for (const char* gravity : {"constant", "normal", "j2"}) {
      CAPTURE(atmosphere, gravity);
      const LoadedScenario loaded = load(in_environment(
          "gravity = \"" + std::string(gravity) + "\"\natmosphere.type = \"" + atmosphere + "\""));
      const Environment& e = *loaded.scenario.environment;
      CHECK(type_names(&e.atmosphere)[e.atmosphere.index()] == atmosphere);
      CHECK(load(loaded.resolved).resolved == loaded.resolved);
    }
  }
}

TEST_CASE("the default type of a table may be left out") {
  const Environment thin = environment("atmosphere.density_kg_m3 = 1.1");
  CHECK(std::get<UniformAtmosphere>(thin.atmosphere).density_kg_m3 == 1.1);
  CHECK(std::get<VectorField>(environment("magnetic_field.field_t = [1, 2, 3]").magnetic_field)
            .field_t[2] == 3);
  const auto set = load(small_scenario, {"environment.atmosphere.density_kg_m3=1.1"});
  CHECK(std::get<UniformAtmosphere>(set.scenario.environment->atmosphere).density_kg_m3 == 1.1);
  CHECK(environment("atmosphere = {}").atmosphere.index() == 0);
  // Keys of another type ask for its name; misspelt ones are those of the default type.
  CHECK_THAT(
      only("atmosphere.temperature_offset_k = 5"),
      Contains("small.toml:4:1: error: missing 'environment.atmosphere.type' (Atmosphere; "
               "default: uniform). Give type = uniform, isa, isothermal or constant_lapse."));
  CHECK_THAT(only("atmosphere.densty_kg_m3 = 5"), Contains("Did you mean 'density_kg_m3'?"));
  CHECK_THAT(only("atmosphere.type = \"ISA\""),
             Contains("unknown type 'ISA' of 'environment.atmosphere'"));
}

TEST_CASE("the density of the air has moved") {
  CHECK_THAT(only("air_density_kg_m3 = 1.2"),
             Contains("small.toml:4:1: error: there is no key 'environment.air_density_kg_m3' any "
                      "more. Use 'environment.atmosphere.density_kg_m3'."));
}

TEST_CASE("ranges of the environment") {
  CHECK_THAT(only("home.latitude_deg = 90.5"),
             Contains("'environment.home.latitude_deg' must be between -90 and 90, found 90.5"));
  CHECK_THAT(only("home.longitude_deg = -181"), Contains("must be between -180 and 180"));
  CHECK_THAT(only("home.altitude_m = 9e4"), Contains("must be between -5000 and 86000"));
  CHECK_THAT(only("atmosphere = {type = \"isothermal\", temperature_k = 0}"), Contains("> 0"));
  CHECK_THAT(only("gravity = \"earth\""),
             Contains("unknown gravity 'earth' of 'environment'. Known: constant, normal and j2."));
  CHECK_THAT(only("geodesy = \"flat\""), Contains("Known: wgs84 and sphere."));
  CHECK_THAT(only("magnetic_field.type = \"angles\"\nmagnetic_field.strength_t = 5e-5\n"
                  "magnetic_field.inclination_deg = 60"),
             Contains("missing 'environment.magnetic_field.declination_deg'"));
}

TEST_CASE("a number that the chosen model does not use is refused") {
  CHECK_THAT(only("gravity = \"normal\"\ngravity_m_s2 = 9.81"),
             Contains("small.toml:5:16: error: 'environment.gravity_m_s2' is given for "
                      "environment.gravity = \"normal\" (only \"constant\" uses it). Remove one of "
                      "them."));
  CHECK_THAT(only("earth_radius_m = 6.4e6"),
             Contains("for environment.geodesy = \"wgs84\" (only \"sphere\" uses it)"));
  const std::string gravity = "environment.gravity_m_s2";
  CHECK_THAT(only("gravity = \"j2\"", dispersed(gravity)),
             Contains("environment.gravity = \"j2\""));
  CHECK_THAT(only("gravity = \"j2\"", "[sweep.\"" + gravity + "\"]\nvalues = [9, 10]\n"),
             Contains("environment.gravity = \"j2\""));
  CHECK(complaint(in_environment("gravity = \"constant\"\ngravity_m_s2 = 9.81")).empty());
  CHECK(complaint(in_environment("geodesy = \"sphere\"\nearth_radius_m = 6.4e6")).empty());
}

TEST_CASE("the sphere has no home next to a pole") {
  CHECK_THAT(only("geodesy = \"sphere\"\nhome.latitude_deg = -90"),
             Contains("small.toml:5:21: error: the sphere geodesy has no home at -90 degrees of "
                      "latitude (its longitude divides by cos(latitude): at most 89 degrees). Use "
                      "environment.geodesy = \"wgs84\"."));
  CHECK(complaint(in_environment("geodesy = \"wgs84\"\nhome.latitude_deg = -90")).empty());
  CHECK_THAT(only("geodesy = \"sphere\"",
                  "[sweep.\"environment.home.latitude_deg\"]\nvalues = [0, 89.5]\n"),
             Contains("sweep point 1: the sphere geodesy has no home at 89.5 degrees"));
}

TEST_CASE("every number of the environment may be dispersed and swept") {
  const std::string isa = "atmosphere.type = \"isa\"";
  const std::string sphere = "geodesy = \"sphere\"\nearth_radius_m = 6.4e6";
  const std::string angles =
      "magnetic_field = {type = \"angles\", strength_t = 5e-5, inclination_deg = 60, "
      "declination_deg = 2}";
  const std::vector<std::array<std::string, 2>> all = {
      {"", "gravity_m_s2"},
      {"", "home.latitude_deg"},
      {"", "home.longitude_deg"},
      {"", "home.altitude_m"},
      {"", "atmosphere.density_kg_m3"},
      {"", "atmosphere.pressure_pa"},
      {"", "magnetic_field.field_t.*"},
      {isa, "atmosphere.temperature_offset_k"},
      {"atmosphere.type = \"isothermal\"", "atmosphere.gravity_m_s2"},
      {"atmosphere.type = \"constant_lapse\"", "atmosphere.temperature_k"},
      {angles, "magnetic_field.inclination_deg"},
      {angles, "magnetic_field.strength_t"},
      {"gravity = \"normal\"", "home.latitude_deg"},
  };
  for (const auto& [lines, key] : all) {
    const std::string path = "environment." + key;
    CAPTURE(lines, path);
    CHECK(complaint(in_environment(lines) + dispersed(path)).empty());
    CHECK(complaint(in_environment(lines) + "[sweep.\"" + path + "\"]\nvalues = [1, 2]\n").empty());
  }
  CHECK(complaint(in_environment(sphere) +
                  "[sweep.\"environment.earth_radius_m\"]\nvalues = [6e6, 7e6]\n")
            .empty());
}

}  // namespace
}  // namespace montecopter
