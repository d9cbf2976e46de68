#include "core/logs/signal_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numerics/elementary.hpp"

namespace montecopter::logs {

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t to = std::min(text.find(' ', from), text.size());
    words.push_back(text.substr(from, to - from));
    from = to + 1;
  }
  return words;
}

RecordedSignal empty_signal(const SignalKind& kind, std::string source, std::size_t width) {
  RecordedSignal signal;
  signal.name = kind.name;
  signal.source = std::move(source);
  signal.unit = kind.unit;
  if (kind.components == "*") {
    for (std::size_t i = 0; i < width; ++i) signal.components.push_back(fmt::format("{}", i));
    return signal;
  }
  for (const std::string_view word : words_of(kind.components)) {
    signal.components.emplace_back(word);
  }
  if (signal.components.empty()) signal.components = {""};
  return signal;
}

void leave_out_unused(RecordedSignal& signal) {
  const std::size_t width = signal.width();
  std::size_t used = 1;
  for (std::size_t i = 0; i < signal.values.size(); ++i) {
    const double value = signal.values[i];
    if (std::isfinite(value) && value != 0) used = std::max(used, i % width + 1);
  }
  for (std::size_t row = 0; row < signal.time_s.size(); ++row) {
    for (std::size_t c = 0; c < used; ++c) {
      signal.values[row * used + c] = signal.values[row * width + c];
    }
  }
  signal.values.resize(signal.time_s.size() * used);
  signal.components.resize(used);
}

std::array<double, 4> quaternion_of(const double* roll_pitch_yaw) {
  // Beyond this an angle is none, and its sine has no digit that counts.
  constexpr double most_rad = 1e6, missing = std::numeric_limits<double>::quiet_NaN();
  std::array<double, 3> s{}, c{};
  for (std::size_t i = 0; i < 3; ++i) {
    if (!(std::abs(roll_pitch_yaw[i]) <= most_rad)) return {missing, missing, missing, missing};
    sincos(roll_pitch_yaw[i] / 2, s[i], c[i]);
  }
  return {c[0] * c[1] * c[2] + s[0] * s[1] * s[2], s[0] * c[1] * c[2] - c[0] * s[1] * s[2],
          c[0] * s[1] * c[2] + s[0] * c[1] * s[2], c[0] * c[1] * s[2] - s[0] * s[1] * c[2]};
}

void take_signal(RecordedFlight& flight, RecordedSignal signal) {
  if (!repair_attitudes(flight, signal) || !repair_times(flight, signal)) return;
  if (kind_of(signal.name)->components == "*") leave_out_unused(signal);
  // Autopilots log commands from 0 to 1 between the limits of a motor.
  signal.is_share = signal.name == "command" && signal.unit == "1";
  flight.signals.push_back(std::move(signal));
}

std::size_t filling_from(std::string_view bytes) {
  constexpr std::size_t fewest = 16;
  for (const char filling : {'\xff', '\0'}) {
    const std::size_t last = bytes.find_last_not_of(filling);
    const std::size_t size = last == bytes.npos ? 0 : last + 1;
    if (bytes.size() - size >= fewest) return size;
  }
  return bytes.size();
}

void report_damages(RecordedFlight& flight, const std::vector<DamagedBytes>& damages,
                    std::size_t end, std::string_view unit) {
  constexpr std::size_t most = 5;
  for (std::size_t i = 0; i < std::min(most, damages.size()); ++i) {
    const auto [from, to] = damages[i];
    flight.remarks.push_back(
        fmt::format("{} bytes from byte {} are damaged and left out: {}", to - from, from,
                    to == end ? fmt::format("no complete {} follows", unit)
                              : fmt::format("the next complete {} is at byte {}", unit, to)));
  }
  if (damages.size() <= most) return;
  std::size_t bytes = 0;
  for (std::size_t i = most; i < damages.size(); ++i) bytes += damages[i].to - damages[i].from;
  flight.remarks.push_back(fmt::format("{} more bytes at {} later places are damaged and left out",
                                       bytes, damages.size() - most));
}

}  // namespace montecopter::logs
