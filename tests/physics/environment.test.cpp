/// What the environment of a scenario does to a flight.

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "dynamics/environment/world_setup.hpp"
#include "physics/reference_case.hpp"

namespace montecopter {
namespace {

/// One propeller at 100 turns per second on a body that cannot turn, with other lines in
/// [environment].
Flown fly(const std::string& environment, double duration = 0.01, int samples = 1,
          const std::string& more = "") {
  ReferenceCase c = free_body(2, {1, 1, 1}, duration);
  c.linear_law = false;
  c.rotors = {{.axis = {0, 0, -1},
               .law_table = "{type = \"performance_table\", diameter_m = 0.25, advance_ratio = "
                            "[0, 1], thrust_coefficient = [0.1, 0.1], power_coefficient = [0, 0]}",
               .motor_table = "{type = \"direct\", min = 0, max = 2000}"}};
  c.commands = {{0, 2 * M_PI * 100}};
  std::string text = to_scenario(
      c,
      {.rate_hz = 1000, .signals = {"velocity", "rotor_thrust"}, .samples = samples, .more = more});
  const std::string before = "gravity_m_s2 = 0\n";
  text.replace(text.find(before), before.size(), environment);
  return Flown(text);
}

TEST_CASE("a propeller works in the air of its home") {
  const double newtons_per_density = 0.1 * 1e4 * std::pow(0.25, 4);
  const std::string home = "gravity = \"normal\"\nhome = {latitude_deg = 30, altitude_m = 1000}\n";
  for (const Atmosphere& model :
       {Atmosphere(UniformAtmosphere{}), Atmosphere(IsaAtmosphere{}),
        Atmosphere(IsothermalAtmosphere{}), Atmosphere(ConstantLapseAtmosphere{})}) {
    const std::string type = type_names(&model)[model.index()];
    CAPTURE(type);
    const Flown flown = fly(home + fmt::format("atmosphere.type = \"{}\"\n", type));
    Environment e;
    e.atmosphere = model;
    e.home.altitude_m = 1000;
    const double thrust = newtons_per_density * fold_world(e, {0, 0, 0}).air.density_kg_m3;
    CHECK(flown.at("rotor_thrust", 0)[0] == Approx(thrust).epsilon(1e-14));
    // tests/reference/environment/normal_gravity.csv: 9.79016136931278 m/s2 at 30 degrees, 1000 m.
    // The way of 0.4 mm changes it by 1e-10 of itself, and the thrust by 1e-4 per metre: 5e-9.
    const double speed = (9.79016136931278 - thrust / 2) * 0.01;
    CHECK(flown.at("velocity", flown.outputs() - 1)[2] == Approx(speed).epsilon(1e-8));
  }
}

TEST_CASE("a draw of a home next to a pole is no flight on the sphere") {
  const std::string poleward =
      "[disperse.\"environment.home.latitude_deg\"]\ndist = \"choice\"\nvalues = [60, 89.5]\n";
  const Flown flown = fly("geodesy = \"sphere\"\n", 0.01, 32, poleward);
  const Flown ellipsoid = fly("", 0.01, 32, poleward);
  int invalid = 0;
  for (std::int64_t i = 0; i < 32; ++i) {
    const bool is_invalid = flown.status(i) == Status::invalid_input;
    CHECK(is_invalid == (flown.number("in_environment.home.latitude_deg", i) > 89));
    invalid += is_invalid ? 1 : 0;
    CHECK(ellipsoid.status(i) == Status::ok);
  }
  CHECK((invalid > 4 && invalid < 28));  // of 32 coins
}

}  // namespace
}  // namespace montecopter
