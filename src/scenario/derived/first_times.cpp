#include "scenario/derived/first_times.hpp"

#include <fmt/format.h>

#include <cmath>

#include "dynamics/trajectories/trajectory.hpp"
#include "scenario/derived/controls.hpp"

namespace montecopter {
namespace {

void start_at_zero(double& time) {
  if (std::abs(time) <= first_time_rounding_s) time = 0.0;
}

void start_at_zero(std::vector<std::vector<double>>& rows) {
  if (!rows.empty() && !rows[0].empty()) start_at_zero(rows[0][0]);
}

template <class T>
void start_trajectory_at_zero(T& t) {
  if constexpr (requires { t.waypoints; }) {
    if (!t.waypoints.empty() && t.waypoints[0].time_s) start_at_zero(*t.waypoints[0].time_s);
  }
  if constexpr (requires { requires T::has_timed_rows; }) start_at_zero(t.rows);
  std::visit(
      [](auto& heading) {
        if constexpr (requires { heading.times_s; }) {
          if (!heading.times_s.empty()) start_at_zero(heading.times_s[0]);
        }
      },
      t.heading);
}

}  // namespace

void start_at_zero(Scenario& scenario) {
  if (TimedRows* table = command_rows(*scenario.controller)) start_at_zero(table->rows);
  if (SetPointTable* points = set_points(*scenario.controller)) start_at_zero(points->rows);
  if (!scenario.trajectory) return;
  std::visit([](auto& t) { start_trajectory_at_zero(t); }, *scenario.trajectory);
}

}  // namespace montecopter
