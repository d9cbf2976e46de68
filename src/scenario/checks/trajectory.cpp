#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/base/counted.hpp"
#include "dynamics/trajectories/path_setup.hpp"
#include "dynamics/trajectories/trajectory.hpp"
#include "dynamics/trajectories/waypoint_times.hpp"
#include "scenario/checks/validate.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/derived/first_times.hpp"

namespace montecopter {

namespace {

/// Durations of neighbouring pieces of a spline may differ so much: beyond, its equations lose the
/// digits that its derivatives need.
constexpr double max_duration_ratio = 1000.0;
/// No vehicle follows a curve through times that are closer together.
constexpr double shortest_piece_s = 1e-4;
/// As far apart as pieces of a file may be that is written with three digits.
constexpr double max_gap_m = 0.01;
constexpr std::size_t max_trajectory_rows = 100'000;
/// Times per piece at which limits are checked.
constexpr int looks = 200;

const std::string rows_path = "trajectory.rows";

std::string at(const char* list, std::size_t i) { return fmt::format("trajectory.{}.{}", list, i); }

// --- waypoints -----------------------------------------------------------------------------------

void check_places(const std::vector<Waypoint>& waypoints, Report& report) {
  const std::string path = "trajectory.waypoints";
  if (!report.clean_above(path)) return;
  if (!waypoint_count.contains(static_cast<double>(waypoints.size()))) {
    report.error(path, fmt::format("the trajectory has {} waypoints", waypoints.size()),
                 fmt::format("it takes 2 to {}, the first is where it starts", waypoint_count.high),
                 "Give several [[trajectory.waypoints]]");
  }
  for (std::size_t i = 1; i < waypoints.size(); ++i) {
    if (waypoints[i].position_m != waypoints[i - 1].position_m) continue;
    report.error(at("waypoints", i),
                 fmt::format("waypoints {} and {} are the same place", i - 1, i),
                 "there is no way from the one to the other", "Remove one of them");
  }
}

/// Those that are given: the first is 0, they ascend.
void check_times(const std::vector<Waypoint>& waypoints, Report& report) {
  double last = -1.0;
  for (std::size_t i = 0; i < waypoints.size(); ++i) {
    if (!waypoints[i].time_s) continue;
    const double time = *waypoints[i].time_s;
    const std::string path = at("waypoints", i) + ".time_s";
    if (i == 0 && time != 0.0) {
      report.error(path, fmt::format("the first waypoint is at {} s, not at 0", time),
                   "the vehicle needs a place to be from the start", subtract_first(time));
    } else if (!(time > last)) {
      report.error(path,
                   fmt::format("the waypoint at {} s comes after the one at {} s", time, last),
                   "times must ascend strictly");
    }
    last = time;
  }
}

/// Whether pieces between these times can be distinguished.
void check_durations(const std::vector<double>& times, const std::string& path, Report& report) {
  double shortest = times[1] - times[0], longest = shortest;
  for (std::size_t i = 1; i < times.size(); ++i) {
    shortest = std::min(shortest, times[i] - times[i - 1]);
    longest = std::max(longest, times[i] - times[i - 1]);
  }
  if (shortest >= shortest_piece_s && longest <= max_duration_ratio * shortest) return;
  report.error(
      path, fmt::format("times are between {:.6g} and {:.6g} s apart", shortest, longest),
      fmt::format("a smooth curve takes at least {} s between two, and at most {} times as "
                  "much between others",
                  shortest_piece_s, max_duration_ratio));
}

void check_each(const WaypointsTrajectory& t, Report& report) {
  check_places(t.waypoints, report);
  check_times(t.waypoints, report);
  if (!report.clean("trajectory")) return;
  const std::vector<double> times = t.arrivals();
  for (std::size_t i = 1; i < times.size(); ++i) {
    if (!t.waypoints[i].time_s) continue;
    const double way = distance_m(t.waypoints[i - 1], t.waypoints[i]);
    const double needed = shortest_leg_s(way, t.max_speed_m_s, t.max_acceleration_m_s2);
    const double time = times[i] - times[i - 1] - t.hold_s;
    if (time >= needed) continue;
    report.error(at("waypoints", i) + ".time_s",
                 fmt::format("the leg of {:.6g} m to waypoint {} has {:.6g} s", way, i, time),
                 fmt::format("it takes {:.6g} s within {} m/s and {} m/s2 from rest to rest",
                             needed, t.max_speed_m_s, t.max_acceleration_m_s2),
                 fmt::format("Be there at {:.6g} s or later", times[i - 1] + t.hold_s + needed));
    return;
  }
}

/// The timing: time_s of every waypoint, or mean_speed_m_s.
template <class T>
void check_timing(const T& t, Report& report) {
  for (std::size_t i = 0; i < t.waypoints.size(); ++i) {
    const bool has_time = t.waypoints[i].time_s.has_value();
    if (has_time && t.mean_speed_m_s) {
      report.error("trajectory.mean_speed_m_s", "both mean_speed_m_s and time_s are given",
                   "the speed says when to be at the waypoints", "Remove one of them");
      return;
    }
    if (has_time || t.mean_speed_m_s) continue;
    report.error(at("waypoints", i), fmt::format("waypoint {} has no time_s", i),
                 "a smooth trajectory is planned between times",
                 "Give each waypoint its time_s, or the trajectory a mean_speed_m_s");
    return;
  }
  check_times(t.waypoints, report);
}

struct Peak {
  double value = 0.0, time_s = 0.0;

