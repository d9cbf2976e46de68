#include "core/logs/dataflash_mixer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/ardupilot/motor_frames.hpp"
#include "core/logs/signal_kinds.hpp"
#include "core/logs/signal_rows.hpp"
#include "core/numerics/angles.hpp"

namespace montecopter::logs {
namespace {

using Parameters = std::map<std::string, double>;

/// Effect of roll, pitch and yaw on a motor, at most 0.5 each.
struct Factors {
  double roll, pitch, yaw;
};

struct Mixer {
  std::vector<Factors> motors;
  double expo, spin_min, spin_max;  ///< of the thrust curve

  double thrust(double command) const {
    const double u = (command - spin_min) / (spin_max - spin_min);
    return (1 - expo) * u + expo * u * u;
  }
  double command(double thrust) const {
    const double a = 1 - expo;
    const double u = expo == 0 ? thrust : (std::sqrt(a * a + 4 * expo * thrust) - a) / (2 * expo);
    return spin_min + (spin_max - spin_min) * u;
  }
  /// Thrusts of all motors before the gain; `inputs` are roll, pitch, yaw and throttle.
  std::vector<double> mix(const double* inputs) const {
    std::vector<double> thrusts;
    for (const Factors& f : motors) {
      thrusts.push_back(inputs[3] + f.roll * inputs[0] + f.pitch * inputs[1] + f.yaw * inputs[2]);
    }
    return thrusts;
  }
};

std::optional<double> find(const Parameters& parameters, const char* name) {
  const auto at = parameters.find(name);
  return at == parameters.end() ? std::nullopt : std::optional(at->second);
}

/// AP_MotorsMatrix::add_motor() and normalise_rpy_factors().
std::vector<Factors> factors_of(std::span<const ardupilot::FrameMotor> motors) {
  std::vector<Factors> all;
  double most_roll = 0, most_pitch = 0;
  for (const ardupilot::FrameMotor& motor : motors) {
    const double angle = motor.angle_deg * rad_per_deg;
    all.push_back({-std::sin(angle), std::cos(angle), motor.counter_clockwise ? 0.5 : -0.5});
    most_roll = std::max(most_roll, std::abs(all.back().roll));
    most_pitch = std::max(most_pitch, std::abs(all.back().pitch));
  }
  for (Factors& f : all) {
    f.roll *= 0.5 / most_roll;
    f.pitch *= 0.5 / most_pitch;
  }
  return all;
}

std::optional<Mixer> mixer_of(const Parameters& parameters, std::size_t motors) {
  const auto frame_class = find(parameters, "FRAME_CLASS"), type = find(parameters, "FRAME_TYPE");
  const auto expo = find(parameters, "MOT_THST_EXPO"), low = find(parameters, "MOT_SPIN_MIN"),
             high = find(parameters, "MOT_SPIN_MAX");
  if (!frame_class || !type || !expo || !low || !high || !(*low < *high)) return std::nullopt;
  // A compensation of the battery changes the thrust curve with a voltage that is not logged.
  if (find(parameters, "MOT_BAT_V_MAX").value_or(0) > 0) return std::nullopt;
  const std::string what = fmt::format("FRAME_CLASS {}, FRAME_TYPE {}", *frame_class, *type);
  for (const ardupilot::MotorFrame& frame : ardupilot::motor_frames()) {
    if (frame.what != what || frame.motors.size() != motors) continue;
    return Mixer{factors_of(frame.motors), std::clamp(*expo, -1.0, 1.0), *low, *high};
  }
  return std::nullopt;
}

/// An output in flight, and the inputs of the same loop.
struct Anchor {
  double time_s;
  std::size_t row;  ///< of the inputs
  double gain;
  bool is_confirmed;
};

/// Whole microseconds of pulses of 800 us or more, and rounded logs.
constexpr double tolerance = 0.003;

class Mixing {
 public:
  Mixing(const Mixer& mixer, const RecordedSignal& inputs, const RecordedSignal& outputs)
      : mixer_(mixer), inputs_(inputs), outputs_(outputs) {
    for (std::size_t row = 0; row < outputs.time_s.size(); ++row) add_anchor(row);
  }

