#include "core/logs/integral.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/index.hpp"

namespace montecopter::logs {

Integral::Integral(const RecordedSignal& signal, std::size_t every) {
  const double rate_hz = time_quality(signal).rate_hz / static_cast<double>(every);
  const double longest_s = rate_hz > 0 ? gap_intervals / rate_hz : 0;
  std::size_t breaks = 0;
  auto jump = signal.jumps_s.begin();
  for (std::size_t i = 0; i < signal.time_s.size(); ++i) {
    const double time_s = signal.time_s[i];
    while (jump != signal.jumps_s.end() && *jump <= time_s) ++jump, ++breaks;
    const double* row = &signal.values[3 * i];
    if (!std::all_of(row, row + 3, [](double x) { return std::isfinite(x); })) {
      ++breaks;
      continue;
    }
    if (i % every != 0) continue;
    std::array<double, 3> sum{};
    if (!time_s_.empty()) {
      const double length_s = time_s - time_s_.back();
      if (length_s > longest_s) ++breaks;
      for (std::size_t c = 0; c < 3; ++c)
        sum[c] = sums_.back()[c] + 0.5 * length_s * (row[c] + values_.back()[c]);
    }
    time_s_.push_back(time_s);
    values_.push_back({row[0], row[1], row[2]});
    sums_.push_back(sum);
    breaks_.push_back(breaks);
  }
}

/// The last row at a time or before it; the first row behind the last one is none.
std::size_t Integral::before(double time_s) const { return count_up_to(time_s_, time_s) - 1; }

std::array<double, 3> Integral::upto(double time_s, std::size_t row) const {
  std::array<double, 3> out = sums_[row];
  const double along_s = time_s - time_s_[row];
  if (row + 1 == time_s_.size() || along_s <= 0) return out;
  const double part = along_s / (time_s_[row + 1] - time_s_[row]);
  for (std::size_t c = 0; c < 3; ++c) {
    const double end = values_[row][c] + part * (values_[row + 1][c] - values_[row][c]);
    out[c] += 0.5 * along_s * (values_[row][c] + end);
  }
  return out;
}

bool Integral::between(double from_s, double to_s, std::array<double, 3>& out) const {
  if (time_s_.empty() || from_s < time_s_.front() || to_s > time_s_.back()) return false;
  const std::size_t first = before(from_s), last = before(to_s);
  const std::size_t end = std::min(last + 1, time_s_.size() - 1);
  if (breaks_[end] != breaks_[first]) return false;
  const std::array<double, 3> start = upto(from_s, first);
  out = upto(to_s, last);
  for (std::size_t c = 0; c < 3; ++c) out[c] -= start[c];
  return true;
}

double Integral::spread(double from_s, double to_s) const {
  if (time_s_.empty()) return 0;
  const auto at = [&](double time_s) { return time_s < time_s_.front() ? 0 : before(time_s); };
  const std::size_t first = std::max<std::size_t>(at(from_s), 1) - 1;
  const std::size_t last = std::min(at(to_s) + 2, time_s_.size() - 1);
  double most = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    double low = values_[first][c], high = low;
    for (std::size_t i = first; i <= last; ++i) {
      low = std::min(low, values_[i][c]), high = std::max(high, values_[i][c]);
    }
    most = std::max(most, high - low);
  }
  return most;
}

}  // namespace montecopter::logs
