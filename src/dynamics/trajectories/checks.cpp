#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/counted.hpp"
#include "core/fields/problems.hpp"
#include "dynamics/trajectories/path.hpp"
#include "dynamics/trajectories/piece_arrays.hpp"
#include "dynamics/trajectories/trajectory.hpp"
#include "dynamics/trajectories/waypoint_times.hpp"

namespace montecopter {

namespace {

/// Durations of neighbouring pieces of a spline may differ so much: beyond, its equations lose the
/// digits that its derivatives need.
constexpr double max_duration_ratio = 1000.0;
/// No vehicle follows a curve through times that are closer together.
constexpr double shortest_piece_s = 1e-4;
/// Largest gap between pieces of a file that is written with three digits.
constexpr double max_gap_m = 0.01;
constexpr std::size_t max_trajectory_rows = 100'000;
/// Times per piece at which limits are checked.
constexpr int looks = 200;

std::string at(const char* list, std::size_t i) { return fmt::format("{}.{}", list, i); }

// --- waypoints -----------------------------------------------------------------------------------

void check_places(const std::vector<Waypoint>& waypoints, Problems& problems) {
  const std::string path = "waypoints";
  if (!problems.is_clean_above(path)) return;
  if (!waypoint_count.contains(static_cast<double>(waypoints.size()))) {
    problems.error(path, fmt::format("the trajectory has {} waypoints", waypoints.size()),
                   fmt::format("it needs 2 to {}; the first is the start", waypoint_count.high),
                   "Give several [[trajectory.waypoints]]");
  }
  for (std::size_t i = 1; i < waypoints.size(); ++i) {
    if (waypoints[i].position_m != waypoints[i - 1].position_m) continue;
    problems.error(at("waypoints", i),
                   fmt::format("waypoints {} and {} are the same place", i - 1, i),
                   "the leg between them has no direction", "Remove one of them");
  }
}

/// Checks the times that are given: the first is 0, they ascend.
void check_times(const std::vector<Waypoint>& waypoints, Problems& problems) {
  double last = -1.0;
  for (std::size_t i = 0; i < waypoints.size(); ++i) {
    if (!waypoints[i].time_s) continue;
    const double time = *waypoints[i].time_s;
    const std::string path = at("waypoints", i) + ".time_s";
    if (i == 0 && time != 0.0) {
      problems.error(path, fmt::format("the first waypoint is at {} s, not at 0", time),
                     "the vehicle needs a set-point from the start", subtract_first(time));
    } else if (!(time > last)) {
      problems.error(path,
                     fmt::format("the waypoint at {} s comes after the one at {} s", time, last),
                     "times must ascend strictly");
    }
    last = time;
  }
}

/// Whether pieces between these times can be distinguished.
void check_durations(const std::vector<double>& times, const std::string& path,
                     Problems& problems) {
  double shortest = times[1] - times[0], longest = shortest;
  for (std::size_t i = 1; i < times.size(); ++i) {
    shortest = std::min(shortest, times[i] - times[i - 1]);
    longest = std::max(longest, times[i] - times[i - 1]);
  }
  if (shortest >= shortest_piece_s && longest <= max_duration_ratio * shortest) return;
  problems.error(
      path, fmt::format("times are between {:.6g} and {:.6g} s apart", shortest, longest),
      fmt::format(
          "a smooth curve needs at least {} s between two, and elsewhere at most {} times as much",
          shortest_piece_s, max_duration_ratio));
}

/// The timing: time_s of every waypoint, or mean_speed_m_s.
template <class T>
void check_timing(const T& t, Problems& problems) {
  for (std::size_t i = 0; i < t.waypoints.size(); ++i) {
    const bool has_time = t.waypoints[i].time_s.has_value();
    if (has_time && t.mean_speed_m_s) {
      problems.error("mean_speed_m_s", "both mean_speed_m_s and time_s are given",
                     "the speed determines the times of the waypoints", "Remove one of them");
      return;
    }
    if (has_time || t.mean_speed_m_s) continue;
    problems.error(at("waypoints", i), fmt::format("waypoint {} has no time_s", i),
                   "a smooth trajectory needs a time at each waypoint",
                   "Give each waypoint its time_s, or the trajectory a mean_speed_m_s");
    return;
  }
  check_times(t.waypoints, problems);
}

struct Peak {
  double value = 0.0, time_s = 0.0;

