#include "flight_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "options.hpp"

namespace montecopter::cli {
namespace {

/// Error(usage) if the text is none of the words.
void require_word(const std::string& option, const std::string& text,
                  const std::vector<std::string>& words) {
  if (std::find(words.begin(), words.end(), text) != words.end()) return;
  throw Error(ExitCode::usage, fmt::format("{}: error: unknown word '{}'. Use {}.", option, text,
                                           join(words, " or ")));
}

}  // namespace

Options FlightChoice::options() {
  return {
      {"--drive", &drive,
       "What turns the rotors; auto: recorded speeds if the log has them and the rotor law takes "
       "them, else commands",
       "auto|rotor_speed|command"},
      {"--between", &between,
       "Between two recorded values of that; auto: speeds are linear, commands hold",
       "auto|hold|linear"},
      {"--from", &from, "From this time of the log on [s]", "X"},
      {"--to", &to, "Up to this time of the log [s]", "X"},
  };
}

void FlightChoice::check() const {
  require_word("--drive", drive, {"auto", "rotor_speed", "command"});
  require_word("--between", between, {"auto", "hold", "linear"});
}

identify::Span FlightChoice::span() const {
  identify::Span span;
  if (from) span.from_s = finite_number("--from", *from);
  if (to) span.to_s = finite_number("--to", *to);
  if (span.from_s < span.to_s) return span;
  throw Error(ExitCode::usage, "--from: error: it is not before --to.");
}

identify::Drive FlightChoice::drive_of(const logs::RecordedFlight& flight,
                                       const Multirotor& vehicle) const {
  identify::Drive chosen = identify::choose_drive(flight, vehicle, drive);
  if (between == "hold") chosen.between = identify::Between::hold;
  if (between == "linear") chosen.between = identify::Between::linear;
  return chosen;
}

void warn_of_jumps(const logs::RecordedFlight& flight, Remarks& remarks) {
  for (const logs::RecordedSignal& signal : flight.signals) {
    if (signal.jumps_s.empty()) continue;
    Problem problem{
        flight.path,
        fmt::format("its times go back before {:.6g} s ({})", signal.jumps_s.front(), signal.name),
        "the rows in between are left out, and nothing is flown across",
        "`montecopter log` says what was left out", true};
    remarks.warn_all({problem});
    return;
  }
}

void warn_of_spikes(const std::string& log, const identify::Drive& drive, Remarks& remarks) {
  if (drive.spikes == 0) return;
  Problem problem{log, fmt::format("{} recorded rotor speeds are left out", drive.spikes),
                  "they are more than four times the median of their rotor", "", true};
  remarks.warn_all({problem});
}

}  // namespace montecopter::cli
