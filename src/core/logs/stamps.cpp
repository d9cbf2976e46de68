#include "core/logs/stamps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/counted.hpp"
#include "core/numerics/median.hpp"

namespace montecopter::logs {
namespace {

constexpr std::size_t fewest_rows = 20, fewest_groups = 10;

/// Readings with one stamp: rows up to `last`, behind those of the group before.
struct Group {
  double stamp_s;
  std::size_t last;
};

/// Reason why stamps are not the times of readings.
struct Coarse {
  double group_s = 0;  ///< stamps that are not farther apart are one
  std::string what;
};

std::vector<double> intervals_of(const std::vector<double>& time_s) {
  std::vector<double> intervals;
  for (std::size_t i = 1; i < time_s.size(); ++i) {
    const double interval = time_s[i] - time_s[i - 1];
    if (interval >= 0) intervals.push_back(interval);  // else a clock that was set back, or no time
  }
  std::sort(intervals.begin(), intervals.end());
  return intervals;
}

/// Whether most rows with the stamp of the row before have its values, too.
bool are_copies(const RecordedSignal& signal) {
  std::size_t repeated = 0, copies = 0;
  const std::size_t width = signal.width();
  for (std::size_t i = 1; i < signal.time_s.size(); ++i) {
    if (signal.time_s[i] != signal.time_s[i - 1]) continue;
    const double* row = &signal.values[width * i];
    ++repeated;
    copies += std::equal(row, row + width, row - width) ? 1 : 0;
  }
  return 2 * copies > repeated;
}

std::optional<Coarse> repeated(const RecordedSignal& signal, const std::vector<double>& intervals) {
  constexpr double least_part = 0.02;  // fewer are rows that were written twice
  const Index zeros = count_up_to(intervals, 0.0);
  if (zeros < 3 || static_cast<double>(zeros) < least_part * static_cast<double>(intervals.size()))
    return std::nullopt;
  if (are_copies(signal)) return std::nullopt;
  return Coarse{0, fmt::format("{} of {} repeat the time stamp of the previous row", zeros,
                               counted(intervals.size() + 1, "row"))};
}

/// Most rows follow the one before at once, and wait together for the next ones. If half of the
/// rows is missing, the short intervals take a quarter of the time.
std::optional<Coarse> in_bursts(const std::vector<double>& intervals) {
  constexpr double at_once = 0.2, least_part = 0.4, most_time = 0.15, many = 10;
  const double wait_s = intervals[intervals.size() * 97 / 100];
  double all_s = 0, short_s = 0;
  std::size_t shorts = 0, waits = 0;
  for (const double interval : intervals) {
    if (interval > many * wait_s) continue;  // a gap
    all_s += interval;
    if (interval < at_once * wait_s)
      short_s += interval, ++shorts;
    else
      ++waits;
  }
  const double count = static_cast<double>(shorts + waits);
  if (static_cast<double>(shorts) < least_part * count ||
      static_cast<double>(waits) < 0.06 * count || short_s > most_time * all_s)
    return std::nullopt;
  return Coarse{at_once * wait_s, fmt::format("{} arrive in bursts, at once after the previous row",
                                              counted(shorts, "row"))};
}

/// Whole milliseconds, say, of intervals of two and a half.
std::optional<Coarse> too_coarse(const std::vector<double>& time_s,
                                 const std::vector<double>& intervals) {
  constexpr double most_steps = 5, rounding = 1e-3, least_part = 0.1;
  const double median_s = intervals[intervals.size() / 2];
  for (const double step_s : {1e-4, 1e-3, 1e-2, 1e-1, 1.0}) {
    if (step_s < median_s / most_steps || step_s > 1.5 * median_s) continue;
    const auto is_whole = [=](double interval) {
      const double steps = interval / step_s;
      return std::fabs(steps - std::round(steps)) < rounding;
    };
    if (!std::all_of(intervals.begin(), intervals.end(), is_whole)) continue;
    std::size_t usual = 0;
    for (const double interval : intervals)
      usual += std::fabs(interval - median_s) < 0.5 * step_s ? 1 : 0;
    const auto all = static_cast<double>(intervals.size());
    const double others = static_cast<double>(intervals.size() - usual);
    if (others < least_part * all) return std::nullopt;
    // Rows that are missing would make such intervals, too: of an even clock all stamps are within
    // one step of a line.
    const double period_s = (time_s.back() - time_s.front()) / all;
    for (std::size_t i = 0; i < time_s.size(); ++i) {
      const double line_s = time_s.front() + period_s * static_cast<double>(i);
      if (std::fabs(time_s[i] - line_s) > 1.01 * step_s) return std::nullopt;
    }
    return Coarse{
        0, fmt::format("the time stamps have a resolution of {:g} s, at intervals of {:.4g} s",
                       step_s, period_s)};
  }
  return std::nullopt;
}

std::vector<Group> groups_of(const std::vector<double>& time_s, double group_s) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < time_s.size(); ++i) {
    const double since_s = i == 0 ? 0 : time_s[i] - time_s[i - 1];
    if (!groups.empty() && since_s >= 0 && since_s <= group_s) {
      groups.back() = {time_s[i], i};
    } else {
      groups.push_back({time_s[i], i});
    }
  }
  return groups;
}

double rows_between(const Group& a, const Group& b) { return static_cast<double>(b.last - a.last); }

/// Time from reading to reading, of the median of stretches of fifty groups.
double period_of(const std::vector<Group>& groups) {
  const std::size_t ahead = std::min<std::size_t>(50, groups.size() - 1);
  std::vector<double> periods;
  for (std::size_t k = 0; k + ahead < groups.size(); ++k) {
    const Group &a = groups[k], &b = groups[k + ahead];
    periods.push_back((b.stamp_s - a.stamp_s) / rows_between(a, b));
  }
  return upper_median(periods);
}