  void take(const Vec3<double>& v, double t) {
    const double norm = sqrt(dot(v, v));
    if (norm > value) value = norm, time_s = t;
  }
};

void check_peak(const Peak& peak, const std::optional<double>& limit, const char* key,
                const char* unit, double power, Problems& problems) {
  // Slower by the factor f, derivative n falls by f^n: the exact factor, and what rounding takes.
  if (!limit || peak.value <= *limit * (1 + 1e-9)) return;
  const double factor = std::pow(peak.value / *limit, 1.0 / power);
  problems.error(
      key,
      fmt::format("the trajectory has {:.6g} {} at t = {:.6g} s", peak.value, unit, peak.time_s),
      fmt::format("{} is {}", key, *limit),
      fmt::format("Give it {:.4g} times as much time", std::ceil(factor * 1000) / 1000));
}

template <class T>
void check_limits_of(const T& t, Problems& problems) {
  if (!t.max_speed_m_s && !t.max_acceleration_m_s2) return;
  PieceArrays track;
  t.fit_track(track);
  PathForm form;
  form.kind = T::path;
  form.track = track.table();
  const Path<double> path(form, {});
  Peak speed, acceleration;
  for (std::size_t i = 0; i < form.track.pieces; ++i) {
    const double start = form.track.starts[i], length = form.track.ends[i] - start;
    for (int k = 0; k < looks; ++k) {
      const double time = start + length * k / looks;
      const Reference<double> r = path.at(time);
      speed.take(r.velocity, time);
      acceleration.take(r.acceleration, time);
    }
  }
  check_peak(speed, t.max_speed_m_s, "max_speed_m_s", "m/s", 1, problems);
  check_peak(acceleration, t.max_acceleration_m_s2, "max_acceleration_m_s2", "m/s2", 2, problems);
}

// --- rows ----------------------------------------------------------------------------------------

/// Whether there are rows to judge, and not too many.
bool have_rows(const std::vector<std::vector<double>>& rows, std::size_t at_least,
               const char* example, Problems& problems) {
  if (!problems.is_clean("file") || !problems.is_clean("rows")) return false;
  if (rows.size() >= at_least && rows.size() <= max_trajectory_rows) return true;
  problems.error("rows", fmt::format("the trajectory has {}", counted(rows.size(), "row")),
                 fmt::format("it needs {} to {}", at_least, max_trajectory_rows), example);
  return false;
}

double value_at(const double* c, double t) {
  double sum = 0.0;
  for (std::size_t k = path_terms; k-- > 0;) sum = fma(sum, t, c[k]);
  return sum;
}

/// Times of rows of a place and, in all of them or none, a heading; none if one is wrong.
std::vector<double> times_of_places(const std::vector<std::vector<double>>& rows,
                                    Problems& problems) {
  std::vector<double> times;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<double>& row = rows[i];
    std::string fault, why, way_out;
    if (row.size() < 4 || row.size() > 5 || row.size() != rows[0].size()) {
      fault = fmt::format("the row has {}", counted(row.size(), "number"));
      why = "a row is time, north, east, down, and a heading in all rows or in none";
    } else if (i == 0 && row[0] != 0.0) {
      fault = fmt::format("the first row is at {} s, not at 0", row[0]);
      why = "the vehicle needs a set-point from the start";
      way_out = subtract_first(row[0]);
    } else if (i > 0 && !(row[0] > times.back())) {
      fault = fmt::format("the row at {} s comes after the row at {} s", row[0], times.back());
      why = "times must ascend strictly";
    }
    for (std::size_t k = 0; k < row.size() && fault.empty(); ++k) {
      if (std::abs(row[k]) <= path_position.high) continue;
      fault = fmt::format("the row contains the number {}", row[k]);
      why = fmt::format("numbers are from {} to {}", path_position.low, path_position.high);
    }
    if (!fault.empty()) {
      problems.error(at("rows", i), fault, why, way_out);
      return {};
    }
    times.push_back(row[0]);
  }
  return times;
}

}  // namespace

void WaypointsTrajectory::check(Problems& problems) const {
  check_places(waypoints, problems);
  check_times(waypoints, problems);
  if (!problems.is_clean()) return;
  const std::vector<double> times = arrivals();
  for (std::size_t i = 1; i < times.size(); ++i) {
    if (!waypoints[i].time_s) continue;
    const double way = distance_m(waypoints[i - 1], waypoints[i]);
    const double needed = shortest_leg_s(way, max_speed_m_s, max_acceleration_m_s2);
    const double time = times[i] - times[i - 1] - hold_s;
    if (time >= needed) continue;
    problems.error(
        at("waypoints", i) + ".time_s",
        fmt::format("the leg of {:.6g} m to waypoint {} has {:.6g} s", way, i, time),
        fmt::format("it needs {:.6g} s within {} m/s and {} m/s2 from rest to rest", needed,
                    max_speed_m_s, max_acceleration_m_s2),
        fmt::format("Set its time_s to {:.6g} or later", times[i - 1] + hold_s + needed));
    return;
  }
}

