#pragma once
/// The real autopilot in the loop: a binary of ArduPilot's simulation in software (SITL), which is
/// the user's own, over its JSON interface. src/ardupilot has what is said there.

#include <string>
#include <vector>

#include "dynamics/controllers/program.hpp"

namespace montecopter {

/// Which output of the firmware drives which rotor. But for the last they are those of
/// ardupilot/motor_frames.hpp, in their order.
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

struct ArdupilotController : ProgramController {
  static constexpr std::string_view type_name = "ardupilot_json";
  static constexpr std::string_view doc =
      "ArduPilot's own firmware for multirotors: a binary of its simulation in software (SITL), in "
      "lockstep over its JSON interface";
  static constexpr ProgramNames program_names = {
      "command", "firmware", "Give command = [\"./arducopter\"]",
      "Words that begin with ./ or ../ are files, relative to the file that names them"};

  std::vector<std::string> command;
  std::vector<std::string> parameter_files;
  std::string frame = "quad_x";
  double pulse_low_s = 0.001, pulse_high_s = 0.002;
  double startup_s = 30.0;
  std::vector<std::vector<double>> rc;
  double timeout_s = 10.0;

  static constexpr auto fields() {
    using A = ArdupilotController;
    using P = ProgramController;
    return join(
        LoopTiming::fields(),
        FieldList{
            field("command", &A::command,
                  "The firmware and arguments of your own, such as --home. Words that begin with "
                  "./ or ../ are files, relative to the file that names them, and are hashed; so "
                  "is a program with its whole path. Another first word is looked up in PATH"),
            field("parameter_files", &A::parameter_files,
                  "Files of its parameters, relative to the file that names them, as --defaults "
                  "takes them; they are hashed, too"),
            field("parameters", &P::parameters, "1", any_number, Vary::per_sample,
                  "A parameter of the firmware, in the unit that it has there; it goes before "
                  "those of the files"),
            field("frame", &A::frame, ardupilot_frames,
                  "Which output of the firmware drives which rotor: the frame that its parameters "
                  "choose, to which the rotors of the vehicle have to belong"),
            field("pulse_low_s", &A::pulse_low_s, units::time, non_negative, Vary::fixed,
                  "Pulse of an output at which its motor has its lowest command (MOT_PWM_MIN)"),
            field("pulse_high_s", &A::pulse_high_s, units::time, positive, Vary::fixed,
                  "Pulse at which it has its highest one (MOT_PWM_MAX)"),
            field("startup_s", &A::startup_s, units::time, non_negative, Vary::fixed,
                  "Time that the firmware has before the flight, with the vehicle held at rest "
                  "where it starts"),
            field("rc", &A::rc,
                  "Rows [time, channel 1, channel 2, ...] of a radio control: seconds since the "
                  "start of the flight, negative before it, and pulses [us], 0 to leave a channel "
                  "as it is"),
            field("timeout_s", &A::timeout_s, units::time, positive, Vary::fixed,
                  "Longest time of the clock that a frame may take"),
            field("sha256", &P::sha256,
                  "SHA-256 of the files (of their bytes one after another), which are flown with "
                  "no others; default: that of the files as they are, which a resolved scenario "
                  "has"),
        });
  }

  /// Words of the command, then the files of parameters.
  std::vector<ProgramWord> named() const {
    std::vector<ProgramWord> all;
    for (const std::string& word : command) all.push_back({word, is_own_file(word, all.empty())});
    for (const std::string& file : parameter_files) all.push_back({file, true});
    return all;
  }
};

}  // namespace montecopter