/// Lays the rows of a signal evenly between stamps.
class Spreader {
 public:
  Spreader(RecordedSignal& signal, const std::vector<Group>& groups, double period_s, bool is_said)
      : times_(signal.time_s), groups_(groups), period_s_(period_s), is_said_(is_said) {
    std::vector<double> apart;
    for (std::size_t k = 1; k < groups.size(); ++k)
      apart.push_back(groups[k].stamp_s - groups[k - 1].stamp_s);
    if (!apart.empty()) {
      std::sort(apart.begin(), apart.end());
      usual_s_ = apart[apart.size() / 2];
    }
  }

  void spread() {
    std::size_t from = 0;
    for (std::size_t k = 1; k <= groups_.size(); ++k) {
      if (k < groups_.size() && follows(k)) continue;
      lay_first(from);
      lay(from, k - 1);
      from = k;
    }
  }

 private:
  /// Whether nothing is missing before the readings of a group.
  bool follows(std::size_t k) const {
    const double apart_s = groups_[k].stamp_s - groups_[k - 1].stamp_s;
    const double took_s = rows_between(groups_[k - 1], groups_[k]) * period_s_;
    return apart_s >= 0 && apart_s - took_s <= std::max(0.6 * usual_s_, 1.5 * period_s_);
  }

  /// The readings of the first group were taken before its stamp; those of a single one from it on.
  void lay_first(std::size_t k) {
    if (groups_.size() == 1) {
      for (std::size_t i = 0; i < times_.size(); ++i)
        times_[i] = groups_[0].stamp_s + period_s_ * static_cast<double>(i);
      return;
    }
    const std::size_t first = k == 0 ? 0 : groups_[k - 1].last + 1;
    for (std::size_t i = first; i <= groups_[k].last; ++i)
      times_[i] = groups_[k].stamp_s - period_s_ * static_cast<double>(groups_[k].last - i);
  }

  /// Lays times evenly from the stamp of a group to the stamp of another one, if no group in
  /// between is farther off than stamps are coarse. Else in two parts, and after twelve halvings
  /// from stamp to stamp.
  void lay(std::size_t from, std::size_t to, int depth = 0) {
    constexpr int deepest = 12;
    if (from == to) return;
    const Group &a = groups_[from], &b = groups_[to];
    const double period_s = is_said_ ? period_s_ : (b.stamp_s - a.stamp_s) / rows_between(a, b);
    double most_s = std::max(usual_s_, 2 * period_s_) * 1.01;
    std::size_t worst = to;
    for (std::size_t k = from + 1; k < to; ++k) {
      const double off_s =
          std::fabs(groups_[k].stamp_s - a.stamp_s - period_s * rows_between(a, groups_[k]));
      if (off_s > most_s) most_s = off_s, worst = k;
    }
    if (worst != to && !is_said_) {
      if (depth < deepest) return lay(from, worst, depth + 1), lay(worst, to, depth + 1);
      for (std::size_t k = from; k < to; ++k) lay(k, k + 1, depth);
      return;
    }
    for (std::size_t i = a.last + 1; i <= b.last; ++i)
      times_[i] = a.stamp_s + period_s * static_cast<double>(i - a.last);
  }

  std::vector<double>& times_;
  const std::vector<Group>& groups_;
  double period_s_, usual_s_ = 0;
  bool is_said_;
};

}  // namespace

void spread_stamps(RecordedFlight& flight, RecordedSignal& signal) {
  const std::vector<double>& times = signal.time_s;
  const auto is_finite = [](double t) { return std::isfinite(t); };
  if (times.size() < fewest_rows || !std::all_of(times.begin(), times.end(), is_finite)) return;
  const std::vector<double> intervals = intervals_of(times);
  if (intervals.size() < fewest_rows - 1) return;
  std::optional<Coarse> coarse = repeated(signal, intervals);
  // What is commanded comes when it is commanded.
  const bool is_sampled = !signal.name.ends_with("_reference");
  if (!coarse && is_sampled && intervals.front() > 0) coarse = in_bursts(intervals);
  if (!coarse && is_sampled && intervals.front() > 0 && intervals.size() + 1 == times.size())
    coarse = too_coarse(times, intervals);
  if (!coarse) return;
  const std::vector<Group> groups = groups_of(times, coarse->group_s);
  const bool are_many = groups.size() >= fewest_groups;
  if (!are_many && !flight.said_rate_hz) {
    flight.remarks.push_back(fmt::format(
        "{}: {}; their rate cannot be determined. Give it with --rate", signal.name, coarse->what));
    return;
  }
  double period_s = are_many ? period_of(groups) : 0;
  // Signals of a log have rates of their own: what is said is of those that it may be of.
  constexpr double most_off = 0.2;
  const bool is_said = flight.said_rate_hz &&
                       (!are_many || std::fabs(period_s * *flight.said_rate_hz - 1) < most_off);
  if (is_said) period_s = 1 / *flight.said_rate_hz;
  if (!(period_s > 0)) return;
  Spreader(signal, groups, period_s, is_said).spread();
  flight.remarks.push_back(
      fmt::format("{}: {}; the readings are spaced evenly over their time, at {:.6g} Hz{}",
                  signal.name, coarse->what, 1 / period_s,
                  is_said ? " (--rate)" : ". If the true rate differs, give it with --rate"));
}

}  // namespace montecopter::logs
