#pragma once
/// Wind estimation from drag, over lanes. Thrust has no component along the body's x and y axes, so
/// that the specific force there is drag, a function of the velocity relative to the air (P.
/// Martin, E. Salaun, "The true role of accelerometer feedback in quadrotor control", ICRA 2010). A
/// Kalman filter of four states compares that with the velocity over the ground, as PX4's EKF2 does
/// with drag fusion. Its states are the wind along north and east, and the bias of the
/// accelerometer along x and y, which look alike while the vehicle keeps its heading.

#include "core/numerics/vec3.hpp"
#include "dynamics/estimators/kalman.hpp"

namespace montecopter {

inline constexpr int wind_states = 4;
/// First of each two states.
inline constexpr int wind_velocity = 0, wind_bias = 2;

/// Specific force along body axis x or y in air that moves past the vehicle with u: f = -(linear +
/// quadratic |u|) u. All members are S.
template <class S>
struct KnownDrag {
  S linear_x, linear_y;  ///< [1/s]
  S quadratic;           ///< [1/m]
};

/// Data of the nominal vehicle and its accelerometer; body axes. All members are S.
template <class S>
struct WindConstants {
  KnownDrag<S> drag;
  S walk;                       ///< growth of the wind's variance [m2/s3]
  S variance;                   ///< of the wind at the start [m2/s2]
  S noise_x, noise_y;           ///< variances of a reading [m2/s4]
  S bias_xx, bias_xy, bias_yy;  ///< of the bias at the start [m2/s4]
  S walk_xx, walk_xy, walk_yy;  ///< growth of that [m2/s5]
};

/// All members are S.
template <class S>
struct WindFilter {
  std::array<S, wind_states> x;  ///< estimate: wind north, east; bias x, y
  KalmanState<S, wind_states> e;
};

template <class S>
void start_wind(const WindConstants<S>& c, WindFilter<S>& f) {
  f.x.fill(S(0.0));
  f.e.mean.fill(S(0.0));
  for (auto& row : f.e.P) row.fill(S(0.0));
  f.e.P[0][0] = f.e.P[1][1] = c.variance;
  f.e.P[2][2] = c.bias_xx, f.e.P[3][3] = c.bias_yy;
  f.e.P[2][3] = c.bias_xy;
}

/// Prediction over dt [s]: wind and bias are random walks.
template <class S>
void drift(const WindConstants<S>& c, const S& dt, WindFilter<S>& f) {
  f.e.P[0][0] = fma(dt, c.walk, f.e.P[0][0]);
  f.e.P[1][1] = fma(dt, c.walk, f.e.P[1][1]);
  f.e.P[2][2] = fma(dt, c.walk_xx, f.e.P[2][2]);
  f.e.P[3][3] = fma(dt, c.walk_yy, f.e.P[3][3]);
  f.e.P[2][3] = fma(dt, c.walk_xy, f.e.P[2][3]);
}

/// The estimated velocity of the air [m/s], NED.
template <class S>
Vec3<S> wind_of(const WindFilter<S>& f) {
  return {f.x[0], f.x[1], S(0.0)};
}

/// a / b, or 0 where b is 0, which is without drag.
template <class S>
S ratio(const S& a, const S& b) {
  const auto none = b == S(0.0);
  return select(none, S(0.0), a / select(none, S(1.0), b));
}

/// The relative velocity along x and y whose drag is this specific force. The speed is that of
/// equal linear drags: (linear + quadratic s) s = |f|.
template <class S>
Vec3<S> air_that_makes(const S& force_x, const S& force_y, const KnownDrag<S>& drag) {
  const S force = sqrt(fma(force_x, force_x, force_y * force_y));
  const S linear = S(0.5) * (drag.linear_x + drag.linear_y);
  const S root = sqrt(fma(linear, linear, S(4.0) * drag.quadratic * force));
  const S speed = ratio(S(2.0) * force, linear + root);
  return {-ratio(force_x, fma(drag.quadratic, speed, drag.linear_x)),
          -ratio(force_y, fma(drag.quadratic, speed, drag.linear_y)), S(0.0)};
}

/// A reading of the specific force in body axes, bias included, of a vehicle with a velocity (NED)
/// and an attitude. The drag is linearised midway between the estimated relative velocity and the
/// velocity that the reading alone gives, because quadratic drag has no slope at rest. For a square
/// the slope midway is the slope of the secant, so that one step arrives.
template <class S>
void fuse_drag(const WindConstants<S>& c, const Vec3<S>& f_B, const Vec3<S>& v_WB_W,
               const Rotation<S>& R_WB, const S& present, WindFilter<S>& f) {
  const S& q = c.drag.quadratic;
  const Vec3<S> v_AB_B = R_WB.inverse(v_WB_W - wind_of(f));
  const S speed = sqrt(dot(v_AB_B, v_AB_B));
  const S drag_x = f_B.x - f.x[2], drag_y = f_B.y - f.x[3];
  const Vec3<S> v_reading_B = air_that_makes(drag_x, drag_y, c.drag);
  const Vec3<S> v_mid_B = {S(0.5) * (v_AB_B.x + v_reading_B.x), S(0.5) * (v_AB_B.y + v_reading_B.y),
                           v_AB_B.z};
  const S midway_speed = sqrt(dot(v_mid_B, v_mid_B));
  for (int i = 0; i < 2; ++i) {
    const S& linear = i == 0 ? c.drag.linear_x : c.drag.linear_y;
    const S& along = i == 0 ? v_AB_B.x : v_AB_B.y;
    // d f_i / d wind = (linear + q |u|) e_i + q u_i u / |u|, turned to the world.
    const S steep = ratio(q * (i == 0 ? v_mid_B.x : v_mid_B.y), midway_speed);
    const S slope = fma(q, midway_speed, linear);
    Vec3<S> row_B = steep * v_mid_B;
    (i == 0 ? row_B.x : row_B.y) = (i == 0 ? row_B.x : row_B.y) + slope;
    const Vec3<S> row_W = R_WB * row_B;
    const std::array<S, wind_states> h = {row_W.x, row_W.y, S(i == 0 ? 1.0 : 0.0),
                                          S(i == 0 ? 0.0 : 1.0)};
    const S innovation = fma(fma(q, speed, linear), along, i == 0 ? drag_x : drag_y);
    update(h, innovation, i == 0 ? c.noise_x : c.noise_y, present, f.e);
  }
  for (int k = 0; k < wind_states; ++k) f.x[k] = f.x[k] + f.e.mean[k];
  f.e.mean.fill(S(0.0));
}

/// e^T P^-1 e of the wind, whose error contains that of the velocity (its covariance is `velocity`:
/// xx, xy, yy), which changes slowly against what the filter remembers.
template <class S>
S wind_nees(const WindFilter<S>& f, const Vec3<S>& e_W, const std::array<S, 3>& velocity) {
  KalmanMatrix<S, 2> P = {{{f.e.P[0][0] + velocity[0], f.e.P[0][1] + velocity[1]},
                           {S(0.0), f.e.P[1][1] + velocity[2]}}};
  KalmanVector<S, 2> e = {e_W.x, e_W.y};
  return normalised_square(P, e);
}

}  // namespace montecopter
