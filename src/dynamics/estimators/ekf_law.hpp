#pragma once
/// The error-state extended Kalman filter of 15 states, over lanes: prediction and injection; the
/// measurements are ekf_updates.hpp. Source: J. Sola, "Quaternion kinematics for the error-state
/// Kalman filter", arXiv:1711.02508 (2017), chapters 5 and 6, with the attitude error in body axes
/// ("local"); equations below have its numbers. The error e is the truth minus the estimate:
///
///   e[0..2]    e_p_W      position [m]
///   e[3..5]    e_v_W      velocity [m/s]
///   e[6..8]    e_theta_B  attitude, R_true = R_WB exp([e_theta_B]x) [rad]
///   e[9..11]   e_ba_B     bias of the accelerometer [m/s2]
///   e[12..14]  e_bg_B     bias of the gyroscope [rad/s]
///
/// The prediction P <- F P F^T + Q (eq. 269) is propagate(). It applies F to columns and rows
/// (ErrorStep::apply()) as far as the upper half of P needs it, and never forms F. The injection of
/// the mean error into the estimate (eq. 283) is inject(), which also turns the axes of the
/// remaining error (eq. 287).

#include "dynamics/estimators/estimate.hpp"
#include "dynamics/estimators/kalman.hpp"

namespace montecopter {

inline constexpr int ekf_size = 15;
/// Index of the first of each three states.
inline constexpr int ekf_position = 0, ekf_velocity = 3, ekf_attitude = 6, ekf_accelerometer = 9,
                     ekf_gyroscope = 12;

template <class S>
using EkfVector = KalmanVector<S, ekf_size>;
template <class S>
using EkfMatrix = KalmanMatrix<S, ekf_size>;
template <class S>
using EkfState = KalmanState<S, ekf_size>;

/// White noise of the readings as densities (variance per reading times the time between), and the
/// growth of the biases' variances; body axes. All members are S.
template <class S>
struct EkfNoise {
  Symmetric3<S> accelerometer;       ///< [m2/s3]
  Symmetric3<S> gyroscope;           ///< [rad2/s]
  Symmetric3<S> accelerometer_walk;  ///< [m2/s5]
  Symmetric3<S> gyroscope_walk;      ///< [rad2/s3]
};

template <class S>
Vec3<S> three_of(const S* from, int stride) {
  return {from[0], from[stride], from[2 * stride]};
}
template <class S>
void put_three(const Vec3<S>& a, S* to, int stride) {
  to[0] = a.x, to[stride] = a.y, to[2 * stride] = a.z;
}

/// Adds scale * m to the 3x3 block whose first element is P[row][column], on the diagonal or above.
template <class S>
void add_block(const Symmetric3<S>& m, const S& scale, int row, int column, EkfMatrix<S>& P) {
  const S rows[3][3] = {{m.xx, m.xy, m.xz}, {m.xy, m.yy, m.yz}, {m.xz, m.yz, m.zz}};
  for (int i = 0; i < 3; ++i) {
    for (int k = row == column ? i : 0; k < 3; ++k) {
      S& p = P[row + i][column + k];
      p = fma(scale, rows[i][k], p);
    }
  }
}

/// One step of the error's dynamics, linear: F of eq. 270, with velocity and position integrated
/// over the step.
template <class S>
struct ErrorStep {
  Rotation<S> R_WB;  ///< at the start of the step
  Rotation<S> R_01;  ///< axes of the body at the end of the step to those at its start
  Vec3<S> f_B;       ///< specific force, mean over the step, free of bias [m/s2]
  S dt;

  ErrorStep(const Quat<S>& q_WB, const Vec3<S>& f_mean_B, const Vec3<S>& w_WB_B, const S& dt_s)
      : ErrorStep(Rotation<S>(q_WB), f_mean_B, quaternion_exp<S>((S(0.5) * dt_s) * w_WB_B), dt_s) {}
  /// `turn` is the rotation of the body over the step.
  ErrorStep(const Rotation<S>& at_start, const Vec3<S>& f_mean_B, const Quat<S>& turn,
            const S& dt_s)
      : R_WB(at_start), R_01(turn), f_B(f_mean_B), dt(dt_s) {}

