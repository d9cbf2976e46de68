#include "logs/recorded_flight.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace montecopter::logs {
namespace {

double median_interval(const std::vector<double>& time_s) {
  std::vector<double> intervals;
  intervals.reserve(time_s.size());
  for (std::size_t i = 1; i < time_s.size(); ++i) intervals.push_back(time_s[i] - time_s[i - 1]);
  const auto middle = intervals.begin() + static_cast<std::ptrdiff_t>(intervals.size() / 2);
  std::nth_element(intervals.begin(), middle, intervals.end());
  return *middle;
}

/// Rows to keep, so that their times rise.
std::vector<std::size_t> rising_rows(const std::vector<double>& time_s) {
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < time_s.size(); ++i) {
    if (!std::isfinite(time_s[i])) continue;
    if (kept.empty() || time_s[i] > time_s[kept.back()]) {
      kept.push_back(i);
      continue;
    }
    const bool ran_ahead = time_s[i] < time_s[kept.back()] &&
                           (kept.size() == 1 || time_s[i] > time_s[kept[kept.size() - 2]]);
    if (ran_ahead) kept.back() = i;
  }
  return kept;
}

}  // namespace

TimeQuality time_quality(const RecordedSignal& signal) {
  TimeQuality quality;
  const std::size_t width = signal.width();
  for (std::size_t row = 0; row < signal.time_s.size(); ++row) {
    const auto first = signal.values.begin() + static_cast<std::ptrdiff_t>(row * width);
    const auto last = first + static_cast<std::ptrdiff_t>(width);
    if (std::any_of(first, last, [](double x) { return !std::isfinite(x); })) ++quality.missing;
  }
  if (signal.time_s.size() < 2) return quality;
  const double usual = median_interval(signal.time_s);
  quality.rate_hz = 1 / usual;
  for (std::size_t i = 1; i < signal.time_s.size(); ++i) {
    const double from = signal.time_s[i - 1], to = signal.time_s[i];
    if (to - from > gap_intervals * usual) quality.gaps.push_back({from, to});
  }
  return quality;
}

const RecordedSignal* RecordedFlight::find(const std::string& name) const {
  for (const RecordedSignal& signal : signals) {
    if (signal.name == name) return &signal;
  }
  return nullptr;
}

bool repair_times(RecordedFlight& flight, RecordedSignal& signal) {
  const std::vector<std::size_t> kept = rising_rows(signal.time_s);
  const std::size_t left_out = signal.time_s.size() - kept.size();
  if (left_out == 0) return !kept.empty();
  const std::size_t width = signal.width();
  for (std::size_t k = 0; k < kept.size(); ++k) {
    signal.time_s[k] = signal.time_s[kept[k]];
    for (std::size_t c = 0; c < width; ++c) {
      signal.values[k * width + c] = signal.values[kept[k] * width + c];
    }
  }
  signal.time_s.resize(kept.size());
  signal.values.resize(kept.size() * width);
  flight.remarks.push_back(
      fmt::format("{}: {} of {} rows left out: their times do not come after those before them",
                  signal.name, left_out, left_out + kept.size()));
  return !kept.empty();
}

}  // namespace montecopter::logs
