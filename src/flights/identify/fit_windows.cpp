#include "flights/identify/fit_windows.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/index.hpp"

namespace montecopter::identify {
namespace {

/// Integrals and values of a drive at any time.
class DriveRecord {
 public:
  explicit DriveRecord(const Drive& drive)
      : drive_(drive), times_(drive.signal.time_s), width_(drive.signal.width()) {
    const double rate_hz = logs::time_quality(drive.signal).rate_hz;
    longest_s_ = logs::gap_intervals / rate_hz;
    last_interval_s_ = 1 / rate_hz;
    sums_.assign(times_.size() * width_, 0.0);
    holes_.assign(times_.size(), 0);
    for (std::size_t i = 0; i + 1 < times_.size(); ++i) add_interval(i);
  }

  /// Mean over a span of the record, and the slope; false if the record has a gap there.
  bool mean(double from_s, double to_s, DriveStep& step) const {
    if (from_s < times_.front() || to_s > times_.back() + last_interval_s_) return false;
    const std::size_t a = interval_at(from_s), b = interval_at(to_s);
    if (is_hole(a) || is_hole(b) || holes_[b] != holes_[a]) return false;
    for (std::size_t r = 0; r < width_; ++r) {
      const double mean = (integral(b, to_s, r) - integral(a, from_s, r)) / (to_s - from_s);
      const double slope = drive_.between == Interpolation::hold
                               ? 0.0
                               : (value(b, to_s, r) - value(a, from_s, r)) / (to_s - from_s);
      step.slope[r] = slope;
      step.from[r] = mean - 0.5 * slope * (to_s - from_s);
    }
    return true;
  }

 private:
  double at(std::size_t i, std::size_t r) const { return drive_.signal.values[i * width_ + r]; }
  bool is_last(std::size_t i) const { return i + 1 == times_.size(); }
  double slope(std::size_t i, std::size_t r) const {
    if (drive_.between == Interpolation::hold || is_last(i)) return 0;
    return (at(i + 1, r) - at(i, r)) / (times_[i + 1] - times_[i]);
  }
  void add_interval(std::size_t i) {
    const double length_s = times_[i + 1] - times_[i];
    const bool hole = is_hole(i);
    holes_[i + 1] = holes_[i] + (hole ? 1 : 0);
    for (std::size_t r = 0; r < width_; ++r) {
      const double area = hole ? 0 : length_s * (at(i, r) + 0.5 * slope(i, r) * length_s);
      sums_[(i + 1) * width_ + r] = sums_[i * width_ + r] + area;
    }
  }
  bool is_hole(std::size_t i) const {
    if (!is_last(i) && times_[i + 1] - times_[i] > longest_s_) return true;
    for (std::size_t r = 0; r < width_; ++r) {
      if (!std::isfinite(at(i, r)) || (!is_last(i) && !std::isfinite(at(i + 1, r)))) return true;
    }
    return false;
  }
  std::size_t interval_at(double time_s) const { return count_up_to(times_, time_s) - 1; }
  double value(std::size_t i, double time_s, std::size_t r) const {
    return at(i, r) + slope(i, r) * (time_s - times_[i]);
  }
  double integral(std::size_t i, double time_s, std::size_t r) const {
    const double t = time_s - times_[i];
    return sums_[i * width_ + r] + t * (at(i, r) + 0.5 * slope(i, r) * t);
  }

  const Drive& drive_;
  const std::vector<double>& times_;
  std::size_t width_;
  double longest_s_ = 0, last_interval_s_ = 0;
  std::vector<double> sums_;        ///< integrals up to each value
  std::vector<std::size_t> holes_;  ///< gaps before each value
};

/// Appends the steps from row k to the next one; removes them if one is in a gap.
void lead_on(const DriveRecord& record, const Track& track, std::size_t k, double delay_s,
             std::vector<DriveStep>& steps) {
  const std::size_t before = steps.size();
  const double from_s = track.time_s[k], length_s = track.time_s[k + 1] - from_s;
  const double parts = std::ceil(length_s / longest_step_s);
  for (double part = 0; part < parts; ++part) {
    DriveStep step;
    const double start_s = from_s + length_s * (part / parts);
    step.length_s = length_s / parts;
    if (!record.mean(start_s + delay_s, start_s + step.length_s + delay_s, step)) {
      steps.resize(before);
      return;
    }
    steps.push_back(step);
  }
}

}  // namespace

Track thinned(const Track& track) {
  const double n = std::fmax(1.0, std::ceil(least_row_period_s / track.period_s));
  const auto every = static_cast<std::size_t>(n);
  Track out;
  out.has_position = track.has_position, out.period_s = n * track.period_s;
  for (std::size_t start = 0; start < track.rows(); start = track.reach[start] + 1) {
    const std::size_t kept = (track.reach[start] - start) / every;
    const std::size_t last = out.rows() + kept;
    for (std::size_t i = 0; i <= kept; ++i) {
      out.time_s.push_back(track.time_s[start + i * every]);
      out.states.push_back(track.states[start + i * every]);
      out.reach.push_back(last);
    }
  }
  return out;
}

DriveSchedule mean_schedule(const Drive& drive, const Track& track, double delay_s) {
  const DriveRecord record(drive);
  DriveSchedule out;
  for (std::size_t k = 0; k < track.rows(); ++k) {
    out.first.push_back(out.steps.size());
    if (track.reach[k] > k) lead_on(record, track, k, delay_s, out.steps);
  }
  out.first.push_back(out.steps.size());
  return out;
}

void keep_driven(const Drive& drive, Track& track) {
  for (const double delay_s : {-most_delay_s, 0.0, most_delay_s}) {
    const DriveSchedule schedule = mean_schedule(drive, track, delay_s);
    for (std::size_t k = track.rows(); k-- > 0;) {
      const bool leads = schedule.first[k] < schedule.first[k + 1];
      track.reach[k] = leads ? track.reach[k + 1] : k;
    }
  }
}

std::vector<FitWindow> cut_windows(const Track& track, double length_s, double settling_s) {
  const auto rows =
      static_cast<std::size_t>(std::fmax(2.0, std::floor(length_s / track.period_s + 0.5)));
  std::vector<FitWindow> windows;
  for (std::size_t start = 0; start < track.rows(); start = track.reach[start] + 1) {
    const std::size_t end = track.reach[start];
    std::size_t first = start;
    while (first < end && track.time_s[first] < track.time_s[start] + settling_s) ++first;
    for (; first + rows <= end; first += rows)
      windows.push_back({first, first + rows, track.time_s[first]});
  }
  return windows;
}

}  // namespace montecopter::identify