  /// e_v' = -R [f]x e_theta - R e_ba: what an error of attitude and bias does to that of the
  /// velocity.
  Vec3<S> velocity_error_rate(const Vec3<S>& e_theta_B, const Vec3<S>& e_ba_B) const {
    return -(R_WB * (cross(f_B, e_theta_B) + e_ba_B));
  }

  /// e <- F e of the position, velocity and attitude in e, from the block `first` on to the block
  /// `last`; the other elements are left as they are.
  template <int first, int last>
  [[gnu::always_inline]] void apply(EkfVector<S>& e) const {
    const Vec3<S> e_theta_B = three_of(&e[ekf_attitude], 1);
    const Vec3<S> e_bg_B = three_of(&e[ekf_gyroscope], 1);
    if constexpr (first <= ekf_velocity) {
      const Vec3<S> e_p_W = three_of(&e[ekf_position], 1), e_v_W = three_of(&e[ekf_velocity], 1);
      const Vec3<S> e_theta_mid_B = fnma(S(0.5) * dt, e_bg_B, e_theta_B);
      const Vec3<S> delta_e_v_W =
          dt * velocity_error_rate(e_theta_mid_B, three_of(&e[ekf_accelerometer], 1));
      if constexpr (first == ekf_position) {
        put_three(fma(dt, fma(S(0.5), delta_e_v_W, e_v_W), e_p_W), &e[ekf_position], 1);
      }
      if constexpr (last >= ekf_velocity) put_three(e_v_W + delta_e_v_W, &e[ekf_velocity], 1);
    }
    if constexpr (last >= ekf_attitude) {
      put_three(fnma(dt, e_bg_B, R_01.inverse(e_theta_B)), &e[ekf_attitude], 1);
    }
  }
};

/// R m R^T.
template <class S>
Symmetric3<S> rotated(const Rotation<S>& R, const Symmetric3<S>& m) {
  const Vec3<S> x = m * Vec3<S>{R.xx, R.xy, R.xz}, y = m * Vec3<S>{R.yx, R.yy, R.yz};
  const Vec3<S> z = m * Vec3<S>{R.zx, R.zy, R.zz};
  const Vec3<S> a = R * x, b = R * y, c = R * z;
  return {a.x, b.y, c.z, a.y, a.z, b.z};
}

/// Index of the first state of its three.
constexpr int block_of(int state) { return state - state % 3; }

/// Column k of F P, as far down as the blocks of the upper half go. Columns have to come in order:
/// what is below the diagonal is taken from rows that are not changed yet.
template <int k, class S>
[[gnu::always_inline]] inline void step_column(const ErrorStep<S>& step, EkfMatrix<S>& P) {
  constexpr int last = block_of(k) < ekf_attitude ? block_of(k) : ekf_attitude;
  EkfVector<S> e;
  for (int i = 0; i < k; ++i) e[i] = P[i][k];
  for (int i = k; i < ekf_size; ++i) e[i] = P[k][i];
  step.template apply<ekf_position, last>(e);
  for (int i = 0; i < last + 3; ++i) P[i][k] = e[i];
}

/// Row i of (F P) F^T from the diagonal on.
template <int i, class S>
[[gnu::always_inline]] inline void step_row(const ErrorStep<S>& step, EkfMatrix<S>& P) {
  EkfVector<S> e;
  for (int k = block_of(i); k < ekf_size; ++k) e[k] = P[i][k];
  step.template apply<block_of(i), ekf_attitude>(e);
  for (int k = i; k < ekf_accelerometer; ++k) P[i][k] = e[k];
}

/// P <- F P F^T. Rows of biases stay as they are from the diagonal on, for F leaves biases alone.
template <class S>
void transform(const ErrorStep<S>& step, EkfMatrix<S>& P) {
  [&]<std::size_t... k>(std::index_sequence<k...>) {
    (step_column<static_cast<int>(k)>(step, P), ...);
  }
  (std::make_index_sequence<ekf_size>{});
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (step_row<static_cast<int>(i)>(step, P), ...);
  }
  (std::make_index_sequence<ekf_accelerometer>{});
}

