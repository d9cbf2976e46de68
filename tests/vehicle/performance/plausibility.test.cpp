/// Each plausibility warning is raised by a vehicle that deserves it, and by no sound one.

#include "vehicle/performance/multirotor_plausibility.hpp"

#include <catch2/catch.hpp>

#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/load.hpp"
#include "scenario/loaded_vehicle.hpp"
#include "vehicle/performance/readiness.hpp"

namespace montecopter {
namespace {

std::string warnings_of(const std::string& name, std::vector<std::string> overrides = {},
                        std::optional<double> step_s = {}) {
  overrides.push_back("environment.gravity_m_s2=9.81");
  const LoadedVehicle loaded =
      load_vehicle(std::string(MONTECOPTER_SCENARIOS) + "/vehicles/" + name + ".toml", overrides);
  const MultirotorModel model(std::get<Multirotor>(loaded.vehicle), {9.81, 1.225});
  std::string text;
  const std::optional<MultirotorTrim> trim = hover(model);
  for (const auto& warnings :
       {readiness_warnings(model, trim, control_authority(model).heading_held),
        plausibility_warnings(model, trim, step_s)}) {
    for (const PlausibilityWarning& d : warnings) text += d.what + "; ";
  }
  return text;
}

using Catch::Matchers::Contains;

TEST_CASE("sound vehicles raise no plausibility warning") {
  CHECK(warnings_of("sih2019") == "");
  CHECK(warnings_of("neo9-hexa") == "");
  CHECK(warnings_of("f450") == "");
  CHECK(warnings_of("sih2022", {}, 0.0025) == "");
}

TEST_CASE("each implausible number is warned of") {
  CHECK_THAT(warnings_of("sih2019", {"vehicle.inertia_kg_m2.zz=0.0495"}),
             Contains("the largest moment of inertia is 0.990 of the sum of the others"));
  CHECK_THAT(warnings_of("sih2019", {"vehicle.mass_kg=1.9"}), Contains("thrust to weight is 1.07"));
  CHECK_THAT(
      warnings_of("sih2019", {"vehicle.mass_kg=0.2"}),
      Contains("thrust to weight is 10.2") && Contains("hovers at 10 % of the command range"));
  CHECK_THAT(warnings_of("sih2019", {"vehicle.mass_kg=1.75"}), Contains("hovers at 86 %"));
  CHECK_THAT(warnings_of("polyrotor-rpg"), Contains("the thrust polynomial is -1.08 N"));
  CHECK_THAT(warnings_of("flightgoggles"),
             Contains("the torque-to-thrust ratio of a rotor is 0.136 m"));
  CHECK_THAT(warnings_of("flightgoggles", {}, 0.005),
             Contains("the step of 0.005 s is 0.25 times"));
  CHECK_THAT(warnings_of("f450", {"vehicle.rotor.motor.max=2500"}), Contains("Mach 0.88"));
}

TEST_CASE("rotors that cannot turn the vehicle are told") {
  // All four on the x axis: nothing rolls.
  const std::string on_a_line = warnings_of(
      "flightgoggles",
      {"vehicle.rotors.0.position_m=[0.08, 0, 0]", "vehicle.rotors.1.position_m=[-0.08, 0, 0]",
       "vehicle.rotors.2.position_m=[-0.16, 0, 0]", "vehicle.rotors.3.position_m=[0.16, 0, 0]"});
  CHECK_THAT(on_a_line, Contains("its rotors control 3 of the 4 axes"));
}

TEST_CASE("rotors whose effect overflows are told, not ranked") {
  // A millionth of this range of commands, squared, is beyond the largest double.
  const std::string quadrotor = std::string(MONTECOPTER_SCENARIOS) + "/vehicles/flightgoggles.toml";
  const auto vehicle = [&](std::vector<std::string> overrides) {
    return std::get<Multirotor>(load_vehicle(quadrotor, overrides).vehicle);
  };
  const MultirotorModel sound(vehicle({}), {9.81, 1.225});
  const MultirotorModel absurd(vehicle({"vehicle.rotor.motor.max=1e300"}), {9.81, 1.225});
  const auto warnings = readiness_warnings(absurd, hover(sound), {});
  REQUIRE_FALSE(warnings.empty());
  CHECK(warnings.back().what == "the effect of its rotors at hover is not finite");
}

}  // namespace
}  // namespace montecopter
