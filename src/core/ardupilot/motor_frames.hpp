#pragma once
/// Assignment of servo outputs to rotors, by the frames that the firmware knows: the order of the
/// motors, the angle of each, and its direction of rotation. Source: ArduPilot,
/// libraries/AP_Motors, AP_MotorsMatrix::setup_quad_matrix and its neighbours.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace montecopter::ardupilot {

/// A motor as the firmware's tables have it.
struct FrameMotor {
  double angle_deg;        ///< from the nose to the right, seen from above
  bool counter_clockwise;  ///< how the rotor turns, seen from above
};

struct MotorFrame {
  std::string_view name;  ///< "quad_x"
  std::string_view what;  ///< as the parameters of the firmware choose it
  std::span<const FrameMotor> motors;
};

/// A closed list.
std::span<const MotorFrame> motor_frames();

/// Null if there is none of that name.
const MotorFrame* find_motor_frame(std::string_view name);

/// A rotor of the vehicle.
struct PlacedRotor {
  double forward_m, right_m;  ///< of the hub, from the centre of mass
  bool counter_clockwise;     ///< seen from above
};

/// The output of each rotor, 1 for the first motor of the frame. A rotor belongs to the motor that
/// turns as it does and stands within 20 degrees of it, which is less than half of the way between
/// two neighbours. `problem` says which rotor has none, or that the numbers differ; then the list
/// is empty.
struct RotorOutputs {
  std::vector<int> outputs;
  std::string problem;
};
RotorOutputs outputs_of(std::span<const PlacedRotor> rotors, const MotorFrame& frame);

}  // namespace montecopter::ardupilot
