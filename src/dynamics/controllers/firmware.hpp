#pragma once
/// Common parts of the real autopilots in the loop. Each is a firmware built for this computer, a
/// binary of the user's own. It has its own sensors and estimates, is started anew for each flight,
/// and commands rotors by outputs from 0 to full.

#include <string>
#include <string_view>
#include <vector>

#include "dynamics/controllers/program.hpp"

namespace montecopter {

struct FirmwareController : ProgramController {
  static constexpr bool is_process = true;

  std::vector<std::string> command;
  std::string frame = "quad_x";
  double startup_s = 30.0;
  double timeout_s = 10.0;
  bool keep_log = false;

  /// An hour: firmwares are ready within a minute.
  static constexpr double longest_startup_s = 3600.0;

  static constexpr auto own_fields() {
    using F = FirmwareController;
    using P = ProgramController;
    return join(
        LoopTiming::fields(),
        FieldList{
            field("command", &F::command,
                  "Firmware and your own arguments. Words that begin with ./ or ../ are files, "
                  "relative to the file that names them, and are hashed, as is a program given by "
                  "its full path. Any other first word is looked up in PATH"),
            field("parameters", &P::parameters, "1", any_number, Vary::per_sample,
                  "Firmware parameter, in the firmware's own unit"),
            field("startup_s", &F::startup_s, units::time, between(0.0, longest_startup_s),
                  Vary::fixed,
                  "Time for the firmware before the flight, with the vehicle held at rest at its "
                  "start"),
            field("timeout_s", &F::timeout_s, units::time, answer_times, Vary::fixed,
                  "Wall-clock limit for one answer"),
            field(
                "keep_log", &F::keep_log,
                "Whether `run` keeps the firmware's own log of each sample (DataFlash or ULog), in "
                "a folder beside the result"),
            field("sha256", &P::sha256,
                  "SHA-256 of the concatenated bytes of the files; files with another hash are "
                  "refused. Default: the hash of the present files, which a resolved scenario "
                  "contains"),
            field("pin", &P::pin, P::pin_doc),
        });
  }
  /// See is_complete_table. A firmware follows what its radio control or its ground station
  /// commands.
  static constexpr auto not_keys() {
    return join(ProgramController::not_keys(), FieldList{&ProgramController::set_points});
  }

  /// See TypeSchema::says_nothing. The key came later.
  bool says_nothing(std::string_view key) const { return key == "keep_log" && !keep_log; }

  /// Words of the command.
  std::vector<ProgramWord> named_by_command() const {
    std::vector<ProgramWord> all;
    for (const std::string& word : command) all.push_back({word, is_own_file(word, all.empty())});
    return all;
  }
};

}  // namespace montecopter
