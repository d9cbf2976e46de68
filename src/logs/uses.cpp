#include "logs/uses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace montecopter::logs {
namespace {

/// One of these signals at this rate at least.
struct Need {
  std::vector<std::string> any_of;
  double rate_hz;
  bool is_of_motors = false;
};

struct Use {
  std::string name;
  std::vector<Need> needs;
};

/// Motors of small multirotors follow in about 20 ms: two values in that time tell how (100 Hz).
/// The body turns about as fast under its rate controller. Position, velocity and attitude are
/// integrals of these, and serve as start and as what to compare with.
const std::vector<Use>& uses() {
  const Need motors{{"rotor_speed", "command"}, 100, true};
  static const std::vector<Use> all = {
      {"compare a flight with it", {{{"position", "attitude", "body_rate"}, 5}}},
      {"fly its commands again",
       {motors, {{"attitude"}, 10}, {{"body_rate", "imu.gyroscope"}, 50}, {{"velocity"}, 5}}},
      {"follow its set-points",
       {{{"position_reference", "attitude_reference", "body_rate_reference"}, 5},
        {{"position", "attitude"}, 5}}},
      {"identify the vehicle",
       {motors,
        {{"body_rate", "imu.gyroscope"}, 100},
        {{"specific_force", "imu.accelerometer", "velocity"}, 50}}},
      {"feed an estimator",
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
      " PX4 logs motors at 10 Hz unless the parameter SDLOG_PROFILE has bit 3 (add 8: system "
      "identification) or bit 4 (add 16: high rate){}",
      now);
}

/// Betaflight logs every iteration of its controller, or each 2nd, 4th, 8th or 16th.
std::string how_betaflight_logs_more(const std::string& best) {
  return best.empty() ? "" : ". Betaflight logs more often with a smaller blackbox_sample_rate";
}

/// ArduPilot logs servos and motors ten times a second, and the rest as LOG_BITMASK says (the masks
/// in ArduCopter/defines.h).
std::string how_ardupilot_logs_more(bool is_of_motors) {
  return is_of_motors ? ". ArduPilot logs RCOU at 10 Hz; speeds of rotors (ESC) come as often as "
                        "speed controllers with telemetry send them"
                      : ". ArduPilot logs ATT and RATE more often with bit 0 of LOG_BITMASK, and "
                        "IMU with bit 18";
}

/// Empty if the need is met.
std::string lack(const RecordedFlight& flight, const Need& need) {
  double best_hz = -1;
  std::string best;
  for (const std::string& name : need.any_of) {
    const RecordedSignal* signal = flight.find(name);
    if (signal == nullptr) continue;
    const double rate_hz = time_quality(*signal).rate_hz;
    if (rate_hz > best_hz) best_hz = rate_hz, best = name;
  }
  // Clocks of flight controllers run a few percent off.
  constexpr double enough = 0.95;
  if (best_hz >= enough * need.rate_hz) return "";
  std::string text = best.empty() ? fmt::format("there is no {}", join(need.any_of, " or "))
                                  : fmt::format("{} has {:.3g} Hz, and {:g} Hz are needed", best,
                                                best_hz, need.rate_hz);
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
    verdicts.push_back(std::move(verdict));
  }
  return verdicts;
}

}  // namespace montecopter::logs
