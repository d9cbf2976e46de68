#pragma once
/// PX4 in the loop: a binary of its simulation in software (SITL), which is the user's own, over
/// the messages of MAVLink for simulators. src/core/mavlink has what is said there.

#include <algorithm>
#include <string>
#include <vector>

#include "dynamics/controllers/firmware.hpp"

namespace montecopter {

/// Assignments of firmware outputs to rotors. The first is a row of
/// core/ardupilot/motor_frames.hpp: in X both firmwares count their motors alike.
inline constexpr std::array<Choice, 2> px4_frames = {{
    {"quad_x", "front right, rear left, front left, rear right, as PX4's quadrotors in X"},
    {"as_listed", "output 1 drives the first rotor of the vehicle, output 2 the second, ..."},
}};

struct Px4MavlinkController : FirmwareController {
  static constexpr std::string_view type_name = "px4_mavlink";
  static constexpr std::string_view doc =
      "PX4's multirotor firmware: a software-in-the-loop (SITL) binary, in lockstep over MAVLink; "
      "repeatable in statistics, not in bits";
  /// Whether it receives readings of magnetometer, barometer and GNSS.
  static constexpr bool reads_navigation_sensors = true;
  static constexpr auto example = std::to_array<ExampleKey>({
      {"command", R"(["./px4/bin/px4"])"},
      {"sha256", R"("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")"},
      {"parameters", "{MPC_XY_P = 0.95}"},
      {"etc", R"("./px4/etc")"},
      {"commands", "[[0.0, 22], [0.1, 400, 1]]"},
  });
  static constexpr ProgramNames program_names = {
      "command", "firmware", "Give command = [\"./px4/bin/px4\"]",
      "Words that begin with ./ or ../ are files, relative to the file that names them"};
  static constexpr std::string_view why_not_repeatable =
      "its start-up depends on the computer's clock, so it arms some milliseconds sooner or later";

  std::optional<std::string> etc;
  std::string model = "none_iris";
  std::vector<std::vector<double>> commands;

  static constexpr auto fields() {
    using X = Px4MavlinkController;
    return join(
        FirmwareController::own_fields(),
        FieldList{
            field("etc", &X::etc,
                  "Folder `etc` of the build, with the firmware's start scripts, relative to the "
                  "file that names it; its files are hashed as well"),
            field("model", &X::model, "Airframe (PX4_SIM_MODEL), which selects the start script"),
            field("frame", &X::frame, px4_frames, "Assignment of firmware outputs to rotors"),
            field("commands", &X::commands,
                  "Rows [time, command, parameter 1, ..., parameter 7]: time in s since the start "
                  "of the flight, negative before it, number of a MAV_CMD, and its parameters; a "
                  "parameter left out is NaN"),
        });
  }

  /// Start script in `etc`, unless the command names another.
  static constexpr const char* start_script = "init.d-posix/rcS";
  bool has_own_script() const {
    return std::find(command.begin(), command.end(), "-s") != command.end();
  }

  /// Words of the command, then the folder.
  std::vector<ProgramWord> named() const {
    std::vector<ProgramWord> all = named_by_command();
    if (!etc) return all;
    all.push_back({.text = *etc,
                   .is_file = true,
                   .is_folder = true,
                   .has_to_have = has_own_script() ? "" : start_script,
                   .key = "etc"});
    return all;
  }
};

}  // namespace montecopter
