/// Reading: types, ranges, missing and unknown keys, includes, shared rotors, overrides.

#include "scenario/load.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "dynamics/distributions/distribution.hpp"
#include "dynamics/motors/motors.hpp"
#include "dynamics/rotors/rotor_laws.hpp"
#include "dynamics/vehicles/vehicle.hpp"
#include "dynamics/winds/wind.hpp"
#include "support/small_scenario.hpp"

namespace montecopter {
namespace {

using Catch::Matchers::Contains;

const Multirotor& vehicle_of(const LoadedScenario& loaded) {
  return std::get<Multirotor>(*loaded.scenario.vehicle);
}

/// A directory of files for one test, removed afterwards.
class TemporaryFiles {
 public:
  TemporaryFiles() {
    path_ =
        std::filesystem::temp_directory_path() / ("montecopter-load-" + std::to_string(getpid()));
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFiles() { std::filesystem::remove_all(path_); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return (path_ / name).string();
  }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

const std::string vehicle_header = R"([vehicle]
type = "multirotor"
mass_kg = 1.0
)";

std::string complaint_of_file(const std::string& path) {
  try {
    load_scenario(path);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST_CASE("a sound scenario loads") {
  const LoadedScenario loaded = load(small_scenario);
  CHECK(loaded.text == small_scenario);
  CHECK(loaded.warnings.empty());
  CHECK(loaded.scenario.name == "small");
  const Multirotor& vehicle = vehicle_of(loaded);
  REQUIRE(vehicle.rotors.size() == 2);
  CHECK(vehicle.rotors[1].axis == std::array<double, 3>{0, 0, -1});
  CHECK(vehicle.rotors[1].spin == -1);
  CHECK(std::get<FirstOrderMotor>(*vehicle.rotors[0].motor).max == 2000.0);
  CHECK(vehicle.process_noise.rate_hz == Rate{500, 1});
}

TEST_CASE("the name defaults to the stem of the file") {
  CHECK(load(with("name = \"small\"\n", "")).scenario.name == "small");
  CHECK_THAT(complaint(with("name = \"small\"", "name = \"a/b\"")),
             Contains("small.toml:2:8: error: \"a/b\" cannot be the name of a scenario"));
  CHECK_THAT(complaint(with("name = \"small\"", "name = \"\"")), Contains("small.toml:2:8"));
  CHECK_THAT(complaint(with("name = \"small\"", "name = \"..\"")), Contains("small.toml:2:8"));
}

TEST_CASE("an unknown key is refused with the nearest known one") {
  CHECK(complaint(with("mass_kg", "mas_kg")) ==
        "small.toml:7:1: error: unknown key 'vehicle.mas_kg'. Did you mean 'mass_kg'?");
  CHECK_THAT(complaint(with("seed = 1", "",
                            with("samples = 10", "samples = 10\nbudget = 1",
                                 small_scenario + "[extra]\nseed = 1"))),
             Contains("unknown key 'monte_carlo.budget'. Known here: samples, seed, "
                      "independent_points, judge_as_family, design, replicates, levels, "
                      "quantiles, file, freeze, only, noise_of or epistemic_points."));
  CHECK_THAT(complaint(with("[wind]", "[winds]", with("[[wind]]", "[[wind]]"))),
             Contains("small.toml:21:3: error: unknown key 'winds'. Did you mean 'wind'?"));
}

TEST_CASE("a value of another type is refused") {
  CHECK(complaint(with("mass_kg = 1.0", "mass_kg = true")) ==
        "small.toml:7:11: error: 'vehicle.mass_kg' must be a number, found the boolean true "
        "(Mass of the whole vehicle [kg]).");
  CHECK_THAT(complaint(with("mass_kg = 1.0", "mass_kg = \"heavy\"")),
             Contains("found the text \"heavy\""));
  CHECK_THAT(complaint(with("samples = 10", "samples = 10.0")),
             Contains("'monte_carlo.samples' must be an integer, found the number 10.0"));
  CHECK_THAT(complaint(with("samples = 10", "samples = 2020-01-01")), Contains("a date or time"));
  CHECK_THAT(complaint(with("rate_hz = 1000", "rate_hz = 1000.0")),
             Contains("must be an integer or a ratio \"n/d\""));
  CHECK_THAT(complaint(with("rate_hz = 1000", "rate_hz = \"1000/0\"")), Contains("\"1000/0\""));
  CHECK_THAT(complaint(with("to_m_s = [1, 0, 0]", "to_m_s = [1, 0]")),
             Contains("'wind.0.to_m_s' must be a list of 3 numbers, found 2"));
  CHECK_THAT(complaint(with("rows = [[0,", "rows = [[\"0\",")),
             Contains("'controller.rows.0.0' must be a number"));
  CHECK_THAT(complaint(with("[wind]", "wind", with("[wind]]", "wind]"))), Contains("error"));
}

TEST_CASE("numbers out of range are refused") {
  CHECK_THAT(complaint(with("mass_kg = 1.0", "mass_kg = 0")),
             Contains("'vehicle.mass_kg' must be > 0, found 0.0"));
  CHECK_THAT(complaint(with("mass_kg = 1.0", "mass_kg = nan")), Contains("must be finite"));
  CHECK_THAT(complaint(with("mass_kg = 1.0", "mass_kg = inf")), Contains("must be finite"));
  CHECK_THAT(complaint(with("= 9.81", "= 101")), Contains("must be between 0 and 100"));
  CHECK_THAT(complaint(with("samples = 10", "samples = 0")),
             Contains("'monte_carlo.samples' must be between 1 and 4000000000000000, found 0"));
  CHECK_THAT(complaint(with("samples = 10", "samples = 4000000000000001")), Contains("between"));
  CHECK_THAT(complaint(with("samples = 10", "samples = 9223372036854775808")),
             Contains("not representable in 64 bits"));
  CHECK_THAT(complaint(with("mass_kg = 1.0", "mass_kg = 9007199254740993")),
             Contains("beyond 2^53"));
  CHECK_THAT(complaint(with("mass_kg = 1.0", "mass_kg = 1e400")),
             Contains("small.toml:7:") && Contains("not valid TOML"));
  CHECK_THAT(complaint(with("schema = 1", "schema = 2")), Contains("'schema' must be 1, found 2"));
}

TEST_CASE("what is missing is named with its whole path") {
  CHECK(complaint(with("mass_kg = 1.0\n", "")) ==
        "small.toml:5:1: error: missing 'vehicle.mass_kg' (Mass of the whole vehicle [kg]).");
  CHECK_THAT(complaint(with("zz = 0.015", "")), Contains("small.toml"));
  CHECK_THAT(complaint(with(", zz = 0.015", "")),
             Contains("small.toml:8:17: error: missing 'vehicle.inertia_kg_m2.zz'"));
  CHECK_THAT(complaint(with("schema = 1\n", "")), Contains("missing 'schema'"));
  CHECK_THAT(complaint(with("position_m = [0.1, 0.1, 0]\n", "")),
             Contains("small.toml:15:1: error: missing 'vehicle.rotors.0.position_m'"));
  CHECK_THAT(complaint(with("to_m_s = [1, 0, 0]", "to_m_s = {x = 1}")),
             Contains("missing 'wind.0.to_m_s'") && Contains("Give its y and z"));
  CHECK_THAT(complaint(with("low = 0.9\n", "")),
             Contains("missing 'disperse.\"vehicle.mass_kg\".low'"));
  CHECK_THAT(complaint("schema = 1"), Contains("missing table 'vehicle'") &&
                                          Contains("missing table 'controller'") &&
                                          Contains("Its type is command_table"));
}

TEST_CASE("a misspelt key is not missing besides") {
  const auto one = [](const std::string& from, const std::string& to, const std::string& says) {
    const std::string text = complaint(with(from, to));
    INFO(text);
    CHECK(count_lines(text) == 1);
    CHECK_THAT(text, Contains(says));
  };
  one("mass_kg", "mas_kg", "unknown key 'vehicle.mas_kg'");
  one("zz = 0.015", "zzz = 0.015", "unknown key 'vehicle.inertia_kg_m2.zzz'");
  one("inertia_kg_m2", "inertia_kgm2", "unknown key 'vehicle.inertia_kgm2'");
  one("to_m_s = [1, 0, 0]", "to_m_s = {x = 1, y = 0, zz = 0}", "unknown key 'wind.0.to_m_s.zz'");
  one("spin = 1", "spn = 1", "unknown key 'vehicle.rotors.0.spn'");
  one("time_constant_s = 0.02", "time_const_s = 0.02",
      "unknown key 'vehicle.rotor.motor.time_const_s'");
  one("motor = {", "motr = {", "unknown key 'vehicle.rotor.motr'");
  one("schema = 1", "shema = 1", "unknown key 'shema'");
  one("duration_s", "duraton_s", "unknown key 'simulation.duraton_s'");
  one("rate_hz = 1000", "rat_hz = 1000", "unknown key 'integrator.rat_hz'");
  one("rows = [", "rowz = [", "unknown key 'controller.rowz'");
  one("[controller]", "[controler]", "unknown key 'controler'");
  one("low = 0.9", "lo = 0.9", "unknown key 'disperse.\"vehicle.mass_kg\".lo'");
  const std::string rotors = "[[vehicle.rotors]]\nposition_m = [0.1, 0.1, 0]\nspin = 1\n";
  const std::string misspelt = "[[vehicle.rotrs]]\nposition_m = [0.1, 0.1, 0]\nspin = 1\n";
  const std::string text = complaint(with(rotors, misspelt,
                                          with("[[vehicle.rotors]]\nposition_m = [-0.1, -0.1, 0]",
                                               "[[vehicle.rotrs]]\nposition_m = [-0.1, -0.1, 0]")));
  INFO(text);
  CHECK(count_lines(text) == 1);
}

TEST_CASE("types are chosen by name") {
  CHECK_THAT(complaint(with("\"signed_quadratic\"", "\"cubic\"")),
             Contains("unknown type 'cubic' of 'vehicle.rotor.law'. Known: signed_quadratic, "
                      "linear, quadratic, polynomial, performance_table and blade_element."));
  CHECK_THAT(complaint(with("\"uniform\"", "\"unifrm\"")),
             Contains("Did you mean 'uniform'? Known: fixed, uniform, normal, "
                      "truncated_normal, lognormal, triangular, exponential, weibull, rayleigh, "
                      "gamma, beta, von_mises, choice, discrete, empirical, listed, "
                      "multivariate_normal, uniform_rotation and normal_rotation."));
  CHECK_THAT(complaint(with("\"uniform\"", "\"range\"")), Contains("Did you mean 'uniform'?"));
  CHECK_THAT(complaint(with("type = \"steady\"\n", "")),
             Contains("missing 'wind.0.type'") && Contains("Give type = steady"));
  CHECK_THAT(complaint(with("[disperse.\"vehicle.mass_kg\"]", "[disperse.vehicle.mass_kg]")),
             Contains("Quote the dotted path: [disperse.\"vehicle.mass_kg\"]"));
}

TEST_CASE("a type that has all keys of a table is named") {
  const auto with_mass = [](const std::string& keys) {
    return complaint(with("dist = \"uniform\"\nlow = 0.9\nhigh = 1.1", keys));
  };
  const std::string sided = "dist = \"truncated_normal\"\nmean = 1\nsd = 0.1\nlow_sd = -3\n";
  CHECK_THAT(with_mass(sided + "high_sd = 3"),
             Contains("unknown key 'disperse.\"vehicle.mass_kg\".low_sd'. All keys given here "
                      "belong to dist = \"normal\". Known here: dist, mean, sd, low, high"));
  const std::string strange = with_mass(sided + "strange = 3");
  CHECK_THAT(strange, Contains("low_sd'. Known here: dist") && !Contains("All keys"));
}

TEST_CASE("five faults give five messages at once, in the order of the file") {
  std::string text = with("gravity_m_s2", "gravty_m_s2");
  text = with("mass_kg = 1.0", "mass_kg = -1", text);
  text = with("spin = -1", "spin = 0", text);
  text = with("\"rk4\"", "\"rk5\"", text);
  text = with("\"first:2\"", "\"frist:2\"", text);
  const std::string all = complaint(text);
  CHECK(count_lines(all) == 5);
  CHECK_THAT(all, Contains("small.toml:4:1") && Contains("small.toml:7:11") &&
                      Contains("small.toml:20:8") && Contains("small.toml:28:8") &&
                      Contains("small.toml:37:10"));
  CHECK(all.find(":4:1") < all.find(":7:11"));
  CHECK(all.find(":7:11") < all.find(":20:8"));
}

TEST_CASE("what all rotors share is read once, and entries win") {
  const std::string text =
      with("spin = -1", "spin = -1\naxis = [0, 1, 0]\nlaw = {thrust_n_s2 = 5e-6}");
  const Multirotor vehicle = vehicle_of(load(text));
  CHECK(vehicle.rotors[0].axis[2] == -1.0);
  CHECK(vehicle.rotors[1].axis[1] == 1.0);
  CHECK(std::get<SignedQuadraticRotor>(*vehicle.rotors[1].law).thrust_n_s2 == 5e-6);
  CHECK(std::get<SignedQuadraticRotor>(*vehicle.rotors[1].law).torque_n_m_s2 == 3e-8);

  const std::string once = complaint(with("axis = [0, 0, -1]", "axis = [0, 0, \"up\"]"));
  CHECK(once ==
        "small.toml:12:15: error: 'vehicle.rotor.axis.z' must be a number, found the text \"up\" "
        "(Direction of positive thrust, body axes (normalised at set-up)).");
  CHECK_THAT(complaint(with("spin = -1", "spin = -1\nlaw = {type = \"linear\"}")),
             Contains("missing 'vehicle.rotors.1.law.thrust_max_n'"));
  CHECK_THAT(complaint(with("motor = {type", "#motor = {type")),
             Contains("missing table 'vehicle.rotors.0.motor'") &&
                 Contains("missing table 'vehicle.rotors.1.motor'"));
  CHECK(load(small_scenario).resolved.find("[vehicle.rotor]") == std::string::npos);
}

TEST_CASE("components of a vector can be given by name") {
  const auto loaded = load(with("position_m = [0, 0, -3]", "position_m = {z = -4}"));
  CHECK(loaded.scenario.simulation.initial.position_m == std::array<double, 3>{0, 0, -4});
}

TEST_CASE("overrides") {
  const auto value = [](const std::string& text) { return load(small_scenario, {text}).scenario; };
  CHECK(std::get<Multirotor>(*value("vehicle.mass_kg=1.2").vehicle).mass_kg == 1.2);
  CHECK(std::get<Multirotor>(*value("vehicle.rotors.0.spin = -1").vehicle).rotors[0].spin == -1);
  CHECK(std::get<SteadyWind>(value("wind.0.to_m_s=[0,2,0]").wind[0]).to_m_s[1] == 2.0);
  CHECK(std::get<SteadyWind>(value("wind.0.to_m_s.y=3").wind[0]).to_m_s ==
        std::array<double, 3>{1, 3, 0});
  CHECK(value("integrator.type=euler").integrator.type == "euler");
  CHECK(value("integrator.type=euler").integrator.rate_hz == Rate{1000, 1});
  CHECK(value("integrator.rate_hz=3000/3").integrator.rate_hz == Rate{1000, 1});
  CHECK(value("output.traces=every:5").output.traces == "every:5");
  CHECK(value("simulation.initial.velocity_m_s.x=2").simulation.initial.velocity_m_s[0] == 2.0);
  CHECK(value("wind=[]").wind.empty());
  CHECK(value("wind.1={type=\"steady\", to_m_s=[0,0,1]}").wind.size() == 2);
  const auto dispersed = value("disperse.\"vehicle.mass_kg\".high=1.5").disperse;
  CHECK(std::get<Dispersed<UniformDistribution>>(dispersed.at("vehicle.mass_kg")).high == 1.5);

  SECTION("later ones win") {
    CHECK(load(small_scenario, {"monte_carlo.samples=5", "monte_carlo.samples=6"})
              .scenario.monte_carlo.samples == 6);
  }
  SECTION("another type starts afresh") {
    CHECK_THAT(complaint(small_scenario, {"vehicle.rotor.motor.type=direct"}),
               Contains("missing 'vehicle.rotors.0.motor.max'"));
  }
  SECTION("problems name the override") {
    CHECK(complaint(small_scenario, {"vehicle.mas_kg=1"}) ==
          "--set vehicle.mas_kg=1: error: unknown key 'vehicle.mas_kg'. Did you mean 'mass_kg'?");
    CHECK(complaint(small_scenario, {"vehicle.colour=1"}) ==
          "--set vehicle.colour=1: error: unknown key 'vehicle.colour'. Known here: type, frame, "
          "mass_kg, centre_of_mass_m, inertia_kg_m2, rotors, rotor, quadratic_drag_n_s2_m2, "
          "drag_area_m2, "
          "linear_drag_n_s_m, rotor_drag_1_s, translational_lift_1_m, "
          "quadratic_aero_moment_n_m_s2, linear_aero_moment_n_m_s, velocity_aero_moment_n_s, "
          "body_rate_limit_rad_s, ground_effect, body_lift, rotor_interference, process_noise, "
          "contact_points, contact_point, battery or response_surface.");
    CHECK_THAT(complaint(small_scenario, {"vehicle.mass_kg"}), Contains("the form PATH=VALUE"));
    CHECK_THAT(
        complaint(small_scenario, {"vehicle..mass_kg=1"}),
        Contains("--set vehicle..mass_kg=1: error: 'vehicle..mass_kg' is not a dotted path"));
    CHECK_THAT(complaint(small_scenario, {"vehicle.mass_kg="}), Contains("has no value"));
    CHECK_THAT(complaint(small_scenario, {"vehicle.mass_kg=[1"}), Contains("not a TOML value"));
    CHECK_THAT(complaint(small_scenario, {"vehicle.mass_kg=1\nseed=2"}), Contains("one line"));
    CHECK_THAT(complaint(small_scenario, {"vehicle.rotors.7.spin=1"}),
               Contains("'7' is not an element of the list 'vehicle.rotors'"));
    CHECK_THAT(complaint(small_scenario, {"vehicle.mass_kg=heavy"}),
               Contains("--set vehicle.mass_kg=heavy: error: 'vehicle.mass_kg' must be a number, "
                        "found the text \"heavy\""));
    CHECK_THAT(complaint(small_scenario, {"monte_carlo.samples=99999999999999999999"}),
               Contains("is not a TOML value") && Contains("not representable in 64 bits"));
    CHECK_THAT(complaint(small_scenario, {"vehicle.mass_kg=1e400"}), Contains("not a TOML value"));
    CHECK_THAT(complaint(small_scenario, {"vehicle.include=none/x.toml"}),
               Contains("--set vehicle.include=none/x.toml: error: cannot read the included file "
                        "'none/x.toml' (No such file or directory). The name is relative to the "
                        "current directory."));
  }
}

TEST_CASE("an included vehicle lies below the keys of [vehicle]") {
  const TemporaryFiles files;
  const std::size_t start = small_scenario.find("[vehicle]");
  const std::size_t end = small_scenario.find("[[wind]]");
  const std::string rest = small_scenario.substr(0, start) + small_scenario.substr(end);
  const std::string inline_vehicle = small_scenario.substr(start, end - start);
  // The same keys without the prefix `vehicle.`.
  std::string vehicle = inline_vehicle.substr(std::string("[vehicle]\n").size());
  for (std::size_t at = 0; (at = vehicle.find("vehicle.", at)) != std::string::npos;) {
    vehicle.erase(at, 8);
  }
  files.write("v.toml", vehicle);

  const auto path_with = [&](const std::string& keys) {
    return files.write("s.toml", rest + "[vehicle]\n" + keys);
  };
  SECTION("as it is") {
    const LoadedScenario loaded = load_scenario(path_with("include = \"v.toml\"\n"));
    CHECK(loaded.resolved == load(small_scenario).resolved);
  }
  SECTION("overridden: tables merge") {
    const LoadedScenario loaded =
        load_scenario(path_with("include = \"v.toml\"\nmass_kg = 1.05\ninertia_kg_m2.zz = "
                                "0.016\nrotor.motor.max = 1800\n"));
    CHECK(vehicle_of(loaded).mass_kg == 1.05);
    CHECK(vehicle_of(loaded).inertia_kg_m2.zz == 0.016);
    CHECK(vehicle_of(loaded).inertia_kg_m2.xx == 0.01);
    CHECK(std::get<FirstOrderMotor>(*vehicle_of(loaded).rotors[1].motor).max == 1800.0);
    CHECK(loaded.text.find("include") != std::string::npos);
    CHECK(loaded.resolved.find("include") == std::string::npos);
  }
  SECTION("overridden: lists replace") {
    CHECK_THAT(complaint_of_file(path_with(
                   "include = \"v.toml\"\n[[vehicle.rotors]]\nposition_m = [0, 0, 0]\nspin = 1\n")),
               Contains("the row has 3 numbers instead of 2"));
  }
  SECTION("its problems are located in it") {
    files.write("v.toml", with("mass_kg = 1.0", "mass_kg = 0", vehicle));
    CHECK_THAT(complaint_of_file(path_with("include = \"v.toml\"\n")),
               Contains("v.toml:2:11: error: 'vehicle.mass_kg' must be > 0"));
  }
  SECTION("it cannot include another") {
    files.write("v.toml", "include = \"w.toml\"\n" + vehicle);
    CHECK_THAT(complaint_of_file(path_with("include = \"v.toml\"\n")),
               Contains("v.toml:1:11: error: an included file cannot include another"));
  }
  SECTION("it must be there, and alone is said so") {
    const std::string text = complaint_of_file(path_with("include = \"none.toml\"\n"));
    CHECK(count_lines(text) == 1);
    CHECK_THAT(text,
               Contains("cannot read the included file") && Contains("No such file or directory"));
    CHECK_THAT(complaint_of_file(path_with("include = 3\n")), Contains("must be the name"));
    CHECK_THAT(complaint_of_file(path_with("include = \".\"\n")), Contains("it is a directory"));
  }
  SECTION("a scenario is no vehicle") {
    files.write("v.toml", small_scenario);
    CHECK_THAT(complaint_of_file(path_with("include = \"v.toml\"\n")),
               Contains("is a scenario, not a vehicle"));
  }
}

TEST_CASE("files that are no scenarios") {
  const TemporaryFiles files;
  CHECK_THAT(complaint_of_file(files.path()), Contains("it is a directory"));
  CHECK_THAT(complaint_of_file(files.path() + "/none.toml"),
             Contains("none.toml: error: cannot read the scenario (No such file or directory)."));
  CHECK_THAT(complaint_of_file(files.write("empty.toml", "")), Contains("it is empty"));
  CHECK_THAT(complaint_of_file(files.write("blank.toml", " \n\n")), Contains("it is empty"));
  CHECK_THAT(complaint_of_file(files.write("binary.toml", std::string("a\0b", 3))),
             Contains("it is a binary file"));
  CHECK_THAT(complaint_of_file(files.write("latin1.toml", "name = \"\xe9\"")),
             Contains("latin1.toml:1:") && Contains("not valid TOML"));
  CHECK_THAT(complaint_of_file(files.write("large.toml", std::string((16u << 20) + 1, '#'))),
             Contains("larger than 16 MiB"));
  std::string deep = "a";
  for (int i = 0; i < 100'000; ++i) deep += ".a";
  CHECK_THAT(complaint_of_file(files.write("deep.toml", deep + " = 1")),
             Contains("a key has more than 100 dots"));
}

TEST_CASE("broken TOML gives one message with its position") {
  CHECK_THAT(complaint(with("samples = 10", "samples = ten")),
             Contains("small.toml:39:") && Contains("not valid TOML"));
  CHECK_THAT(complaint(with("mass_kg = 1.0", "mass_kg = 1.0\nmass_kg = 2.0")),
             Contains("small.toml:8:") && Contains("cannot redefine"));
  CHECK(count_lines(complaint("[.0")) == 1);
}

}  // namespace
}  // namespace montecopter
