/// Dotted paths and the numbers that they address.

#include "scenario/derived/paths.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <ctime>

#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "dynamics/winds/wind.hpp"
#include "support/small_scenario.hpp"

namespace montecopter {
namespace {

TEST_CASE("paths split at dots outside quotes") {
  using Parts = std::vector<std::string>;
  CHECK(split_path("a.b.c") == Parts{"a", "b", "c"});
  CHECK(split_path("disperse.\"vehicle.mass_kg\".sd") ==
        Parts{"disperse", "vehicle.mass_kg", "sd"});
  CHECK(append_path("disperse", "a.b") == "disperse.\"a.b\"");
  CHECK(split_path(append_path("x", "a\"b.c")) == Parts{"x", "a\"b.c"});
  for (const char* bad : {"", ".", "a.", ".a", "a..b", "\"a", "\"a\"b"}) {
    CHECK_FALSE(split_path(bad).has_value());
  }
}

TEST_CASE("numbers are found by path") {
  Scenario scenario = load(small_scenario).scenario;
  auto& vehicle = std::get<Multirotor>(*scenario.vehicle);

  const auto mass = find_numbers(scenario, "vehicle.mass_kg");
  REQUIRE(mass.size() == 1);
  CHECK(mass[0].value == &vehicle.mass_kg);
  CHECK(mass[0].unit == "kg");
  CHECK(mass[0].vary == Vary::per_sample);
  CHECK_FALSE(mass[0].range.contains(0));

  CHECK(find_numbers(scenario, "vehicle.inertia_kg_m2.xx")[0].value == &vehicle.inertia_kg_m2.xx);
  CHECK(find_numbers(scenario, "wind.0.to_m_s.x")[0].value ==
        &std::get<SteadyWind>(scenario.wind[0]).to_m_s[0]);
  CHECK(find_numbers(scenario, "simulation.initial.attitude.w")[0].value ==
        &scenario.simulation.initial.attitude[0]);

  const auto thrust = find_numbers(scenario, "vehicle.rotors.*.law.thrust_n_s2");
  REQUIRE(thrust.size() == 2);
  CHECK(thrust[1].path == "vehicle.rotors.1.law.thrust_n_s2");
  CHECK(thrust[1].value == &std::get<SignedQuadraticRotor>(*vehicle.rotors[1].law).thrust_n_s2);
}

TEST_CASE("only doubles are numbers, and '*' is an index") {
  Scenario scenario = load(small_scenario).scenario;
  for (const char* path :
       {"", "vehicle", "vehicle.mass", "vehicle.*", "*.mass_kg", "vehicle.rotors.0.spin",
        "vehicle.rotors.2.law.thrust_n_s2", "wind.0.to_m_s", "monte_carlo.samples",
        "vehicle.process_noise.rate_hz", "controller.rows.0.1"}) {
    CHECK(find_numbers(scenario, path).empty());
  }
}

TEST_CASE("'*' is also a component of an array, but not any key") {
  Scenario scenario = load(small_scenario).scenario;
  const auto wind = find_numbers(scenario, "wind.*.to_m_s.*");
  REQUIRE(wind.size() == 3);
  CHECK(wind[2].path == "wind.0.to_m_s.z");
  CHECK(find_numbers(scenario, "vehicle.rotors.*.position_m.*").size() == 6);
  CHECK(find_numbers(scenario, "simulation.initial.attitude.*").size() == 4);
  CHECK(find_numbers(scenario, "vehicle.inertia_kg_m2.*").empty());
}

TEST_CASE("what is found by descent is what is found in the list of all") {
  for (const char* name : {"mass-sweep", "marvin-square", "x500-estimated", "dispersed-quad"}) {
    Scenario scenario =
        load_scenario(std::string(MONTECOPTER_SCENARIOS) + "/examples/" + name + ".toml", {})
            .scenario;
    const std::vector<NumberRef> all = all_numbers(scenario);
    for (const std::string& path : number_paths(all)) {
      const auto listed = find_numbers(all, path), found = find_numbers(scenario, path);
      INFO(name << " " << path);
      REQUIRE(found.size() == listed.size());
      for (std::size_t i = 0; i < found.size(); ++i) {
        REQUIRE(found[i].value == listed[i].value);
        REQUIRE(found[i].path == listed[i].path);
        REQUIRE(found[i].pattern == listed[i].pattern);
      }
    }
  }
}

TEST_CASE("many numbers are found by many paths in a moment") {
  Scenario scenario = load(small_scenario).scenario;
  auto& rotors = std::get<Multirotor>(*scenario.vehicle).rotors;
  rotors.resize(5000, rotors.front());
  const std::clock_t start = std::clock();
  for (int i = 0; i < 500; ++i) {
    const auto found =
        find_numbers(scenario, "vehicle.rotors." + std::to_string(i) + ".law.thrust_n_s2");
    REQUIRE(found.size() == 1);
  }
  // Listing all 75 000 numbers for each path takes more than a minute, the descent 0.1 s.
  CHECK(std::clock() - start < 10 * CLOCKS_PER_SEC);
}

TEST_CASE("every listed path addresses something") {
  Scenario scenario = load(small_scenario).scenario;
  const auto paths = number_paths(all_numbers(scenario));
  CHECK(std::count(paths.begin(), paths.end(), "vehicle.rotors.*.motor.time_constant_s") == 1);
  CHECK(std::count(paths.begin(), paths.end(), "vehicle.rotors.1.motor.time_constant_s") == 1);
  CHECK(std::count(paths.begin(), paths.end(), "vehicle.rotors.*.position_m.*") == 1);
  for (const std::string& path : paths) CHECK_FALSE(find_numbers(scenario, path).empty());
}

}  // namespace
}  // namespace montecopter
