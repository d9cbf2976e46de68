#include "core/logs/uses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/text.hpp"

namespace montecopter::logs {
namespace {

/// One of these signals at this rate at least.
struct Need {
  std::vector<std::string> any_of;
  double rate_hz;
  bool is_of_motors = false;
  /// Signals from which it can be derived, and the lowest rates that allow this
  /// (flights/identify/derived_states.hpp).
  std::vector<std::pair<std::string, double>> sources = {};
};

struct Use {
  std::string name;
  double least_s;  ///< for which all that is needed is there at once
  std::string why;
  std::vector<Need> needs;
  bool turns = false;  ///< whether attitude and rates have to agree
};

/// Motors of small multirotors follow in about 20 ms: two values in that time tell how (100 Hz).
/// The body turns about as fast under its rate controller. Position, velocity and attitude are
/// integrals of these, and serve as start and as what to compare with. A motor is known 0.3 s after
/// its first command, and validate flies for up to 0.5 s. validate and fit start windows from
/// recorded states (flights/identify/track.cpp). Standard errors of fit rest on blocks of a second,
/// of which two show a spread. GNSS comes once a second.
const std::vector<Use>& uses() {
  const Need motors{{"rotor_speed", "command"}, 100, true};
  const Need velocity{{"velocity"}, 5, false, {{"position", 40}}};
  const auto rate = [](double rate_hz) {
    return Need{{"body_rate"},
                rate_hz,
                false,
                {{"imu.gyroscope", rate_hz}, {"attitude", std::fmax(rate_hz, 80)}}};
  };
  static const std::vector<Use> all = {
      {"compare a flight with it",
       0.5,
       "a vehicle responds within tenths of a second",
       {{{"position", "attitude", "body_rate"}, 5}}},
      {"fly its commands again",
       0.8,
       "motor states need 0.3 s to settle, and a window takes 0.5 s",
       {motors, {{"attitude"}, 10}, rate(50), velocity},
       true},
      {"follow its set-points",
       1,
       "a vehicle reaches a set-point about a second later",
       {{{"position_reference", "attitude_reference", "body_rate_reference"}, 5},
        {{"position", "attitude"}, 5}}},
      {"identify the vehicle",
       2,
       "standard errors need two blocks of one second",
       {motors, {{"attitude"}, 10}, rate(100), velocity},
       true},
      {"feed an estimator",
       1,
       "a displacement needs two GNSS fixes, a second apart",
       {{{"imu.gyroscope"}, 100},
        {{"imu.accelerometer"}, 100},
        {{"gps.gnss.position", "gps.gnss.latitude", "gps.gnss.velocity"}, 1}}},
  };
  return all;
}

/// PX4's default profile logs actuator_motors every 100 ms.
std::string how_px4_logs_more(const RecordedFlight& flight) {
  const auto profile = flight.parameters.find("SDLOG_PROFILE");
  const std::string now = profile == flight.parameters.end()
                              ? ""
                              : fmt::format("; in this log SDLOG_PROFILE is {}", profile->second);
  return fmt::format(
      " PX4 logs motors at 10 Hz unless bit 3 (add 8: system identification) or bit 4 (add 16: "
      "high rate) of the parameter SDLOG_PROFILE is set{}",
      now);
}

/// Betaflight logs every iteration of its controller, or each 2nd, 4th, 8th or 16th.
std::string how_betaflight_logs_more(const std::string& best) {
  return best.empty() ? "" : ". Betaflight logs more often with a smaller blackbox_sample_rate";
}

/// ArduPilot logs servos and motors ten times a second, and the rest as LOG_BITMASK says (the masks
/// in ArduCopter/defines.h).
std::string how_ardupilot_logs_more(bool is_of_motors) {
  return is_of_motors ? ". ArduPilot logs RCOU at 10 Hz, and rotor speeds (ESC) at the telemetry "
                        "rate of the speed controllers"
                      : ". ArduPilot logs ATT and RATE more often with bit 0 of LOG_BITMASK, and "
                        "IMU with bit 18";
}

/// Pulse widths of outputs say nothing without what they stand for.
bool is_no_command(const RecordedSignal& signal) {
  return signal.name == "command" && signal.unit != "1";
}

/// The fastest signal that meets a need, or from which it can be derived; nullptr if there is none.
const RecordedSignal* best_of(const RecordedFlight& flight, const Need& need) {
  const RecordedSignal* best = nullptr;
  double best_hz = -1;
  for (const std::string& name : need.any_of) {
    const RecordedSignal* signal = flight.find(name);
    if (signal == nullptr || is_no_command(*signal)) continue;
    const double rate_hz = time_quality(*signal).rate_hz;
    if (rate_hz > best_hz) best_hz = rate_hz, best = signal;
  }
  for (const auto& [name, least_hz] : need.sources) {
    const RecordedSignal* source = flight.find(name);
    if (best != nullptr || source == nullptr) continue;
    if (time_quality(*source).rate_hz >= fast_enough * least_hz) best = source;
  }
  return best;
}

/// Reason why the log is too short for a use; empty if it is not.
std::string too_short(const RecordedFlight& flight, const Use& use) {
  double from_s = -std::numeric_limits<double>::infinity(), to_s = -from_s, last_s = to_s;
  for (const Need& need : use.needs) {
    const RecordedSignal* signal = best_of(flight, need);
    if (signal == nullptr) return "";  // which is said
    const double rate_hz = time_quality(*signal).rate_hz;
    from_s = std::max(from_s, signal->time_s.front());
    last_s = std::min(last_s, signal->time_s.back());
    to_s = std::min(to_s, signal->time_s.back() + (rate_hz > 0 ? 1 / rate_hz : 0));
  }
  constexpr double enough = 0.95;  // as of rates
  if (to_s - from_s >= enough * use.least_s) return "";
  return fmt::format("{:.3g} s are too short: {:g} s are needed ({})",
                     std::max(0.0, last_s - from_s), use.least_s, use.why);
}

/// ArduPilot's parameters tell which output is which motor, and its shortest and longest pulse.
std::string how_pulses_are_known(const RecordedFlight& flight) {
  if (flight.format != "DataFlash") return "";
  return ", and the log lacks the parameters that convert it: SERVOn_FUNCTION of the motors, or "
         "MOT_PWM_MIN and MOT_PWM_MAX as well as SERVOn_MIN and SERVOn_MAX";
}

/// Empty if the need is met.
std::string lack(const RecordedFlight& flight, const Need& need) {
  const RecordedSignal* signal = best_of(flight, need);
  const double best_hz = signal == nullptr ? -1 : time_quality(*signal).rate_hz;
  const std::string best = signal == nullptr ? "" : signal->name;
  if (best_hz >= fast_enough * need.rate_hz) return "";
  const RecordedSignal* command = flight.find("command");
  if (best.empty() && need.is_of_motors && command != nullptr) {
    return fmt::format("command is in {}{}", command->unit, how_pulses_are_known(flight));
  }
  std::string text = best.empty() ? fmt::format("there is no {}", join(need.any_of, " or "))
                                  : fmt::format("{} is logged at {:.3g} Hz, and {:g} Hz are needed",
                                                best, best_hz, need.rate_hz);
  if (need.is_of_motors && flight.format == "ULog") text += "." + how_px4_logs_more(flight);
  if (flight.format == "DataFlash" && !best.empty()) {
    text += how_ardupilot_logs_more(need.is_of_motors);
  }
  if (flight.format == "Blackbox") text += how_betaflight_logs_more(best);
  return text;
}

}  // namespace

std::vector<UseVerdict> judge_uses(const RecordedFlight& flight) {
  std::vector<UseVerdict> verdicts;
  for (const Use& use : uses()) {
    UseVerdict verdict{use.name, {}};
    for (const Need& need : use.needs) {
      const std::string missing = lack(flight, need);
      if (!missing.empty()) verdict.missing.push_back(missing);
    }
    if (const std::string shortage = too_short(flight, use); !shortage.empty()) {
      verdict.missing.push_back(shortage);
    }
    for (const Contradiction& contradiction : flight.contradictions) {
      if (use.turns) verdict.missing.push_back(contradiction.what);
    }
    verdicts.push_back(std::move(verdict));
  }
  return verdicts;
}

}  // namespace montecopter::logs