/// P <- F P F^T + Q, eq. 269. Q integrates the densities over the step: those of the readings to
/// second order in dt, so that what accumulates does not depend on the rate.
template <class S>
void propagate(const ErrorStep<S>& step, const EkfNoise<S>& noise, EkfMatrix<S>& P) {
  transform(step, P);
  const S& dt = step.dt;
  const S half = S(0.5) * dt * dt;
  const Symmetric3<S> accelerometer_W = rotated(step.R_WB, noise.accelerometer);
  add_block(accelerometer_W, dt * dt * dt * S(1.0 / 3.0), ekf_position, ekf_position, P);
  add_block(accelerometer_W, half, ekf_position, ekf_velocity, P);
  add_block(accelerometer_W, dt, ekf_velocity, ekf_velocity, P);
  add_block(noise.gyroscope, dt, ekf_attitude, ekf_attitude, P);
  const Symmetric3<S>& gyroscope_B = noise.gyroscope;
  const Vec3<S> columns[3] = {{gyroscope_B.xx, gyroscope_B.xy, gyroscope_B.xz},
                              {gyroscope_B.xy, gyroscope_B.yy, gyroscope_B.yz},
                              {gyroscope_B.xz, gyroscope_B.yz, gyroscope_B.zz}};
  const Vec3<S> none = {S(0.0), S(0.0), S(0.0)};
  for (int k = 0; k < 3; ++k) {
    const Vec3<S> rate_of_column = step.velocity_error_rate(columns[k], none);
    S* p = &P[ekf_velocity][ekf_attitude + k];
    put_three(fma(half, rate_of_column, three_of(p, ekf_size)), p, ekf_size);
  }
  add_block(noise.accelerometer_walk, dt, ekf_accelerometer, ekf_accelerometer, P);
  add_block(noise.gyroscope_walk, dt, ekf_gyroscope, ekf_gyroscope, P);
}

/// P <- G P G^T with G of eq. 287, the rotation of the frame of attitude errors when their mean,
/// twice `half_turn_B`, becomes part of the estimate.
template <class S>
void turn_attitude_errors(const Vec3<S>& half_turn_B, EkfMatrix<S>& P) {
  const auto turned = [&](const Vec3<S>& e_theta_B) {
    return e_theta_B - cross(half_turn_B, e_theta_B);
  };
  S* const x = &P[ekf_attitude][ekf_attitude];  // rows of the block of attitudes
  S* const y = x + ekf_size;
  S* const z = y + ekf_size;
  const Vec3<S> column_x = turned({x[0], x[1], x[2]}), column_y = turned({x[1], y[1], y[2]});
  const Vec3<S> column_z = turned({x[2], y[2], z[2]});
  put_three(turned({column_x.x, column_y.x, column_z.x}), x, 1);
  const Vec3<S> row_y = turned({column_x.y, column_y.y, column_z.y});
  y[1] = row_y.y, y[2] = row_y.z;
  z[2] = turned({column_x.z, column_y.z, column_z.z}).z;
  for (int k = ekf_accelerometer; k < ekf_size; ++k) {
    S* top = &P[ekf_attitude][k];
    put_three(turned(three_of(top, ekf_size)), top, ekf_size);
  }
  for (int i = 0; i < ekf_attitude; ++i) {
    S* left = &P[i][ekf_attitude];
    put_three(turned(three_of(left, 1)), left, 1);
  }
}

/// Puts the mean of the error into the estimate, eq. 283 and 287.
template <class S>
void inject(EkfState<S>& e, Estimate<S>& x) {
  const S* mean = e.mean.data();
  x.position = x.position + three_of(mean + ekf_position, 1);
  x.velocity = x.velocity + three_of(mean + ekf_velocity, 1);
  const Vec3<S> theta_B = three_of(mean + ekf_attitude, 1);
  x.attitude = turned(x.attitude, theta_B);
  x.accelerometer_bias = x.accelerometer_bias + three_of(mean + ekf_accelerometer, 1);
  x.gyroscope_bias = x.gyroscope_bias + three_of(mean + ekf_gyroscope, 1);
  turn_attitude_errors(S(0.5) * theta_B, e.P);
  e.mean.fill(S(0.0));
}

}  // namespace montecopter
