/// The order of motors, held against the laws that every frame has to obey, and against the frame
/// that was flown with the firmware (plus: 1 right, 2 left, 3 front, 4 rear).

#include "core/ardupilot/motor_frames.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

using namespace montecopter::ardupilot;

namespace {

PlacedRotor rotor_of(const FrameMotor& motor, double arm_m) {
  const double angle = motor.angle_deg * std::numbers::pi / 180;
  return {arm_m * std::cos(angle), arm_m * std::sin(angle), motor.counter_clockwise};
}

std::vector<PlacedRotor> rotors_of(const MotorFrame& frame) {
  std::vector<PlacedRotor> rotors;
  for (const FrameMotor& motor : frame.motors) rotors.push_back(rotor_of(motor, 0.3));
  return rotors;
}

}  // namespace

TEST_CASE("Every frame pushes through its middle, and its drags cancel") {
  REQUIRE(motor_frames().size() >= 8);
  for (const MotorFrame& frame : motor_frames()) {
    CAPTURE(frame.name);
    double forward = 0, right = 0, turn = 0;
    for (const PlacedRotor& rotor : rotors_of(frame)) {
      forward += rotor.forward_m;
      right += rotor.right_m;
      turn += rotor.counter_clockwise ? 1 : -1;
    }
    CHECK(std::abs(forward) < 1e-15 * 8);  // rounding of 8 sums below 1
    CHECK(std::abs(right) < 1e-15 * 8);
    CHECK(turn == 0);
    CHECK(find_motor_frame(frame.name) == &frame);
  }
  CHECK(find_motor_frame("quad") == nullptr);
}

TEST_CASE("Roll, pitch and yaw can be commanded apart in every frame") {
  // Moments by thrusts r_i x and drags s_i: their products over all motors vanish.
  for (const MotorFrame& frame : motor_frames()) {
    CAPTURE(frame.name);
    double tilt = 0, roll_yaw = 0, pitch_yaw = 0;
    for (const PlacedRotor& r : rotors_of(frame)) {
      const double spin = r.counter_clockwise ? 1 : -1;
      tilt += r.forward_m * r.right_m;
      roll_yaw += r.right_m * spin;
      pitch_yaw += r.forward_m * spin;
    }
    CHECK(std::abs(tilt) < 1e-15);
    CHECK(std::abs(roll_yaw) < 1e-15);
    CHECK(std::abs(pitch_yaw) < 1e-15);
  }
}

TEST_CASE("Rotors in any order find their outputs") {
  const MotorFrame& plus = *find_motor_frame("quad_plus");
  const PlacedRotor front{0.2, 0, false}, right{0, 0.2, true}, rear{-0.2, 0, false},
      left{0, -0.2, true};
  const std::vector<PlacedRotor> rotors = {front, right, rear, left};
  CHECK(outputs_of(rotors, plus).outputs == std::vector<int>{3, 1, 4, 2});
  for (const MotorFrame& frame : motor_frames()) {
    const RotorOutputs found = outputs_of(rotors_of(frame), frame);
    CAPTURE(frame.name, found.problem);
    REQUIRE(found.outputs.size() == frame.motors.size());
    for (std::size_t i = 0; i < found.outputs.size(); ++i) {
      CHECK(found.outputs[i] == static_cast<int>(i) + 1);
    }
  }
}

TEST_CASE("A vehicle of another frame is refused, and why is said") {
  const MotorFrame& x = *find_motor_frame("quad_x");
  const auto problem = [](std::vector<PlacedRotor> rotors, const MotorFrame& frame) {
    const RotorOutputs found = outputs_of(rotors, frame);
    CHECK(found.outputs.empty());
    return found.problem;
  };
  std::vector<PlacedRotor> rotors = rotors_of(x);
  rotors[2].counter_clockwise = true;
  CHECK(problem(rotors, x) ==
        "quad_x has no motor at the place of rotor 2 with the same direction of rotation");
  CHECK(problem(rotors_of(*find_motor_frame("quad_plus")), x).starts_with("quad_x has no motor"));
  CHECK(problem(rotors_of(*find_motor_frame("hexa_x")), x) ==
        "quad_x has 4 motors, and the vehicle has 6 rotors");
  rotors = rotors_of(x);
  rotors[1] = rotors[0];
  CHECK(problem(rotors, x) == "rotors 0 and 1 of the vehicle match the same motor of quad_x");
  rotors[0] = {0, 0, true};
  CHECK(problem(rotors, x).starts_with("quad_x has no motor at the place of rotor 0"));
}