  MixedCommands mix() const {
    MixedCommands mixed;
    mixed.signal = empty_signal(*kind_of("command"), "RATE.ROut", mixer_.motors.size());
    mixed.flying = anchors_.size();
    for (const Anchor& anchor : anchors_) mixed.confirmed += anchor.is_confirmed ? 1 : 0;
    for (std::size_t i = 0; i + 1 < anchors_.size(); ++i) {
      add_rows(anchors_[i], anchors_[i + 1], mixed.signal);
    }
    return mixed;
  }

 private:
  void add_anchor(std::size_t row) {
    const std::size_t motors = mixer_.motors.size();
    const double* logged = &outputs_.values[row * motors];
    const bool flies = std::all_of(logged, logged + motors, [&](double command) {
      return command > mixer_.spin_min + tolerance && command < mixer_.spin_max - tolerance;
    });
    // The outputs are logged behind the inputs of the same loop.
    const double time_s = outputs_.time_s[row];
    const auto behind = std::upper_bound(inputs_.time_s.begin(), inputs_.time_s.end(), time_s);
    constexpr double longest_loop_s = 0.02;
    if (!flies || behind == inputs_.time_s.begin() || time_s - behind[-1] > longest_loop_s) return;
    Anchor anchor{time_s, static_cast<std::size_t>(behind - inputs_.time_s.begin()) - 1, 0, false};
    const std::vector<double> mixed = mixer_.mix(&inputs_.values[4 * anchor.row]);
    double sum = 0, logged_sum = 0;
    for (std::size_t i = 0; i < motors; ++i) {
      sum += mixed[i];
      logged_sum += mixer_.thrust(logged[i]);
    }
    anchor.gain = logged_sum / sum;
    anchor.is_confirmed = sum > 0;
    for (std::size_t i = 0; i < motors && anchor.is_confirmed; ++i) {
      const double command = mixer_.command(anchor.gain * mixed[i]);
      anchor.is_confirmed = std::abs(command - logged[i]) <= tolerance;
    }
    anchors_.push_back(anchor);
  }

  void add_rows(const Anchor& a, const Anchor& b, RecordedSignal& signal) const {
    constexpr double longest_s = 0.25;  // between outputs
    if (!a.is_confirmed || !b.is_confirmed || b.time_s - a.time_s > longest_s) return;
    for (std::size_t row = a.row; row < b.row; ++row) {
      const double part = static_cast<double>(row - a.row) / static_cast<double>(b.row - a.row);
      std::vector<double> commands = mixer_.mix(&inputs_.values[4 * row]);
      bool is_limited = false;
      for (double& command : commands) {
        const double thrust = std::lerp(a.gain, b.gain, part) * command;
        is_limited = is_limited || !(thrust > 0 && thrust < 1);
        command = mixer_.command(thrust);
      }
      if (is_limited) continue;
      signal.time_s.push_back(inputs_.time_s[row]);
      signal.values.insert(signal.values.end(), commands.begin(), commands.end());
    }
  }

  const Mixer& mixer_;
  const RecordedSignal &inputs_, &outputs_;
  std::vector<Anchor> anchors_;
};

}  // namespace

std::optional<MixedCommands> commands_of_mixer(const RecordedSignal& inputs,
                                               const RecordedSignal& outputs,
                                               const Parameters& parameters) {
  const auto mixer = mixer_of(parameters, outputs.width());
  if (!mixer) return std::nullopt;
  MixedCommands mixed = Mixing(*mixer, inputs, outputs).mix();
  if (2 * mixed.confirmed <= mixed.flying || mixed.signal.time_s.size() <= outputs.time_s.size()) {
    return std::nullopt;
  }
  return mixed;
}

}  // namespace montecopter::logs
