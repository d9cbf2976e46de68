#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include "dynamics/trajectories/path_setup.hpp"
#include "dynamics/trajectories/trajectory.hpp"
#include "scenario/checks/kind_problems.hpp"
#include "scenario/checks/validate.hpp"
#include "scenario/derived/controls.hpp"

namespace montecopter {

namespace {

// --- headings ------------------------------------------------------------------------------------

template <class T>
void check_direction(const AlongTrackHeading& along, const T& t, Report& report) {
  if (!report.clean("trajectory")) return;
  const std::string why = "the heading follows the horizontal velocity";
  if (T::path == PathKind::step) {
    report.error("trajectory.heading.type",
                 fmt::format("the trajectory {} has no direction of flight", T::type_name), why,
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

template <class T>
void check_heading(const T& t, Report& report) {
  KindProblems problems("trajectory.heading", report);
  std::visit([&](const auto& heading) { check_kind(heading, problems); }, t.heading);
  const auto* along = std::get_if<AlongTrackHeading>(&t.heading);
  if (along != nullptr) check_direction(*along, t, report);
}

// --- below the start -----------------------------------------------------------------------------

/// A start so far above z = 0 is one from the air, which may lead down.
constexpr double start_height_m = 0.3;
/// Smallest depth of a trajectory that is worth a warning.
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

/// Warns of trajectories below their start: planning programs often write heights upwards, but here
/// z points down.
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
      [&]<class T>(const T& t) {
        const bool is_recorded = std::is_same_v<T, RecordedTrajectory>;
        KindProblems problems("trajectory", report);
        if (!is_recorded || report.clean("recorded")) check_kind(t, problems);
        check_heading(t, report);
        if (report.clean("trajectory")) check_heights(t, scenario, report);
      },
      *scenario.trajectory);
  const bool is_followed = command_rows(*scenario.controller) == nullptr;
  if (is_followed || !report.clean("trajectory") || !report.clean("controller")) return;
  report.error("trajectory", "a trajectory needs a controller that follows it",
               "a command_table ignores the trajectory", "Remove [trajectory]");
}

}  // namespace montecopter
