/// Where keys stand.

#include "scenario/describe/places.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "scenario/text/includable.hpp"

namespace montecopter {
namespace {

std::set<std::string> paths_of(std::string_view word) {
  std::set<std::string> paths;
  for (const KeyPlace* place : find_places(scenario_places(), word)) paths.insert(place->path());
  return paths;
}

using Paths = std::set<std::string>;

TEST_CASE("places are found by a path, its end or a key alone") {
  const std::string thrust = "vehicle.rotors.*.law.thrust_n_s2";
  for (const char* word : {"vehicle.rotors.*.law.thrust_n_s2", "vehicle.rotors.2.law.thrust_n_s2",
                           "vehicle.rotors.law.thrust_n_s2", "vehicle.rotor.law.thrust_n_s2",
                           "rotors.0.law.thrust_n_s2", "law.thrust_n_s2", "thrust_n_s2"}) {
    INFO(word);
    CHECK(paths_of(word) == Paths{thrust});
  }
  CHECK(paths_of("vehicle.mass_kg") == Paths{"vehicle.mass_kg"});  // not all that end so
  CHECK(paths_of("mass_kg").count("event.*.mass_kg") == 1);
}

TEST_CASE("names of the user, components and units are understood") {
  const Paths bias{"sensors.NAME.gyroscope.bias_rad_s"};
  CHECK(paths_of("sensors.imu.gyroscope.bias_rad_s") == bias);
  CHECK(paths_of("sensors.gyroscope.bias_rad_s.y") == bias);
  CHECK(paths_of("gyroscope.bias_deg_h.*") == bias);
  CHECK(paths_of("wind.*.to_m_s.x") == Paths{"wind.*.to_m_s"});
  CHECK(paths_of("disperse.\"vehicle.mass_kg\".sd") == Paths{"disperse.\"PATH\".sd"});
  CHECK(paths_of("disperse.sd") == Paths{"disperse.\"PATH\".sd"});
}

TEST_CASE("what means nothing has no place") {
  for (const char* word :
       {"", ".", "vehicle.", "vehicle..mass_kg", "vehicle.mass_kg.x", "vehicle.rotors.one.spin",
        "wind.to_m_s.q", "mass", "\"", "*", "vehicle.*", "x.vehicle.mass_kg"}) {
    INFO(word);
    CHECK(paths_of(word).empty());
  }
}

TEST_CASE("every path of the format and every table with a file has its place") {
  Paths known;
  for (const KeyPlace& place : scenario_places().keys) {
    known.insert(place.path());
    CHECK(paths_of(place.path()).count(place.path()) == 1);
    if (place.plain_path() == place.path()) continue;
    CHECK(paths_of(place.plain_path()).count(place.path()) == 1);
  }
  for (const DescribedPath& at : leaf_paths(scenario_description())) {
    INFO(at.path);
    CHECK(known.count(at.path) == 1);
  }
  for (const Includable& table : scenario_includables()) {
    CHECK_FALSE(paths_of(table.path + ".include").empty());
  }
}

TEST_CASE("keys that are told in the same words come together") {
  const auto keys = alike(find_places(scenario_places(), "thrust_n_s2"));
  REQUIRE(keys.size() == 2);  // k w|w| and k w^2
  CHECK(keys[0].places.at(0).types == std::vector<std::string>{"law/signed_quadratic"});
  CHECK(keys[1].places.at(0).types == std::vector<std::string>{"law/quadratic"});
  const auto mass = alike(find_places(scenario_places(), "vehicle.mass_kg"));
  REQUIRE(mass.size() == 1);
  CHECK(mass[0].places.at(0).types.empty());  // both kinds of vehicle have it
}

TEST_CASE("keys of the past lead to those of today") {
  const auto old = find_retired(scenario_places(), "environment.air_density_kg_m3");
  REQUIRE(old.size() == 1);
  CHECK(old[0]->path() == "environment.air_density_kg_m3");
  for (const RetiredPlace& retired : scenario_places().retired) {
    INFO(retired.path());
    CHECK_FALSE(paths_of(retired.successor).empty());
    CHECK(paths_of(retired.path()).empty());
  }
}

}  // namespace
}  // namespace montecopter
