/// Each warning about the validity of a rotor law is raised where it is true, and nowhere else.

#include "vehicle/performance/validity_warnings.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/loaded_vehicle.hpp"
#include "support/scenario_builder.hpp"
#include "vehicle/performance/known_flight.hpp"

namespace montecopter {
namespace {

using Catch::Matchers::Contains;

std::string warnings_of(const std::string& name, const std::vector<std::string>& overrides = {},
                        double density_kg_m3 = 1.225) {
  const LoadedVehicle loaded =
      load_vehicle(std::string(MONTECOPTER_SCENARIOS) + "/vehicles/" + name + ".toml", overrides);
  const MultirotorModel model(std::get<Multirotor>(loaded.vehicle), {9.81, density_kg_m3});
  std::string text;
  for (const auto& w : validity_warnings(model, hover(model))) text += w.what + "; ";
  return text;
}

TEST_CASE("coaxial and overlapping rotors without interference are told") {
  CHECK_THAT(warnings_of("naki-octo"), Contains("are coaxial, and their interference is left out"));
  CHECK(warnings_of("naki-octo", {"vehicle.rotor.radius_m=0.19",
                                  "vehicle.rotor_interference=\"momentum\""}) == "");
  CHECK(warnings_of("neo9-hexa") == "");
  CHECK_THAT(warnings_of("f450", {"vehicle.rotor.law.diameter_m=0.4"}),
             Contains("rotors 0 and 2 overlap"));
  CHECK(warnings_of("f450") == "");
}

TEST_CASE("a law without density is told away from its own") {
  CHECK_THAT(warnings_of("x500", {}, 0.777), Contains("the air density is 0.777 kg/m3"));
  CHECK(warnings_of("x500", {}, 1.15) == "");
  CHECK(warnings_of("f450", {}, 0.777) == "");  // its coefficients scale with the density
}

std::string flight_warnings(const ScenarioBuilder& scenario) {
  std::string text;
  for (const Problem& p : flight_validity_problems(scenario.load().scenario, 4)) {
    text += p.what + " (" + p.why + "); ";
  }
  return text;
}

/// A closed loop of the quadrotor, whose rotors of 0.1 m induce 5.65 m/s in hover.
ScenarioBuilder flight(const std::string& trajectory) {
  return ScenarioBuilder::empty()
      .put_quadrotor()
      .put_loop()
      .set("vehicle.rotor.radius_m", "0.1")
      .put("[trajectory]\n" + trajectory);
}

ScenarioBuilder circle(double speed_m_s) {
  return flight(fmt::format("type = \"circle\"\nradius_m = 20\nrate_rad_s = {}\n", speed_m_s / 20));
}
ScenarioBuilder climb(double speed_m_s) {
  return flight(
      fmt::format("type = \"helix\"\nradius_m = 0\nrate_rad_s = 1\nclimb_m_s = {}\n", speed_m_s));
}

TEST_CASE("a trajectory outside the rotor law is told, and one within is not") {
  CHECK(flight_warnings(circle(4.9)) == "");
  CHECK_THAT(flight_warnings(circle(5.4)), Contains("edgewise flow"));
  CHECK(flight_warnings(climb(1.8)) == "");
  CHECK_THAT(flight_warnings(climb(2.0)), Contains("axial flow"));
  CHECK_THAT(flight_warnings(climb(-6.4)), Contains("vortex ring"));
  CHECK(flight_warnings(climb(-1.8)) == "");
  // Wind is flight through the air.
  CHECK_THAT(flight_warnings(circle(4.0).add("[[wind]]\ntype = \"steady\"\nto_m_s = [3, 0, 0]")),
             Contains("edgewise flow"));
  // Without a radius nothing can be said.
  ScenarioBuilder unknown = ScenarioBuilder::empty().put_quadrotor().put_loop();
  CHECK(flight_warnings(unknown.set("trajectory.rate_rad_s", "5")) == "");
}

TEST_CASE("a trajectory near the ground is told unless the vehicle has ground effect") {
  ScenarioBuilder low = circle(1).put(
      "[environment.ground]\ntype = \"spring_damper\"\nstiffness_n_m = 1000\n"
      "damping_n_s_m = 20\n");
  low.set("trajectory.center_m", "[0, 0, -0.19]");
  CHECK_THAT(flight_warnings(low), Contains("nearer to the ground"));
  ScenarioBuilder high = low;
  CHECK(flight_warnings(high.set("trajectory.center_m", "[0, 0, -0.21]")) == "");
  CHECK(flight_warnings(low.set("vehicle.ground_effect", "\"cheeseman_bennett\"")) == "");
}

TEST_CASE("a trim says which limits it exceeds") {
  const LoadedVehicle loaded = load_vehicle(
      std::string(MONTECOPTER_SCENARIOS) + "/vehicles/x500.toml", {"vehicle.rotor.radius_m=0.127"});
  const MultirotorModel model(std::get<Multirotor>(loaded.vehicle), {9.81, 1.225});
  const auto limits_at = [&](const Eigen::Vector3d& velocity_m_s) {
    const auto trim = steady_flight(model, velocity_m_s);
    REQUIRE(trim);
    return limits_text(exceeded_limits(model, *trim));
  };
  CHECK(limits_at({0, 0, 0}) == "");
  CHECK(limits_at({0, 0, 7}) == "axial flow, vortex ring");  // down at about the induced velocity
  CHECK(limits_at({0, 0, -7}) == "axial flow");
  CHECK(limits_at({15, 0, 0}) == "edgewise flow");
}

}  // namespace
}  // namespace montecopter
