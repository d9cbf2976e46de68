/// Tables of propeller coefficients of every malformed shape, under a loop that would compute with
/// them: refused with a place, and nothing is read or written out of bounds.

#include "dynamics/rotors/performance_table.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "scenario/loaded_vehicle.hpp"
#include "support/small_scenario.hpp"

namespace montecopter {
namespace {

using Catch::Matchers::Contains;

const std::string examples = std::string(MONTECOPTER_SCENARIOS) + "/examples/";
/// Propellers by a table, and loops that invert their thrust.
const std::string lemniscate = examples + "f450-lemniscate.toml";

std::string list_of(int numbers) {
  std::string list = "[";
  for (int k = 0; k < numbers; ++k) list += fmt::format("{}{}", k == 0 ? "" : ", ", 0.01 * k);
  return list + "]";
}

/// What may stand in the place of a column of the table.
const std::vector<std::string> malformed = {
    "0",        "-1.5",    "\"none\"", "true",       "{}",        "{a = 1}",   "[]",         "[0]",
    "[[0, 1]]", "[\"a\"]", "[0, 0]",   "[0.1, 0.0]", list_of(65), list_of(64), list_of(1000)};

std::string message_of(const std::vector<std::string>& overrides) {
  try {
    load_scenario(lemniscate, overrides);
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::usage);
    return error.what();
  }
  return {};
}

// check, run, linearize, trim and converge load a scenario so.
TEST_CASE("a malformed table under a closed loop is refused, whatever its shape") {
  const std::string key = GENERATE("advance_ratio", "thrust_coefficient", "power_coefficient");
  for (const std::string& value : malformed) {
    const std::string override_text = "vehicle.rotor.law." + key + "=" + value;
    INFO(override_text);
    const std::string message = message_of({override_text});
    CHECK_THAT(message, Contains("error"));
    CHECK_THAT(message, Contains("vehicle.rotor"));
  }
}

TEST_CASE("several columns malformed at once are refused") {
  for (const std::string& ratio : malformed) {
    for (const std::string& thrust : malformed) {
      const std::vector<std::string> overrides = {"vehicle.rotor.law.advance_ratio=" + ratio,
                                                  "vehicle.rotor.law.thrust_coefficient=" + thrust,
                                                  "vehicle.rotor.law.power_coefficient=[]"};
      INFO(overrides[0] << " " << overrides[1]);
      CHECK_FALSE(message_of(overrides).empty());
    }
  }
  // Too many, and as many in all three.
  std::vector<std::string> alike;
  for (const char* key : {"advance_ratio", "thrust_coefficient", "power_coefficient"}) {
    alike.push_back(std::string("vehicle.rotor.law.") + key + "=" + list_of(65));
  }
  CHECK_THAT(message_of(alike), Contains("has 65 knots (a table has 2 to 64)"));
}

TEST_CASE("a missing column, and one rotor without a table of its own, are refused") {
  const std::string linear =
      "vehicle.rotor.law={type=\"linear\", thrust_max_n=1, torque_max_n_m=1}";
  const std::string law = "vehicle.rotor.law={type=\"performance_table\", diameter_m=0.24";
  // After another type nothing of the file's table is left.
  CHECK_THAT(message_of({linear, law + "}"}), Contains("has 0 knots"));
  CHECK_THAT(message_of({linear, law + ", advance_ratio=[0, 1], thrust_coefficient=[0.1, 0]}"}),
             Contains("power_coefficient' has 0 numbers for 2 knots"));
  CHECK_THAT(message_of({"vehicle.rotors.2.law.advance_ratio=[]"}), Contains("error"));
}

TEST_CASE("a broken vehicle of any kind does not reach the checks that compute with it") {
  for (const char* broken :
       {"vehicle=0", "vehicle.rotors=0", "vehicle.rotors=[]", "vehicle.rotors=[0, 0, 0, 0]",
        "vehicle.rotor=0", "vehicle.rotor.law=0", "vehicle.rotor.motor=0", "vehicle.mass_kg=0",
        "vehicle.mass_kg=nan", "vehicle.rotor.axis=[0, 0, 0]", "vehicle.type=\"x\"",
        "environment=0", "environment.atmosphere=0", "environment.atmosphere.type=\"x\""}) {
    INFO(broken);
    CHECK_FALSE(message_of({broken}).empty());
  }
}

// vehicle loads a file of a vehicle alone, too.
TEST_CASE("a malformed table in a vehicle file is refused") {
  const auto path = std::filesystem::temp_directory_path() /
                    fmt::format("montecopter-table-{}.toml", static_cast<int>(getpid()));
  const std::string f450 = std::string(MONTECOPTER_SCENARIOS) + "/vehicles/f450.toml";
  for (const std::string& value : malformed) {
    INFO(value);
    CHECK_THROWS_AS(load_vehicle(f450, {"vehicle.rotor.law.advance_ratio=" + value}), Error);
    CHECK_THROWS_AS(load_vehicle(lemniscate, {"vehicle.rotor.law.power_coefficient=" + value}),
                    Error);
  }
  std::ofstream(path) << "type = \"multirotor\"\nmass_kg = 1\n"
                         "inertia_kg_m2 = {xx = 0.01, yy = 0.01, zz = 0.01}\n"
                         "[[rotors]]\nposition_m = [0, 0, 0]\nspin = 1\naxis = [0, 0, -1]\n"
                         "law = {type = \"performance_table\", diameter_m = 0.2, "
                         "advance_ratio = [0, 1]}\nmotor = {type = \"direct\", max = 1}\n";
  CHECK_THROWS_AS(load_vehicle(path.string()), Error);
  std::filesystem::remove(path);
}

TEST_CASE("what an override breaks is told at the override, once") {
  const auto only = [](const std::string& override_text) {
    const std::string message = message_of({override_text});
    CHECK(count_lines(message) == 1);
    CHECK_THAT(message, Catch::Matchers::StartsWith("--set " + override_text + ": error: "));
    return message;
  };
  CHECK_THAT(only("vehicle.rotor.law.advance_ratio=[0, 0.5]"),
             Contains("advance_ratio' has 2 knots for 30 coefficients (one per advance ratio)"));
  CHECK_THAT(only("vehicle.rotor.law.thrust_coefficient=[0.1]"),
             Contains("thrust_coefficient' has 1 number for 30 knots"));
  CHECK_THAT(only("vehicle.rotor.motor.min=1000"), Contains("has min 1000 and max 949.6"));
  CHECK_THAT(only("vehicle.rotor.motor.max=-1"), Contains("has min 0 and max -1"));
  // Without an override, at the last of the keys that contradict each other, as ever.
  CHECK_THAT(complaint(with("max = 2000", "min = 10, max = 5")), Contains("small.toml:14:"));
}

TEST_CASE("an override of any length has a message that fits") {
  const std::string many(60000, '1');
  CHECK(message_of({"vehicle.mass_kg=[" + many + "]"}).size() < 600);
  CHECK(message_of({"vehicle.rotor.law." + many + "=1"}).size() < 1200);
  CHECK(message_of({"vehicle.mass_kg=" + many + " kg"}).size() < 1200);
}

/// Its loops read and wrote past the ends before.
TEST_CASE("a table takes the knots that have both coefficients and that it has room for") {
  const auto of = [](std::size_t ratios, std::size_t thrusts, std::size_t powers) {
    PerformanceTableRotor law;
    for (std::size_t k = 0; k < ratios; ++k) law.advance_ratio.push_back(static_cast<double>(k));
    law.thrust_coefficient.assign(thrusts, 0.1);
    law.power_coefficient.assign(powers, 0.05);
    return law.table();
  };
  CHECK(of(0, 0, 0).knots == 0);
  CHECK(of(3, 0, 3).knots == 0);
  CHECK(of(3, 2, 3).knots == 2);
  CHECK(of(1, 1, 1).knots == 1);
  CHECK(of(64, 64, 64).knots == 64);
  const PerformanceTable most = of(1000, 1000, 1000);
  CHECK(most.knots == max_table_knots);
  CHECK(most.last_advance_ratio == 63);
  const Load<double> none = PerformanceTableRotor::load<double>({1, 1, 1}, 100.0, 3.0, of(0, 5, 5));
  CHECK(none.thrust == 0);
  CHECK(none.torque == 0);
}

}  // namespace
}  // namespace montecopter
