#pragma once
/// The nose points along the horizontal velocity, and turns smoothly where the vehicle is slow.

#include <string_view>

#include "core/fields/fields.hpp"
#include "dynamics/trajectories/path_form.hpp"
#include "dynamics/trajectories/ranges.hpp"
#include "dynamics/trajectories/reference.hpp"
#include "dynamics/trajectories/track_turns.hpp"

namespace montecopter {

struct AlongTrackHeading {
  static constexpr std::string_view type_name = "along_track";
  static constexpr std::string_view doc = "The nose points along the horizontal velocity";

  double angle_rad = 0.0;
  double slow_m_s = 0.1;

  static constexpr auto fields() {
    using H = AlongTrackHeading;
    return FieldList{
        field("angle_rad", &H::angle_rad, units::angle, path_angle, Vary::per_sample,
              "Angle from the velocity to the nose: 90 degrees flies to the left"),
        field("slow_m_s", &H::slow_m_s, "m s-1", between(1e-6, 1e3), Vary::fixed,
              "Horizontal speed below which a trajectory made of pieces turns smoothly from one "
              "direction to the next"),
    };
  }

  void fold(PathConstants<double>& c) const { c.heading = angle_rad; }
  void shape(PathForm& form, PieceArrays& turns) const {
    form.slow_m_s = slow_m_s;
    if (form.kind == PathKind::pieces) fit_track_turns(form, turns);
  }

  /// Pieces of `turns` go first: there the vehicle is slow.
  template <class Path>
  static void set_heading(const Path& path, double t_s, Reference<typename Path::Scalar>& r) {
    path.set_relative(path.is_turning(t_s) ? path.turn_at(t_s) : track_direction(path, r), r);
  }

 private:
  /// Heading psi = atan2(v_y, v_x) of the horizontal velocity, with psi' = (v_x a_y - v_y a_x) /
  /// v^2. Its second derivative is psi'' = (v_x j_y - v_y j_x - 2 psi' (v_x a_x + v_y a_y)) / v^2,
  /// with v^2 at least slow^2.
  template <class Path, class S = typename Path::Scalar>
  static typename Path::Angles track_direction(const Path& path, const Reference<S>& r) {
    const double slow_m_s = path.form().slow_m_s;
    const Vec3<S>&v_W = r.velocity, &a_W = r.acceleration, &j_W = r.jerk;
    const S speed2 = max(fma(v_W.x, v_W.x, v_W.y * v_W.y), S(slow_m_s * slow_m_s));
    const S rate = fnma(v_W.y, a_W.x, v_W.x * a_W.y) / speed2;
    const S along = fma(v_W.x, a_W.x, v_W.y * a_W.y);
    const S turning = fnma(v_W.y, j_W.x, v_W.x * j_W.y);
    return {atan2(v_W.y, v_W.x), rate, fnma(S(2.0) * rate, along, turning) / speed2};
  }
};

}  // namespace montecopter
