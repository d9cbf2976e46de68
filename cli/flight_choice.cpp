#include "flight_choice.hpp"
#include "core/base/index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/base/csv.hpp"
#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "core/logs/drive_faults.hpp"
#include "log_text.hpp"
#include "options.hpp"

namespace montecopter::cli {
namespace {

/// Error(usage) if the text is not one of the words.
void require_word(const std::string& option, const std::string& text,
                  const std::vector<std::string>& words) {
  if (std::find(words.begin(), words.end(), text) != words.end()) return;
  throw Error(ExitCode::usage, Problem{option, fmt::format("unknown word '{}'", text), "",
                                       fmt::format("Use {}", join(words, " or "))});
}

}  // namespace

Options FlightChoice::options() {
  return {
      {"--drive", &drive,
       "Signal that drives the rotors; auto: recorded rotor speeds if the log has them and the "
       "rotor law takes them, else commands",
       "auto|rotor_speed|command"},
      {"--between", &between,
       "Interpolation of the drive between recorded values; auto: linear for rotor speeds, hold "
       "for commands",
       "auto|hold|linear"},
      {"--motor-order", &motor_order,
       "Rotor of the vehicle for each motor of the log, counted from 0, e.g. 3,0,1,2; default: the "
       "same order",
       "N,N,..."},
      {"--from", &from, "Start time in the log, in s", "X"},
      {"--to", &to, "End time in the log, in s", "X"},
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
  throw Error(ExitCode::usage, Problem{"--from", "it is not before --to"});
}

std::vector<std::size_t> FlightChoice::rotor_of(std::size_t rotors) const {
  std::vector<std::size_t> order;
  if (!motor_order) return order;
  std::vector<bool> is_there(rotors, false);
  const std::string_view all = *motor_order;
  for (std::size_t begin = 0; begin <= all.size();) {
    const std::size_t end = std::min(all.find(',', begin), all.size());
    const auto number = parse_int(trim_cell(all.substr(begin, end - begin)));
    begin = end + 1;
    const Index rotor = number && *number >= 0 ? static_cast<Index>(*number) : rotors;
    if (rotor >= rotors || is_there[rotor]) {
      throw Error(
          ExitCode::usage,
          Problem{"--motor-order",
                  fmt::format("'{}' is not an order of {} rotors", *motor_order, rotors), "",
                  fmt::format("Name each from 0 to {} once, as in 3,0,1,2", rotors - 1)});
    }
    is_there[rotor] = true;
    order.push_back(rotor);
  }
  if (order.size() == rotors) return order;
  throw Error(ExitCode::usage, Problem{"--motor-order",
                                       fmt::format("it names {} rotors, but the vehicle has {}",
                                                   order.size(), rotors),
                                       "", fmt::format("Name each from 0 to {} once", rotors - 1)});
}

identify::Drive FlightChoice::drive_of(const logs::RecordedFlight& flight,
                                       const Multirotor& vehicle) const {
  identify::Drive chosen =
      identify::choose_drive(flight, vehicle, drive, rotor_of(vehicle.rotors.size()));
  if (between == "hold") chosen.between = identify::Interpolation::hold;
  if (between == "linear") chosen.between = identify::Interpolation::linear;
  return chosen;
}

void warn_of_jumps(const logs::RecordedFlight& flight, Remarks& remarks) {
  for (const logs::Contradiction& contradiction : flight.contradictions) {
    Problem problem{flight.path, contradiction_text(contradiction), "", "", true};
    remarks.warn_all({problem});
  }
  for (const logs::RecordedSignal& signal : flight.signals) {
    if (signal.resets.empty()) continue;
    Problem problem{flight.path,
                    fmt::format("{} jumps {} times, first at {:.6g} s", signal.name,
                                signal.resets.size(), signal.resets.front().time_s),
                    "an estimator was reset; no flight crosses the jump",
                    "`montecopter log` lists what was left out", true};
    remarks.warn_all({problem});
  }
  for (const logs::RecordedSignal& signal : flight.signals) {
    if (signal.jumps_s.size() == signal.resets.size()) continue;
    Problem problem{flight.path,
                    fmt::format("its clock jumps back before {:.6g} s ({})", signal.jumps_s.front(),
                                signal.name),
                    "the rows in between are left out, and no flight crosses them",
                    "`montecopter log` lists what was left out", true};
    remarks.warn_all({problem});
    return;
  }
}

void warn_of_derived(const std::string& log, const identify::Track& track, Remarks& remarks) {
  for (const std::string& what : track.derived)
    remarks.warn_all({{log, what, "the log lacks this state, and its derivation adds to the errors",
                       "Record the state if you can", true}});
}

void warn_of_zeros(const std::string& log, const identify::Drive& drive, Remarks& remarks) {
  if (drive.kind != identify::DriveKind::rotor_speed) return;
  if (logs::are_all_zero(drive.signal))
    remarks.warn_all(
        {{log, "rotor_speed is zero in all rows", "the vehicle is flown without thrust",
          "If its rotors turned, use --drive command, or another log", true}});
  for (const logs::ZeroRotor& zero : logs::zero_rotors(drive.signal)) {
    Problem problem{
        log,
        fmt::format("rotor_speed of rotor {} is zero in {} of {} rows where others turn",
                    zero.rotor, zero.rows, drive.signal.time_s.size()),
        "its tachometer drops out, and the vehicle is flown with a stopped rotor there",
        "Use --drive command, or select another part (--from, --to)", true};
    remarks.warn_all({problem});
  }
}

void warn_of_limits(const std::string& log, const identify::Drive& drive, bool refuse,
                    Remarks& remarks) {
  const identify::Outside& outside = drive.outside;
  if (outside.values == 0) return;
  const bool is_speed = drive.kind == identify::DriveKind::rotor_speed;
  if (is_speed && 20 * outside.values < outside.of) return;  // noise of the measurement
  const bool are_pulses = outside.lowest >= 700 && outside.highest <= 2300;
  const bool is_percent = outside.lowest >= 0 && outside.highest > 2 && outside.highest <= 100;
  Problem problem{
      log,
      fmt::format("{} of {} {} are beyond the limits of the motors", outside.values, outside.of,
                  is_speed ? "rotor speeds" : "commands"),
      fmt::format("they range from {:.6g} to {:.6g}, but the motors take {:.6g} to {:.6g}",
                  outside.lowest, outside.highest, outside.least, outside.most),
      is_speed
          ? "Check the unit and the sign of rotor_speed in --columns, and the limits of the motors"
      : are_pulses && outside.most <= 1
          ? "If they are pulse widths, set unit = \"us\" with minimum and maximum in --columns"
      : is_percent && outside.most <= 1 ? "If they are percentages, set unit = \"%\" in --columns"
                                        : "Check the unit of command and the limits of the motors",
      true};
  const bool are_most = 2 * outside.values > outside.of;
  if (!refuse || !are_most || is_speed) return remarks.warn_all({problem});
  problem.is_warning = false;
  throw Error(ExitCode::refused, problem.text());
}

void warn_of_order(const std::string& log, const std::optional<identify::MotorOrder>& found,
                   const std::vector<std::size_t>& rotor_of, Remarks& remarks) {
  if (!found) return;
  std::vector<std::size_t> order = found->rotor_of;
  for (std::size_t j = 0; j < rotor_of.size(); ++j) order[j] = found->rotor_of[rotor_of[j]];
  Problem problem{log,
                  fmt::format("the angular accelerations fit the motors in {} {}",
                              found->is_only_one ? "the order" : "another order, as in",
                              fmt::join(order, ", ")),
                  fmt::format("this order explains {:.0f} % of them, the present order {:.0f} %",
                              100 * found->explained, 100 * found->explained_as_is),
                  found->is_only_one ? fmt::format("Give --motor-order {}", fmt::join(order, ","))
                                     : "The flight fits several orders: look up the order of the "
                                       "autopilot, and give it with --motor-order",
                  true};
  remarks.warn_all({problem});
}

void warn_of_spikes(const std::string& log, const identify::Drive& drive, Remarks& remarks) {
  if (drive.spikes == 0) return;
  Problem problem{log, fmt::format("{} recorded rotor speeds are left out", drive.spikes),
                  "they are more than four times the median of their rotor", "", true};
  remarks.warn_all({problem});
}

}  // namespace montecopter::cli
