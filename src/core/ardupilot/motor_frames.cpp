#include "core/ardupilot/motor_frames.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/numerics/angles.hpp"

namespace montecopter::ardupilot {
namespace {

constexpr bool ccw = true, cw = false;
constexpr FrameMotor quad_plus[] = {{90, ccw}, {-90, ccw}, {0, cw}, {180, cw}};
constexpr FrameMotor quad_x[] = {{45, ccw}, {-135, ccw}, {-45, cw}, {135, cw}};
constexpr FrameMotor quad_betaflight_x[] = {{135, cw}, {45, ccw}, {-135, ccw}, {-45, cw}};
constexpr FrameMotor quad_clockwise_x[] = {{45, ccw}, {135, cw}, {-135, ccw}, {-45, cw}};
constexpr FrameMotor hexa_plus[] = {{0, cw},   {180, ccw}, {-120, cw},
                                    {60, ccw}, {-60, ccw}, {120, cw}};
constexpr FrameMotor hexa_x[] = {{90, cw},   {-90, ccw}, {-30, cw},
                                 {150, ccw}, {30, ccw},  {-150, cw}};
constexpr FrameMotor octa_plus[] = {{0, cw},    {180, cw},   {45, ccw}, {135, ccw},
                                    {-45, ccw}, {-135, ccw}, {-90, cw}, {90, cw}};
constexpr FrameMotor octa_x[] = {{22.5, cw},   {-157.5, cw},  {67.5, ccw}, {157.5, ccw},
                                 {-22.5, ccw}, {-112.5, ccw}, {-67.5, cw}, {112.5, cw}};

constexpr MotorFrame frames[] = {
    {"quad_x", "FRAME_CLASS 1, FRAME_TYPE 1", quad_x},
    {"quad_plus", "FRAME_CLASS 1, FRAME_TYPE 0", quad_plus},
    {"quad_betaflight_x", "FRAME_CLASS 1, FRAME_TYPE 12", quad_betaflight_x},
    {"quad_clockwise_x", "FRAME_CLASS 1, FRAME_TYPE 14", quad_clockwise_x},
    {"hexa_x", "FRAME_CLASS 2, FRAME_TYPE 1", hexa_x},
    {"hexa_plus", "FRAME_CLASS 2, FRAME_TYPE 0", hexa_plus},
    {"octa_x", "FRAME_CLASS 3, FRAME_TYPE 1", octa_x},
    {"octa_plus", "FRAME_CLASS 3, FRAME_TYPE 0", octa_plus},
};

constexpr double most_apart_deg = 20;

/// The number of a motor, from 1; 0 if none is like the rotor.
int motor_like(const PlacedRotor& rotor, const MotorFrame& frame) {
  if (rotor.forward_m == 0 && rotor.right_m == 0) return 0;
  const double angle = std::atan2(rotor.right_m, rotor.forward_m) * deg_per_rad;
  for (std::size_t i = 0; i < frame.motors.size(); ++i) {
    const FrameMotor& motor = frame.motors[i];
    const double apart = std::abs(std::remainder(angle - motor.angle_deg, 360));
    if (motor.counter_clockwise == rotor.counter_clockwise && apart <= most_apart_deg) {
      return static_cast<int>(i) + 1;
    }
  }
  return 0;
}

}  // namespace

std::span<const MotorFrame> motor_frames() { return frames; }

const MotorFrame* find_motor_frame(std::string_view name) {
  const auto at = std::find_if(std::begin(frames), std::end(frames),
                               [&](const MotorFrame& frame) { return frame.name == name; });
  return at == std::end(frames) ? nullptr : &*at;
}

RotorOutputs outputs_of(std::span<const PlacedRotor> rotors, const MotorFrame& frame) {
  RotorOutputs found;
  if (rotors.size() != frame.motors.size()) {
    found.problem = fmt::format("{} has {} motors, and the vehicle has {} rotors", frame.name,
                                frame.motors.size(), rotors.size());
    return found;
  }
  for (std::size_t i = 0; i < rotors.size(); ++i) {
    const int motor = motor_like(rotors[i], frame);
    const auto other = std::find(found.outputs.begin(), found.outputs.end(), motor);
    if (motor == 0) {
      found.problem = fmt::format(
          "{} has no motor at the place of rotor {} with the same direction of rotation",
          frame.name, i);
    } else if (other != found.outputs.end()) {
      found.problem = fmt::format("rotors {} and {} of the vehicle match the same motor of {}",
                                  other - found.outputs.begin(), i, frame.name);
    }
    if (!found.problem.empty()) return {{}, found.problem};
    found.outputs.push_back(motor);
  }
  return found;
}

}  // namespace montecopter::ardupilot