template <int n>
void MinimumTrajectory<n>::check(Problems& problems) const {
  check_places(waypoints, problems);
  check_timing(*this, problems);
  if (!problems.is_clean()) return;
  check_durations(waypoint_times(waypoints, mean_speed_m_s), "waypoints", problems);
  if (problems.is_clean()) check_limits_of(*this, problems);
}
template void MinimumTrajectory<3>::check(Problems& problems) const;
template void MinimumTrajectory<4>::check(Problems& problems) const;

void PolynomialTrajectory::check(Problems& problems) const {
  if (!have_rows(rows, 1, "Give rows = [[duration, ...]] or file = \"trajectory.csv\"", problems)) {
    return;
  }
  double end = 0.0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<double>& row = rows[i];
    if (row.size() != polynomial_row) {
      problems.error(at("rows", i),
                     fmt::format("the row has {} instead of {}", counted(row.size(), "number"),
                                 polynomial_row),
                     "a row is a duration, then 8 coefficients each of x, y, z and yaw");
      return;
    }
    if (!(row[0] > 0.0) || !(end + row[0] > end) || row[0] > path_time.high) {
      problems.error(
          at("rows", i), fmt::format("the duration is {} s", row[0]),
          fmt::format("a piece has a duration above 0 and at most {} s", path_time.high));
      return;
    }
    end += row[0];
    double size = 0.0;
    for (std::size_t axis = 0; axis < 4; ++axis) {
      double power = 1.0;
      for (std::size_t k = 0; k < path_terms; ++k, power *= row[0]) {
        size = std::max(size, std::abs(row[1 + axis * path_terms + k]) * power);
      }
    }
    if (size <= path_position.high) continue;
    problems.error(at("rows", i), fmt::format("the piece reaches {:.3g} m or rad", size),
                   fmt::format("its terms may be at most {} at its end", path_position.high),
                   "Order coefficients by ascending power: x^0, x^1, ...");
    return;
  }
  for (std::size_t i = 1; i < rows.size(); ++i) {
    double gap = 0.0;
    for (std::size_t first = 1; first < 1 + 3 * path_terms; first += path_terms) {
      const double last = value_at(&rows[i - 1][first], rows[i - 1][0]);
      gap = std::max(gap, std::abs(rows[i][first] - last));
    }
    if (gap <= max_gap_m) continue;
    problems.warning(at("rows", i), fmt::format("the position jumps by {:.3g} m", gap),
                     "the piece does not begin where the previous piece ends");
    return;
  }
}

void SampledTrajectory::check(Problems& problems) const {
  if (!have_rows(rows, 3, "Give rows = [[0, ...], ...] or file = \"trajectory.csv\"", problems)) {
    return;
  }
  const std::vector<double> times = times_of_places(rows, problems);
  if (!times.empty()) check_durations(times, "rows", problems);
}

void RecordedTrajectory::check(Problems& problems) const {
  if (have_rows(rows, 1, "Give rows = [[0, ...], ...] or [recorded] log = \"flight.ulg\"",
                problems)) {
    (void)times_of_places(rows, problems);
  }
}

void ProfileHeading::check(Problems& problems) const {
  if (!problems.is_clean()) return;
  if (times_s.size() < 2 || times_s.size() != angles_rad.size()) {
    return problems.error(
        "times_s",
        fmt::format("the heading has {} times and {} angles", times_s.size(), angles_rad.size()),
        "a profile has one angle per time, at least two");
  }
  for (std::size_t i = 0; i < times_s.size(); ++i) {
    if (i == 0 ? times_s[0] == 0.0 : times_s[i] > times_s[i - 1]) continue;
    return problems.error(at("times_s", i),
                          i == 0 ? fmt::format("the first time is {} s, not 0", times_s[0])
                                 : fmt::format("{} s comes after {} s", times_s[i], times_s[i - 1]),
                          "times start at 0 and ascend strictly",
                          i == 0 ? subtract_first(times_s[0]) : "");
  }
  check_durations(times_s, "times_s", problems);
}

}  // namespace montecopter
