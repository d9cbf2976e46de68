/// Outputs of ArduPilot's firmware for the rotors of a vehicle, in either frame of its numbers.

#include "scenario/rotor_outputs.hpp"

#include <catch2/catch.hpp>

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

TEST_CASE("Rotors find their outputs in either frame of the vehicle's numbers") {
  ArdupilotController controller;
  for (const char* frame : {"NED/FRD", "NWU/FLU"}) {
    CAPTURE(frame);
    Multirotor vehicle = quad_x(frame);
    controller.frame = "quad_x";
    CHECK(rotor_outputs(vehicle, controller).outputs == std::vector<int>{1, 2, 3, 4});
    std::swap(vehicle.rotors[0], vehicle.rotors[3]);
    CHECK(rotor_outputs(vehicle, controller).outputs == std::vector<int>{4, 2, 3, 1});
    controller.frame = "as_listed";
    CHECK(rotor_outputs(vehicle, controller).outputs == std::vector<int>{1, 2, 3, 4});
    controller.frame = "quad_plus";
    CHECK_FALSE(rotor_outputs(vehicle, controller).problem.empty());
    // The other way round.
    controller.frame = "quad_x";
    for (Rotor& rotor : vehicle.rotors) rotor.spin = -rotor.spin;
    CHECK_FALSE(rotor_outputs(vehicle, controller).problem.empty());
  }
}
