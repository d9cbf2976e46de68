/// Outputs of firmwares for the rotors of a vehicle, in either frame of its numbers.

#include "scenario/derived/rotor_outputs.hpp"

#include <catch2/catch.hpp>

#include "dynamics/controllers/ardupilot.hpp"
#include "dynamics/controllers/px4_mavlink.hpp"

using namespace montecopter;

namespace {

/// A quadrotor in X as ArduPilot's parameters have it: front right and rear left turn
/// counter-clockwise, seen from above.
Multirotor quad_x(const std::string& frame) {
  const double left = frame == "NED/FRD" ? -1 : 1, up = left;
  Multirotor vehicle;
  vehicle.frame = frame;
  const double places[4][2] = {
      {0.2, -0.2}, {-0.2, 0.2}, {0.2, 0.2}, {-0.2, -0.2}};  // forward, left
  for (int i = 0; i < 4; ++i) {
    Rotor rotor;
    rotor.position_m = {places[i][0], left * places[i][1], 0};
    rotor.axis = {0, 0, up};
    rotor.spin = i < 2 ? 1 : -1;
    vehicle.rotors.push_back(rotor);
  }
  return vehicle;
}

}  // namespace

TEST_CASE("The frames of a scenario are those of the firmware's tables") {
  REQUIRE(ardupilot_frames.size() == ardupilot::motor_frames().size() + 1);
  for (std::size_t i = 0; i < ardupilot::motor_frames().size(); ++i) {
    CHECK(ardupilot_frames[i].name == ardupilot::motor_frames()[i].name);
    CHECK(ardupilot_frames[i].doc == ardupilot::motor_frames()[i].what);
  }
  CHECK(ardupilot::find_motor_frame(ardupilot_frames.back().name) == nullptr);
}

TEST_CASE("A frame of PX4 is one of the tables, or none") {
  REQUIRE(px4_frames.size() == 2);
  CHECK(ardupilot::find_motor_frame(px4_frames[0].name) != nullptr);
  CHECK(ardupilot::find_motor_frame(px4_frames[1].name) == nullptr);
}

TEST_CASE("Rotors find their outputs in either frame of the vehicle's numbers") {
  for (const char* frame : {"NED/FRD", "NWU/FLU"}) {
    CAPTURE(frame);
    Multirotor vehicle = quad_x(frame);
    CHECK(rotor_outputs(vehicle, "quad_x").outputs == std::vector<int>{1, 2, 3, 4});
    std::swap(vehicle.rotors[0], vehicle.rotors[3]);
    CHECK(rotor_outputs(vehicle, "quad_x").outputs == std::vector<int>{4, 2, 3, 1});
    CHECK(rotor_outputs(vehicle, "as_listed").outputs == std::vector<int>{1, 2, 3, 4});
    CHECK_FALSE(rotor_outputs(vehicle, "quad_plus").problem.empty());
    // The other way round.
    for (Rotor& rotor : vehicle.rotors) rotor.spin = -rotor.spin;
    CHECK_FALSE(rotor_outputs(vehicle, "quad_x").problem.empty());
  }
}
