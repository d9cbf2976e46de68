/// Helicopters in scenarios: what is read, and what single values cannot say.

#include <catch2/catch.hpp>

#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/derived/paths.hpp"
#include "scenario/loaded_vehicle.hpp"
#include "support/small_scenario.hpp"

namespace montecopter {
namespace {

using Catch::Matchers::Contains;

const std::string hovering = R"(schema = 1
[vehicle]
include = "vehicles/marvin.toml"
[controller]
type = "command_table"
rows = [[0, 1030, 60, 45, -205, 730], [0.5, 1030, 70, 45, -205, 730]]
[integrator]
type = "rk4"
rate_hz = 100
[simulation]
duration_s = 1
)";

/// The complaint about MARVIN with one key changed, after a check that it is a single one.
std::string only(const std::string& override_text) {
  const std::string text = complaint(hovering, {override_text});
  CHECK(count_lines(text) == 1);
  return text;
}

std::vector<std::string> warnings_of(const std::string& text,
                                     const std::vector<std::string>& overrides = {}) {
  std::vector<std::string> texts;
  for (const Problem& problem : load(text, overrides).warnings) texts.push_back(problem.text());
  return texts;
}

TEST_CASE("MARVIN is read") {
  const LoadedScenario loaded = load(hovering);
  CHECK(loaded.warnings.empty());
  const auto& vehicle = std::get<Helicopter>(*loaded.scenario.vehicle);
  CHECK(vehicle.frame == "NWU/FLU");
  CHECK(vehicle.main_rotor.position_m == std::array<double, 3>{0.019, 0.013, 0});
  CHECK(vehicle.tail_rotor.gear_ratio == 85.0 / 15.0);
  CHECK(vehicle.operating_points.first_hover.throttle == 730);
  CHECK_FALSE(vehicle.operating_points.second_hover.tail);
  CHECK_FALSE(vehicle.servos.collective_min);
  CHECK(controls(*loaded.scenario.vehicle).count == 5);
  const LoadedScenario again = load(loaded.resolved);
  CHECK(again.resolved == loaded.resolved);
}

TEST_CASE("every number of a helicopter may be dispersed") {
  Scenario scenario = load(hovering, {"vehicle.operating_points.second_hover.tail=-189.4",
                                      "vehicle.servos.tail_max=100"})
                          .scenario;
  int numbers = 0;
  for (const std::string& path : number_paths(all_numbers(scenario))) {
    if (path.rfind("vehicle.", 0) != 0 || path.find('*') != std::string::npos) continue;
    INFO(path);
    const auto found = find_numbers(scenario, path);
    REQUIRE(found.size() == 1);
    CHECK(found[0].vary == Vary::per_sample);
    ++numbers;
  }
  // Body 18, rotors 12, operating points 14, servos 2 (one limit is given), noise 2.
  CHECK(numbers == 51);
  CHECK(complaint(hovering + "[disperse.\"vehicle.operating_points.second_hover.tail\"]\n"
                             "dist = \"uniform\"\nlow = -190\nhigh = -189\n",
                  {"vehicle.operating_points.second_hover.tail=-189.4"})
            .empty());
}

TEST_CASE("both operating points are needed") {
  const std::string text =
      complaint(with("include = \"vehicles/marvin.toml\"", "type = \"helicopter\"", hovering));
  CHECK_THAT(text, Contains("missing 'vehicle.operating_points'") &&
                       Contains("first_hover.rotor_speed_rad_s") &&
                       Contains("second_hover.collective"));
}

TEST_CASE("operating points that coincide tell nothing") {
  const std::string at = "vehicle.operating_points.";
  CHECK(only(at + "second_hover.collective=1030") ==
        "--set vehicle.operating_points.second_hover.collective=1030: error: both operating points "
        "have "
        "the collective pitch 1030 (lift and drag follow from hovers at two pitches). Give a hover "
        "at another rotor speed.");
  CHECK_THAT(only(at + "second_hover.collective=-1030"),
             Contains("have the collective pitches 1030 and -1030 (drag depends on the square"));
  CHECK_THAT(only(at + "first_hover.tail=0"),
             Contains("'vehicle.operating_points.first_hover.tail' is 0"));
  CHECK_THAT(only(at + "second_hover.tail=-205"),
             Contains("both operating points have the tail pitch -205") &&
                 Contains("Remove the second one if the blades are symmetric"));
}

TEST_CASE("hovers that do not fit together are wondered at") {
  CHECK(warnings_of(hovering, {"vehicle.operating_points.second_hover.roll_rad=0.0998"}).empty());
  const auto more = warnings_of(hovering, {"vehicle.operating_points.second_hover.roll_rad=0.12"});
  REQUIRE(more.size() == 1);
  CHECK_THAT(more[0],
             Contains("the drag of the main rotor is negative in the square of the pitch"));
  const auto less = warnings_of(hovering, {"vehicle.operating_points.second_hover.roll_rad=0.05"});
  REQUIRE(less.size() == 1);
  CHECK_THAT(less[0], Contains("the drag of the main rotor is negative at zero pitch (K_1 = "));
}

TEST_CASE("blades begin before they end, limits lie in order") {
  CHECK_THAT(only("vehicle.main_rotor.inner_radius_m=0.92"),
             Contains("'vehicle.main_rotor' has inner_radius_m 0.92 and outer_radius_m 0.92 "
                      "(inner_radius_m must be below outer_radius_m)"));
  CHECK_THAT(only("vehicle.tail_rotor.outer_radius_m=0.04"), Contains("'vehicle.tail_rotor' has"));
  CHECK_THAT(
      complaint(hovering, {"vehicle.servos.throttle_min=5", "vehicle.servos.throttle_max=5"}),
      Contains("'vehicle.servos' has throttle_min 5 and throttle_max 5 (throttle_min must be below "
               "throttle_max)"));
  CHECK(complaint(hovering, {"vehicle.servos.throttle_max=5"}).empty());
}

TEST_CASE("the inertia is that of a body") {
  CHECK_THAT(only("vehicle.inertia_kg_m2.zz=1.7"), Contains("breaks the triangle inequality"));
}

TEST_CASE("numbers out of range") {
  CHECK_THAT(only("vehicle.operating_points.first_hover.roll_rad=0"),
             Contains("must be > 0 and < 1.5"));
  CHECK_THAT(only("vehicle.main_rotor.inertia_kg_m2=0"), Contains("must be > 0"));
  CHECK_THAT(only("vehicle.tail_rotor.profile_fraction=1.1"), Contains("must be between 0 and 1"));
  CHECK_THAT(only("vehicle.servos.advance=smooth"),
             Contains("unknown advance 'smooth' of 'vehicle.servos'. Known: continuous and "
                      "per_step"));
}

TEST_CASE("flapping blades are read, dispersed and checked") {
  const std::string flapping = "vehicle.main_rotor.flapping.";
  const std::vector<std::string> blades = {flapping + "lock_number=4"};
  CHECK(complaint(hovering, blades).empty());
  CHECK_THAT(complaint(hovering, {flapping + "hinge_offset=0.1"}),
             Contains("missing 'vehicle.main_rotor.flapping.lock_number'"));
  CHECK_THAT(only(flapping + "lock_number=0"), Contains("must be > 0"));
  const auto with = [&](const std::string& override_) {
    return complaint(hovering, {blades[0], override_});
  };
  CHECK_THAT(with(flapping + "hinge_offset=0.6"), Contains("must be between 0 and 0.5"));
  CHECK_THAT(with(flapping + "hub_stiffness_n_m_rad=-1"), Contains("must be >= 0"));
  const auto told = warnings_of(hovering, blades);  // MARVIN's hub has no height
  REQUIRE(told.size() == 1);
  CHECK_THAT(told[0], Contains("the tilt of the main rotor does not turn the vehicle"));
  CHECK(warnings_of(hovering, {blades[0], flapping + "hinge_offset=0.01"}).empty());
  CHECK(warnings_of(hovering, {blades[0], "vehicle.main_rotor.position_m=[0.019, 0.013, 0.3]"})
            .empty());
  const auto start = [](int actuators) {
    std::string list = "120, 1030, 60, 45, -205, 730";
    for (int k = 6; k < actuators; ++k) list += ", 0";
    return "simulation.initial.actuators=[" + list + "]";
  };
  CHECK(with(start(6)).empty());
  CHECK(with(start(9)).empty());
  CHECK_THAT(with(start(7)), Contains("7 initial actuators for a helicopter") &&
                                 Contains("2 flapping angles and the induced velocity"));
  CHECK_THAT(only(start(9)), Contains("9 initial actuators for a helicopter"));
  // At 120 rad/s and gamma = 4 the eigenvalue of flapping is 29 1/s; Euler bears 68 ms.
  CHECK(with("integrator={type = \"euler\", rate_hz = 40}").empty());
  CHECK_THAT(with("integrator={type = \"euler\", rate_hz = 10}"), Contains("flapping"));
  CHECK(complaint(hovering + "[disperse.\"vehicle.main_rotor.flapping.lock_number\"]\n"
                             "dist = \"uniform\"\nlow = 3\nhigh = 5\n",
                  blades)
            .empty());
}

/// MARVIN at rest in steps of this length.
std::string stepped(const std::string& step_s) {
  const std::string text = with("rate_hz = 100", "step_s = " + step_s, hovering);
  return with("duration_s = 1", "steps = 4", with(", [0.5, 1030, 70, 45, -205, 730]", "", text));
}

TEST_CASE("a step suits the servos") {
  // Their lag is 0.4 s.
  CHECK(warnings_of(stepped("0.4")).empty());
  REQUIRE(warnings_of(stepped("0.5")).size() == 1);
  CHECK_THAT(warnings_of(stepped("0.5"))[0],
             Contains("vehicles/marvin.toml:") &&
                 Contains("rk4 is inaccurate for the servo lag (a step of 0.5 s, a time constant "
                          "of 0.4 s). Use a step of 0.2 s or less"));
  CHECK_THAT(complaint(stepped("2")), Contains("rk4 is unstable for the servo lag"));
  const std::string held = "vehicle.servos.advance=per_step";
  CHECK(warnings_of(stepped("0.4"), {held}).empty());
  CHECK_THAT(warnings_of(stepped("0.5"), {held}).at(0), Contains("per_step is inaccurate"));
  CHECK_THAT(complaint(stepped("0.8"), {held}), Contains("per_step is unstable"));
  // An integrator that chooses its own steps follows servos that move all the time, and no others.
  const std::string own = "integrator.type=dopri5";
  CHECK(warnings_of(stepped("2"), {own}).empty());
  CHECK_THAT(complaint(stepped("2"), {own, held}), Contains("per_step is unstable for the servo"));
}

TEST_CASE("a step suits the inflow of flapping blades") {
  // With gamma = 1 inflow settles in 42.8 ms, flapping in 134 ms.
  const std::vector<std::string> blades = {"vehicle.main_rotor.flapping.lock_number=1",
                                           "vehicle.main_rotor.flapping.hinge_offset=0.01"};
  CHECK(warnings_of(stepped("0.04"), blades).empty());
  REQUIRE(warnings_of(stepped("0.05"), blades).size() == 1);
  CHECK_THAT(warnings_of(stepped("0.05"), blades)[0],
             Contains("rk4 is inaccurate for the inflow lag (a step of 0.05 s, a time constant of "
                      "0.0428"));
  CHECK(complaint(stepped("0.118"), blades).empty());
  CHECK_THAT(complaint(stepped("0.12"), blades), Contains("rk4 is unstable for the inflow lag"));
  const std::vector<std::string> own = {blades[0], blades[1], "integrator.type=dopri5"};
  CHECK(warnings_of(stepped("0.12"), own).empty());
}

TEST_CASE("initial actuators are the rotor's speed and five servos") {
  const std::string path = "simulation.initial.actuators=";
  CHECK(complaint(hovering, {path + "[120, 1030, 60, 45, -205, 730]"}).empty());
  CHECK_THAT(
      only(path + "[120, 1030]"),
      Contains("2 initial actuators for a helicopter (give the speed of the main rotor and 5 "
               "servos, or none"));
  CHECK_THAT(only(path + "[-1, 1030, 60, 45, -205, 730]"),
             Contains("the main rotor starts at -1 rad/s (it cannot turn backwards)"));
}

TEST_CASE("a row has a time and five commands") {
  CHECK_THAT(only("controller.rows=[[0, 1030, 60]]"),
             Contains("the row has 3 numbers instead of 6 (a time and 5 commands, in the order "
                      "collective, cyclic_x, cyclic_y, tail and throttle)"));
}

TEST_CASE("the noise of a helicopter has a rate of its own") {
  CHECK(complaint(hovering, {"vehicle.process_noise.rate_hz=50"}).empty());
  CHECK_THAT(only("vehicle.process_noise.rate_hz=30"),
             Contains("a period of 30 Hz is not a whole number of steps"));
}

TEST_CASE("a key of another vehicle is unknown") {
  CHECK_THAT(only("vehicle.linear_drag_n_s_m=1"),
             Contains("unknown key 'vehicle.linear_drag_n_s_m'"));
}

TEST_CASE("vehicle files of helicopters are checked alone") {
  const std::string file = MONTECOPTER_SCENARIOS "/vehicles/marvin.toml";
  CHECK(std::holds_alternative<Helicopter>(load_vehicle(file).vehicle));
  CHECK_THROWS_WITH(load_vehicle(file, {"vehicle.operating_points.second_hover.collective=1030"}),
                    Contains("both operating points have the collective pitch"));
}

}  // namespace
}  // namespace montecopter
