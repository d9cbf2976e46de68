#pragma once
/// The real autopilot in the loop: a binary of ArduPilot's simulation in software (SITL), which is
/// the user's own, over its JSON interface. src/core/ardupilot has what is said there.

#include <string>
#include <vector>

#include "dynamics/controllers/firmware.hpp"

namespace montecopter {

/// Assignments of firmware outputs to rotors. All but the last are the frames of
/// core/ardupilot/motor_frames.hpp, in their order.
inline constexpr std::array<Choice, 9> ardupilot_frames = {{
    {"quad_x", "FRAME_CLASS 1, FRAME_TYPE 1"},
    {"quad_plus", "FRAME_CLASS 1, FRAME_TYPE 0"},
    {"quad_betaflight_x", "FRAME_CLASS 1, FRAME_TYPE 12"},
    {"quad_clockwise_x", "FRAME_CLASS 1, FRAME_TYPE 14"},
    {"hexa_x", "FRAME_CLASS 2, FRAME_TYPE 1"},
    {"hexa_plus", "FRAME_CLASS 2, FRAME_TYPE 0"},
    {"octa_x", "FRAME_CLASS 3, FRAME_TYPE 1"},
    {"octa_plus", "FRAME_CLASS 3, FRAME_TYPE 0"},
    {"as_listed", "output 1 drives the first rotor of the vehicle, output 2 the second, ..."},
}};

struct ArdupilotController : FirmwareController {
  static constexpr std::string_view type_name = "ardupilot_json";
  static constexpr std::string_view doc =
      "ArduPilot's multirotor firmware: a software-in-the-loop (SITL) binary, in lockstep over its "
      "JSON interface";
  /// Whether it receives readings of magnetometer, barometer and GNSS. It makes its own.
  static constexpr bool reads_navigation_sensors = false;
  static constexpr auto example = std::to_array<ExampleKey>({
      {"command", R"(["./arducopter"])"},
      {"sha256", R"("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")"},
      {"parameters", "{ATC_RAT_RLL_P = 0.135}"},
      {"parameter_files", R"(["copter.parm"])"},
      {"rc", "[[0.0, 1500, 1500, 1000, 1500]]"},
  });
  static constexpr ProgramNames program_names = {
      "command", "firmware", "Give command = [\"./arducopter\"]",
      "Words that begin with ./ or ../ are files, relative to the file that names them"};
  static constexpr std::string_view why_not_repeatable = "";

  std::vector<std::string> parameter_files;
  double pulse_low_s = 0.001, pulse_high_s = 0.002;
  std::vector<std::vector<double>> rc;

  static constexpr auto fields() {
    using A = ArdupilotController;
    return join(
        FirmwareController::own_fields(),
        FieldList{
            field("parameter_files", &A::parameter_files,
                  "Parameter files of the firmware, as --defaults takes them, relative to the file "
                  "that names them; hashed as well, and passed after `parameters`"),
            field("frame", &A::frame, ardupilot_frames,
                  "Assignment of firmware outputs to rotors: the frame chosen by the firmware's "
                  "parameters, which the rotors of the vehicle must match"),
            field("pulse_low_s", &A::pulse_low_s, units::time, non_negative, Vary::fixed,
                  "Pulse width of the lowest motor command (MOT_PWM_MIN)"),
            field("pulse_high_s", &A::pulse_high_s, units::time, positive, Vary::fixed,
                  "Pulse width of the highest motor command (MOT_PWM_MAX)"),
            field("rc", &A::rc,
                  "Radio control rows [time, channel 1, channel 2, ...]: time in s since the start "
                  "of the flight, negative before it, and pulse widths in us, 0 to leave a channel "
                  "unchanged"),
        });
  }

  /// Words of the command, then the files of parameters.
  std::vector<ProgramWord> named() const {
    std::vector<ProgramWord> all = named_by_command();
    for (const std::string& file : parameter_files) {
      all.push_back({.text = file, .is_file = true, .key = "parameter_files"});
    }
    return all;
  }
};

}  // namespace montecopter
