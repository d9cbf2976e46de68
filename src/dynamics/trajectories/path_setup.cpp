#include "dynamics/trajectories/path_setup.hpp"

#include <array>
#include <variant>

#include "dynamics/degrees.hpp"
#include "dynamics/trajectories/polynomial_pieces.hpp"
#include "dynamics/trajectories/recorded_pieces.hpp"
#include "dynamics/trajectories/smooth_spline.hpp"
#include "dynamics/trajectories/straight_legs.hpp"
#include "dynamics/trajectories/track_turns.hpp"
#include "dynamics/trajectories/waypoint_times.hpp"

namespace montecopter {

namespace {

Vec3<double> vec(const std::array<double, 3>& a) { return {a[0], a[1], a[2]}; }

/// Whose headings may be in its rows.
template <class T>
concept HasRows = requires(const T& t) {
  t.rows;
};
template <class T>
concept HasOffset = requires(const T& t) {
  t.offset_m;
};

// --- the form ------------------------------------------------------------------------------------

PathKind kind_of(const HoverTrajectory&) { return PathKind::step; }
PathKind kind_of(const StepTrajectory&) { return PathKind::step; }
PathKind kind_of(const CircleTrajectory&) { return PathKind::circle; }
PathKind kind_of(const HelixTrajectory&) { return PathKind::circle; }
PathKind kind_of(const LemniscateTrajectory&) { return PathKind::harmonic; }
PathKind kind_of(const LissajousTrajectory&) { return PathKind::harmonic; }
template <HasOffset T>
PathKind kind_of(const T&) {
  return PathKind::pieces;
}

template <class T>
requires(!HasOffset<T>) void fit_track(const T&, PieceArrays&) {}  // no pieces
void fit_track(const WaypointsTrajectory& t, PieceArrays& out) { fit_straight_legs(t, out); }
template <int n, class T>
void fit_through(const T& t, PieceArrays& out) {
  std::vector<std::array<double, 3>> points;
  for (const Waypoint& waypoint : t.waypoints) points.push_back(waypoint.position_m);
  fit_smooth_spline<n, 3>(waypoint_times(t.waypoints, t.mean_speed_m_s), points, SplineEnds::rest,
                          out);
}
void fit_track(const MinimumSnapTrajectory& t, PieceArrays& out) { fit_through<4>(t, out); }
void fit_track(const MinimumJerkTrajectory& t, PieceArrays& out) { fit_through<3>(t, out); }
void fit_track(const PolynomialTrajectory& t, PieceArrays& out) { put_polynomial_track(t, out); }
void fit_track(const RecordedTrajectory& t, PieceArrays& out) { put_recorded_track(t, out); }
void fit_track(const SampledTrajectory& t, PieceArrays& out) {
  std::vector<double> times;
  std::vector<std::array<double, 3>> points;
  for (const std::vector<double>& row : t.rows) {
    times.push_back(row[0]);
    points.push_back({row[1], row[2], row[3]});
  }
  fit_smooth_spline<3, 3>(times, points, SplineEnds::free, out);
}

void fit_turns(const PolynomialTrajectory& t, PieceArrays& out) { put_polynomial_turns(t, out); }
void fit_turns(const RecordedTrajectory& t, PieceArrays& out) { put_recorded_turns(t, out); }
/// Headings are angles: the way from one to the next is the short one.
void fit_turns(const SampledTrajectory& t, PieceArrays& out) {
  std::vector<double> times;
  std::vector<std::array<double, 1>> angles;
  double unwrapped_deg = 0.0;
  for (const std::vector<double>& row : t.rows) {
    if (row.size() < 5) return;
    unwrapped_deg += wrap_degrees(row[4] - unwrapped_deg);
    times.push_back(row[0]);
    angles.push_back({unwrapped_deg * units::degree});
  }
  fit_smooth_spline<3, 1>(times, angles, SplineEnds::free, out);
}

void fit_profile(const ProfileHeading& heading, PieceArrays& out) {
  std::vector<std::array<double, 1>> angles;
  for (const double angle : heading.angles_rad) angles.push_back({angle});
  fit_smooth_spline<3, 1>(heading.times_s, angles, SplineEnds::rest, out);
}

/// Adds the headings to a form whose track is there.
template <class T>
class HeadingForm {
 public:
  HeadingForm(const T& trajectory, PathForm& form, PieceArrays& turns)
      : trajectory_(trajectory), form_(form), turns_(turns) {}

