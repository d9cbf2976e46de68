/// The canonical text is complete and stable.

#include "scenario/write.hpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "support/small_scenario.hpp"

namespace montecopter {
namespace {

using Catch::Matchers::Contains;

void check_round_trip(const LoadedScenario& loaded) {
  const LoadedScenario again =
      load_scenario_text(loaded.resolved, loaded.scenario.name + ".toml", "/nowhere");
  CHECK(again.resolved == loaded.resolved);
  CHECK(write_scenario(again.scenario) == loaded.resolved);
}

TEST_CASE("load, write, load, write gives the same text") {
  check_round_trip(load(small_scenario));
  for (const auto& file : std::filesystem::directory_iterator(MONTECOPTER_SCENARIOS "/examples")) {
    const std::string name = file.path().stem().string();
    const std::string path = file.path().string();
    const LoadedScenario loaded = load_scenario(path);
    CHECK(loaded.scenario.name == name);
    CHECK(loaded.warnings.empty());
    check_round_trip(loaded);
  }
}

TEST_CASE("numbers keep their bits, rates their ratio") {
  const LoadedScenario loaded =
      load(small_scenario, {"vehicle.mass_kg=1.0000000000000002", "integrator.rate_hz=\"2000/2\"",
                            "output.rate_hz=\"1000/3\"", "wind.0.to_m_s=[5e-324, 1e22, -0.0]",
                            "vehicle.process_noise.rate_hz=1000"});
  CHECK_THAT(loaded.resolved, Contains("mass_kg = 1.0000000000000002\n") &&
                                  Contains("rate_hz = 1000\n") &&
                                  Contains("rate_hz = \"1000/3\"\n") &&
                                  Contains("to_m_s = [5e-324, 1e+22, -0.0]\n"));
  check_round_trip(loaded);
}

TEST_CASE("tolerances belong to controlled integrators") {
  CHECK(load(small_scenario).resolved.find("tolerance") == std::string::npos);
  const LoadedScenario loaded = load(small_scenario, {"integrator.type=dopri5"});
  CHECK_THAT(loaded.resolved, Contains("relative_tolerance = 1e-10\n"));
  check_round_trip(loaded);
}

TEST_CASE("a scenario without winds says so") {
  const LoadedScenario loaded = load(small_scenario, {"wind=[]"});
  CHECK_THAT(loaded.resolved, Contains("wind = []\n"));
  check_round_trip(loaded);
}

}  // namespace
}  // namespace montecopter
