#include "core/logs/recorded_flight.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/counted.hpp"
#include "core/logs/signal_kinds.hpp"
#include "core/logs/stamps.hpp"
#include "core/numerics/median.hpp"

namespace montecopter::logs {

double median_interval(const std::vector<double>& time_s) {
  std::vector<double> intervals;
  intervals.reserve(time_s.size());
  for (std::size_t i = 1; i < time_s.size(); ++i) intervals.push_back(time_s[i] - time_s[i - 1]);
  return upper_median(intervals);
}

void keep_rows(RecordedSignal& signal, const std::vector<std::size_t>& kept) {
  const std::size_t width = signal.width();
  for (std::size_t k = 0; k < kept.size(); ++k) {
    signal.time_s[k] = signal.time_s[kept[k]];
    for (std::size_t c = 0; c < width; ++c) {
      signal.values[k * width + c] = signal.values[kept[k] * width + c];
    }
  }
  signal.time_s.resize(kept.size());
  signal.values.resize(kept.size() * width);
}

namespace {

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

/// Times of rows to keep, before which rows are left out that lie back by more than a
/// gap.
std::vector<double> jumps_of(const std::vector<double>& time_s,
                             const std::vector<std::size_t>& kept) {
  std::vector<double> rising, jumps;
  for (const std::size_t i : kept) rising.push_back(time_s[i]);
  if (rising.size() < 2) return jumps;
  const double usual = median_interval(rising);
  for (std::size_t k = 1; k < kept.size(); ++k) {
    const double *between = time_s.data() + kept[k - 1], *end = time_s.data() + kept[k];
    const double earliest = rising[k - 1] - gap_intervals * usual;
    if (std::any_of(between, end, [=](double t) { return t < earliest; }))
      jumps.push_back(rising[k]);
  }
  return jumps;
}

/// Whether the last row is far ahead, as in a damaged log, where no row follows that would show it.
/// Far is farther than the whole log before is long, and than a thousand usual intervals. So long a
/// gap with a single row behind it is no flight. With fewer than three rows before, nothing is
/// usual.
bool is_last_far_ahead(const std::vector<double>& time_s, const std::vector<std::size_t>& kept) {
  constexpr std::size_t fewest = 3;
  constexpr double many_intervals = 1000;
  if (kept.size() <= fewest) return false;
  std::vector<double> before;
  for (std::size_t k = 0; k + 1 < kept.size(); ++k) before.push_back(time_s[kept[k]]);
  const double ahead = time_s[kept.back()] - before.back();
  return ahead > before.back() - before.front() && ahead > many_intervals * median_interval(before);
}

/// False if these four numbers are no quaternion of norm 1, nearly.
bool normalise(double* q) {
  const double norm = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (std::isnan(norm)) return true;  // a component is missing
  if (!(std::abs(norm - 1) <= most_norm_error)) return false;
  for (int i = 0; i < 4; ++i) q[i] /= norm;
  return true;
}

}  // namespace

TimeQuality time_quality(const RecordedSignal& signal) {
  TimeQuality quality;
  const std::size_t width = signal.width();
  for (std::size_t row = 0; row < signal.time_s.size(); ++row) {
    const double* first = signal.values.data() + row * width;
    if (std::any_of(first, first + width, [](double x) { return !std::isfinite(x); }))
      ++quality.missing;
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
  spread_stamps(flight, signal);
  const std::size_t rows = signal.time_s.size();
  std::vector<std::size_t> kept = rising_rows(signal.time_s);
  const bool is_rising = kept.size() == rows;
  if (!is_rising) {
    flight.remarks.push_back(fmt::format(
        "{}: {} of {} left out: their times do not come after the times of earlier rows",
        signal.name, rows - kept.size(), counted(rows, "row")));
  }
  const bool ran_ahead = is_last_far_ahead(signal.time_s, kept);
  if (ran_ahead) {
    const double last = signal.time_s[kept.back()];
    kept.pop_back();
    flight.remarks.push_back(
        fmt::format("{}: the last row left out: its time, {:.3f} s, is far ahead of the previous "
                    "time, {:.3f} s",
                    signal.name, last, signal.time_s[kept.back()]));
  }
  signal.jumps_s = jumps_of(signal.time_s, kept);
  if (!is_rising || ran_ahead) keep_rows(signal, kept);
  return !kept.empty();
}

bool repair_attitudes(RecordedFlight& flight, RecordedSignal& signal) {
  if (kind_of(signal.name)->axes != Axes::attitude) return true;
  const std::size_t rows = signal.time_s.size();
  std::vector<std::size_t> kept;
  for (std::size_t row = 0; row < rows; ++row) {
    if (normalise(&signal.values[4 * row])) kept.push_back(row);
  }
  if (kept.size() < rows) {
    flight.remarks.push_back(fmt::format(
        "{}: {} of {} left out: the norms of their quaternions differ from 1 by more than {:g}",
        signal.name, rows - kept.size(), counted(rows, "row"), most_norm_error));
    keep_rows(signal, kept);
  }
  return !kept.empty();
}

}  // namespace montecopter::logs
