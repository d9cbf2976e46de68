#include "core/logs/dataflash_pulses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace montecopter::logs {
namespace {

using Parameters = std::map<std::string, double>;

/// An output that is a motor.
struct MotorOutput {
  int motor;
  std::size_t channel;
  double low_us, high_us;
};

/// Motor of a SERVOn_FUNCTION (SRV_Channel.h): k_motor1 to k_motor8, k_motor9 to k_motor12.
std::optional<int> motor_of(double function) {
  if (function >= 33 && function <= 40) return static_cast<int>(function) - 33;
  if (function >= 82 && function <= 85) return static_cast<int>(function) - 82 + 8;
  return std::nullopt;
}

std::optional<std::pair<double, double>> range(const Parameters& parameters, const std::string& low,
                                               const std::string& high) {
  const auto from = parameters.find(low), to = parameters.find(high);
  if (from == parameters.end() || to == parameters.end()) return std::nullopt;
  // 0 of MOT_PWM_MIN means that it is taken from elsewhere.
  if (!(from->second > 0 && from->second < to->second)) return std::nullopt;
  return std::pair{from->second, to->second};
}

std::vector<MotorOutput> outputs_of(std::size_t channels, const Parameters& parameters) {
  std::vector<MotorOutput> outputs;
  auto common = range(parameters, "MOT_PWM_MIN", "MOT_PWM_MAX");
  if (!common) common = range(parameters, "Q_M_PWM_MIN", "Q_M_PWM_MAX");
  for (std::size_t k = 0; k < channels; ++k) {
    const std::string servo = fmt::format("SERVO{}_", k + 1);
    const auto function = parameters.find(servo + "FUNCTION");
    if (function == parameters.end()) continue;
    const auto motor = motor_of(function->second);
    if (!motor) continue;
    const auto own = common ? common : range(parameters, servo + "MIN", servo + "MAX");
    if (!own) return {};
    outputs.push_back({*motor, k, own->first, own->second});
  }
  std::stable_sort(outputs.begin(), outputs.end(),
                   [](const MotorOutput& a, const MotorOutput& b) { return a.motor < b.motor; });
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    if (outputs[k].motor != static_cast<int>(k)) return {};  // one is missing, or there twice
  }
  return outputs;
}

}  // namespace

void commands_of_pulses(RecordedSignal& signal, const Parameters& parameters) {
  const std::size_t channels = signal.width();
  const std::vector<MotorOutput> outputs = outputs_of(channels, parameters);
  if (outputs.empty()) return;
  std::vector<double> values;
  for (std::size_t row = 0; row < signal.time_s.size(); ++row) {
    for (const MotorOutput& output : outputs) {
      const double pulse_us = signal.values[row * channels + output.channel];
      // Without a pulse a motor stands.
      values.push_back(
          pulse_us == 0 ? 0 : (pulse_us - output.low_us) / (output.high_us - output.low_us));
    }
  }
  signal.values = std::move(values);
  signal.components.resize(outputs.size());
  signal.unit = "1";
}

}  // namespace montecopter::logs