  void take(const Vec3<double>& v, double t) {
    const double norm = sqrt(dot(v, v));
    if (norm > value) value = norm, time_s = t;
  }
};

void check_peak(const Peak& peak, const std::optional<double>& limit, const char* key,
                const char* unit, double power, Report& report) {
  // Slower by the factor f, derivative n falls by f^n: the exact factor, and what rounding takes.
  if (!limit || peak.value <= *limit * (1 + 1e-9)) return;
  const double factor = std::pow(peak.value / *limit, 1.0 / power);
  report.error(
      fmt::format("trajectory.{}", key),
      fmt::format("the trajectory has {:.6g} {} at t = {:.6g} s", peak.value, unit, peak.time_s),
      fmt::format("{} is {}", key, *limit),
      fmt::format("Give it {:.4g} times as much time", std::ceil(factor * 1000) / 1000));
}

template <class T>
void check_limits_of(const T& t, Report& report) {
  if (!t.max_speed_m_s && !t.max_acceleration_m_s2) return;
  T bare = t;
  bare.heading = {};
  PathTables tables;
  const PathForm form = form_of(bare, tables);
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
  check_peak(speed, t.max_speed_m_s, "max_speed_m_s", "m/s", 1, report);
  check_peak(acceleration, t.max_acceleration_m_s2, "max_acceleration_m_s2", "m/s2", 2, report);
}

template <class T>
concept MinimizesDerivative = requires(const T& t) {
  []<int n>(const MinimumTrajectory<n>&) {}(t);
};
template <MinimizesDerivative T>
void check_each(const T& t, Report& report) {
  check_places(t.waypoints, report);
  check_timing(t, report);
  if (!report.clean("trajectory")) return;
  check_durations(waypoint_times(t.waypoints, t.mean_speed_m_s), "trajectory.waypoints", report);
  if (report.clean("trajectory")) check_limits_of(t, report);
}

// --- rows ----------------------------------------------------------------------------------------

/// Whether there are rows to judge, and not too many.
bool have_rows(const std::vector<std::vector<double>>& rows, std::size_t at_least,
               const char* example, Report& report) {
  if (!report.clean("trajectory.file") || !report.clean(rows_path)) return false;
  if (rows.size() >= at_least && rows.size() <= max_trajectory_rows) return true;
  report.error(rows_path, fmt::format("the trajectory has {}", counted(rows.size(), "row")),
               fmt::format("it takes {} to {}", at_least, max_trajectory_rows), example);
  return false;
}

double value_at(const double* c, double t) {
  double sum = 0.0;
  for (std::size_t k = path_terms; k-- > 0;) sum = fma(sum, t, c[k]);
  return sum;
}

void check_each(const PolynomialTrajectory& t, Report& report) {
  if (!have_rows(t.rows, 1, "Give rows = [[duration, ...]] or file = \"trajectory.csv\"", report)) {
    return;
  }
  double end = 0.0;
  for (std::size_t i = 0; i < t.rows.size(); ++i) {
    const std::vector<double>& row = t.rows[i];
    if (row.size() != polynomial_row) {
      report.error(at("rows", i),
                   fmt::format("the row has {} instead of {}", counted(row.size(), "number"),
                               polynomial_row),
                   "a duration, then 8 coefficients of x, y, z and yaw");
      return;
    }
    if (!(row[0] > 0.0) || !(end + row[0] > end) || row[0] > path_time.high) {
      report.error(at("rows", i), fmt::format("the duration is {} s", row[0]),
                   fmt::format("a piece takes time, at most {} s", path_time.high));
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
    report.error(at("rows", i), fmt::format("the piece reaches {:.3g} m or rad", size),
                 fmt::format("its terms are at most {} at its end", path_position.high),
                 "Coefficients are by ascending power: x^0, x^1, ...");
    return;
  }
  for (std::size_t i = 1; i < t.rows.size(); ++i) {
    double gap = 0.0;
    for (std::size_t first = 1; first < 1 + 3 * path_terms; first += path_terms) {
      const double last = value_at(&t.rows[i - 1][first], t.rows[i - 1][0]);
      gap = std::max(gap, std::abs(t.rows[i][first] - last));
    }
    if (gap <= max_gap_m) continue;
    report.warning(at("rows", i), fmt::format("the position jumps by {:.3g} m", gap),
                   "the piece does not begin where the one before ends");
    return;
  }
}

/// Times of rows of a place and, in all of them or none, a heading; none if one is wrong.
std::vector<double> times_of_places(const std::vector<std::vector<double>>& rows, Report& report) {
  std::vector<double> times;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<double>& row = rows[i];
    std::string fault, why, way_out;
    if (row.size() < 4 || row.size() > 5 || row.size() != rows[0].size()) {
      fault = fmt::format("the row has {}", counted(row.size(), "number"));
      why = "time, north, east and down, and in all rows or in none the heading";
    } else if (i == 0 && row[0] != 0.0) {
      fault = fmt::format("the first row is at {} s, not at 0", row[0]);
      why = "the vehicle needs a place to be from the start";
      way_out = subtract_first(row[0]);
    } else if (i > 0 && !(row[0] > times.back())) {
      fault = fmt::format("the row at {} s comes after the row at {} s", row[0], times.back());
      why = "times must ascend strictly";
    }
    for (std::size_t k = 0; k < row.size() && fault.empty(); ++k) {
      if (std::abs(row[k]) <= path_position.high) continue;
      fault = fmt::format("the row has the number {}", row[k]);
      why = fmt::format("they are from {} to {}", path_position.low, path_position.high);
    }
    if (!fault.empty()) {
      report.error(at("rows", i), fault, why, way_out);
      return {};
    }
    times.push_back(row[0]);
  }
  return times;
}

void check_each(const SampledTrajectory& t, Report& report) {
  if (!have_rows(t.rows, 3, "Give rows = [[0, ...], ...] or file = \"trajectory.csv\"", report)) {
    return;
  }
  const std::vector<double> times = times_of_places(t.rows, report);
  if (!times.empty()) check_durations(times, rows_path, report);
}

void check_each(const RecordedTrajectory& t, Report& report) {
  if (!report.clean("recorded")) return;
  if (have_rows(t.rows, 1, "Give rows = [[0, ...], ...] or [recorded] log = \"flight.ulg\"",
                report)) {
    (void)times_of_places(t.rows, report);
  }
}

template <class T>
requires(!T::has_checked_keys) void check_each(const T&, Report&) {}

// --- headings ------------------------------------------------------------------------------------

template <class T>
void check_keys_of(const ProfileHeading& heading, const T&, Report& report) {
  const std::string path = "trajectory.heading.times_s";
  const std::vector<double>& times = heading.times_s;
  if (!report.clean("trajectory.heading")) return;
  if (times.size() < 2 || times.size() != heading.angles_rad.size()) {
    return report.error(path,
                        fmt::format("the heading has {} times and {} angles", times.size(),
                                    heading.angles_rad.size()),
                        "one angle per time, at least two");
  }
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (i == 0 ? times[0] == 0.0 : times[i] > times[i - 1]) continue;
    return report.error(fmt::format("{}.{}", path, i),
                        i == 0 ? fmt::format("the first time is {} s, not 0", times[0])
                               : fmt::format("{} s comes after {} s", times[i], times[i - 1]),
                        "times start at 0 and ascend strictly",
                        i == 0 ? subtract_first(times[0]) : "");
  }
  check_durations(times, path, report);
}

template <class T>
void check_keys_of(const AlongTrackHeading& along, const T& t, Report& report) {
  if (!report.clean("trajectory")) return;
  const std::string why = "the heading is that of its horizontal velocity";
  if (T::path == PathKind::step) {
    report.error("trajectory.heading.type",
                 fmt::format("the trajectory {} has no direction to head for", T::type_name), why,
                 "Use type = \"fixed\"");
    return;
  }
  PathTables tables;
  const PathForm form = form_of(t, tables);
  if (form.kind != PathKind::pieces || form.turns.pieces > 1) return;
  if (form.turns.starts[0] > 0.0) return;  // it is fast to the end
  report.error("trajectory.heading.type",
               fmt::format("the trajectory is never faster than {} m/s", along.slow_m_s), why,
               "Use a smaller slow_m_s, or type = \"fixed\"");
}

template <class H, class T>
requires(!H::has_checked_keys) void check_keys_of(const H&, const T&, Report&) {}

template <class T>
void check_heading(const T& t, Report& report) {
  std::visit([&](const auto& heading) { check_keys_of(heading, t, report); }, t.heading);
}

// --- below the start -----------------------------------------------------------------------------

/// A start so far above z = 0 is one from the air, which may lead down.
constexpr double start_height_m = 0.3;
/// How deep a trajectory goes that is worth a warning.
constexpr double shallow_m = 0.2;

/// Times at which the whole of a trajectory is seen: of pieces their ends and some between, of all
/// others many over the flight.
std::vector<double> times_of(const PathForm& form, double end_s) {
  constexpr std::size_t most = 20'000, between = 8;
  std::vector<double> times;
  if (form.kind != PathKind::pieces) {
    for (int k = 0; k <= 2000; ++k) times.push_back(end_s * k / 2000);
    return times;
  }
  const std::size_t stride = 1 + form.track.pieces * between / most;
  for (std::size_t i = 0; i < form.track.pieces; i += stride) {
    const double start = form.track.starts[i], length = form.track.ends[i] - start;
    for (std::size_t k = 0; k < between && start <= end_s; ++k) {
      times.push_back(start + length * static_cast<double>(k) / between);
    }
  }
  times.push_back(end_s);
  return times;
}

/// Programs that plan trajectories write heights upwards; here z points down.
template <class T>
void check_heights(const T& t, const Scenario& scenario, Report& report) {
  if constexpr (requires { t.rows; }) {
    if (t.rows.empty()) return;  // a log that could not be read
  }
  T bare = t;
  bare.heading = {};
  PathTables tables;
  const PathForm form = form_of(bare, tables);
  const Path<double> path(form, fold_path(bare));
  const double end_s = scenario.simulation.duration_s.value_or(
      form.kind == PathKind::pieces ? path_time.high : 60.0);
  double start_m = path.at(0.0).position.z;
  if (start_m < -start_height_m) return;
  const double of_vehicle_m = scenario.simulation.initial.position_m[2];
  if (of_vehicle_m >= -start_height_m) start_m = std::fmin(start_m, of_vehicle_m);
  double lowest_m = start_m;
  for (const double time : times_of(form, end_s)) {
    const double down_m = path.at(time).position.z;
    if (down_m < start_m - 0.01) return;
    lowest_m = std::fmax(lowest_m, down_m);
  }
  if (lowest_m - start_m <= shallow_m) return;
  std::string way_out = "Write heights with a minus sign";
  if constexpr (requires { t.frame; }) {
    if (t.frame == "NED/FRD") way_out = "If its rows have z up, set trajectory.frame = \"ENU/FLU\"";
    if (t.frame != "NED/FRD")
      way_out = "If its rows have z down, set trajectory.frame = \"NED/FRD\"";
  }
  report.warning(
      "trajectory", "the whole trajectory lies below its start",
      fmt::format("it goes down to {:.4g} m below the start; z points down", lowest_m - start_m),
      way_out);
}

}  // namespace

void validate_trajectory(const Scenario& scenario, Report& report) {
  if (!scenario.trajectory || !report.clean("trajectory")) return;
  std::visit(
      [&](const auto& t) {
        check_each(t, report);
        check_heading(t, report);
        if (report.clean("trajectory")) check_heights(t, scenario, report);
      },
      *scenario.trajectory);
  const bool is_followed = command_rows(*scenario.controller) == nullptr;
  if (is_followed || !report.clean("trajectory") || !report.clean("controller")) return;
  report.error("trajectory", "a trajectory needs a controller that follows it",
               "the commands of a command_table are the same whatever the trajectory",
               "Remove [trajectory]");
}

}  // namespace montecopter
