#include "scenario/derived/rotor_outputs.hpp"

#include <numeric>

#include "dynamics/vehicles/rigid_body_setup.hpp"

namespace montecopter {
namespace {

/// Positive speed is right-handed about the axis of thrust, which points upwards where a rotor
/// lifts: counter-clockwise, seen from above (z is down in FRD).
ardupilot::PlacedRotor placed(const Rotor& rotor, const std::array<double, 3>& signs) {
  const double upwards = -signs[2] * rotor.axis[2];
  return {signs[0] * rotor.position_m[0], signs[1] * rotor.position_m[1],
          static_cast<double>(rotor.spin) * upwards > 0};
}

}  // namespace

ardupilot::RotorOutputs rotor_outputs(const Multirotor& vehicle, const std::string& name) {
  const ardupilot::MotorFrame* frame = ardupilot::find_motor_frame(name);
  if (frame == nullptr) {  // as they are listed
    std::vector<int> outputs(vehicle.rotors.size());
    std::iota(outputs.begin(), outputs.end(), 1);
    return {outputs, ""};
  }
  std::vector<ardupilot::PlacedRotor> rotors;
  for (const Rotor& rotor : vehicle.rotors) {
    rotors.push_back(placed(rotor, frame_signs(vehicle.frame)));
  }
  return ardupilot::outputs_of(rotors, *frame);
}

}  // namespace montecopter