  void operator()(const FixedHeading&) const {}
  void operator()(const AlongTrackHeading& heading) const {
    form_.heading = HeadingKind::along_track;
    form_.slow_m_s = heading.slow_m_s;
    if (form_.kind == PathKind::pieces) fit_track_turns(form_, turns_);
  }
  void operator()(const ProfileHeading& heading) const {
    form_.heading = HeadingKind::table;
    fit_profile(heading, turns_);
  }
  void operator()(const RowsHeading&) const {
    if constexpr (HasRows<T>) fit_turns(trajectory_, turns_);
    if (!turns_.starts.empty()) form_.heading = HeadingKind::table;
  }

 private:
  const T& trajectory_;
  PathForm& form_;
  PieceArrays& turns_;
};

// --- the constants -------------------------------------------------------------------------------

void fold_place(const HoverTrajectory& t, PathConstants<double>& c) {
  c.offset = vec(t.position_m);
}
void fold_place(const StepTrajectory& t, PathConstants<double>& c) {
  c.offset = vec(t.position_m);
  c.step = vec(t.step_m);
  c.step_time = t.time_s;
}
void fold_place(const CircleTrajectory& t, PathConstants<double>& c) {
  c.offset = vec(t.center_m);
  c.amplitude.x = t.radius_m;
  c.rate.x = t.rate_rad_s;
  c.phase.x = t.phase_rad;
}
void fold_place(const HelixTrajectory& t, PathConstants<double>& c) {
  fold_place(CircleTrajectory{t.center_m, t.radius_m, t.rate_rad_s, t.phase_rad, {}}, c);
  c.drift.z = -t.climb_m_s;
}
void fold_place(const LemniscateTrajectory& t, PathConstants<double>& c) {
  c.offset = vec(t.center_m);
  c.amplitude = {t.half_length_m, 0.5 * t.half_length_m, 0.0};
  c.rate = {t.rate_rad_s, 2.0 * t.rate_rad_s, 0.0};
  c.phase = {t.phase_rad, 2.0 * t.phase_rad, 0.0};
}
void fold_place(const LissajousTrajectory& t, PathConstants<double>& c) {
  c.offset = vec(t.center_m);
  c.drift = vec(t.velocity_m_s);
  c.amplitude = vec(t.amplitude_m);
  c.rate = vec(t.rate_rad_s);
  c.phase = vec(t.phase_rad);
}
template <HasOffset T>
void fold_place(const T& t, PathConstants<double>& c) {
  c.offset = vec(t.offset_m);
}

template <class T>
void fold_heading(const T&, PathConstants<double>&) {}  // the table says it
void fold_heading(const FixedHeading& heading, PathConstants<double>& c) {
  c.heading = heading.angle_rad;
  c.heading_rate = heading.rate_rad_s;
}
void fold_heading(const AlongTrackHeading& heading, PathConstants<double>& c) {
  c.heading = heading.angle_rad;
}

}  // namespace

PathForm form_of(const Trajectory& trajectory, PathTables& storage) {
  PathForm form;
  storage = {};
  std::visit(
      [&]<class T>(const T& t) {
        form.kind = kind_of(t);
        fit_track(t, storage.track);
        form.track = storage.track.table();
        std::visit(HeadingForm<T>(t, form, storage.turns), t.heading);
        form.turns = storage.turns.table();
      },
      trajectory);
  return form;
}

PathConstants<double> fold_path(const Trajectory& trajectory) {
  PathConstants<double> c{};
  std::visit(
      [&](const auto& t) {
        fold_place(t, c);
        std::visit([&](const auto& heading) { fold_heading(heading, c); }, t.heading);
      },
      trajectory);
  return c;
}

}  // namespace montecopter
