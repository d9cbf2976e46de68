#pragma once
/// The linear-quadratic regulator about a hover, over lanes: u = u_hover + ahead - K e. The
/// states of motors or servos are not measured: the law carries a model of them, driven by its
/// commands. docs/models.md 1.10.

#include <array>

#include "dynamics/controllers/attitude_error.hpp"
#include "dynamics/controllers/feedback.hpp"
#include "dynamics/elementary.hpp"
#include "dynamics/quaternion_exp.hpp"
#include "dynamics/trajectories/reference.hpp"

namespace montecopter {

/// Sizes of the largest regulator. Of a multirotor, what it commands is a wrench; of a helicopter,
/// servos.
inline constexpr int lqr_commands = 5;
inline constexpr int lqr_measured = 13;  ///< position, velocity, rotation vector, body rate; rotor
inline constexpr int lqr_lags = 8;       ///< states of motors (one or two per command) or servos
inline constexpr int lqr_sums = 5;       ///< of position, heading, rotor speed
inline constexpr int lqr_errors = lqr_measured + lqr_lags + lqr_commands + lqr_sums;

template <class S>
using LqrCommand = std::array<S, lqr_commands>;

/// Discrete model of the lags, the same for every command: a[k+1] = transition a[k] + now u[k] +
/// before u[k-1], where a has lag_order numbers, which settle at `settled` u.
template <class S>
struct LqrLag {
  std::array<std::array<S, 2>, 2> transition;
  std::array<S, 2> now, before, settled;
};

/// All members are S.
template <class S>
struct LqrGains {
  std::array<std::array<S, lqr_errors>, lqr_commands> gain;  ///< K
  LqrLag<S> lag;
  LqrCommand<S> hover;      ///< [N], [N m]; or counts
  LqrCommand<S> low, high;  ///< limits of servos
  Quat<S> attitude;         ///< of the hover, heading north
  S rotor_speed;            ///< [rad/s]
  S gravity;                ///< [m/s2]
  S period;                 ///< [s]
  /// Rotation x, y and commands that hold a velocity ahead, to the right, down, and a force upwards
  /// per mass.
  std::array<std::array<S, 4>, 2 + lqr_commands> ahead;
};

/// Memory of the regulator from one update to the next.
template <class S>
struct LqrMemory {
  std::array<S, lqr_lags> lags{};  ///< [order][command]: the model's state, from the hover
  LqrCommand<S> before{};          ///< the last commands, from the hover
  std::array<S, lqr_sums> sums{};  ///< of position error (NED), heading, rotor speed, times s

  void start(const Feedback<S>&, const KnownVehicle<S>&) { *this = {}; }
};

/// The desired state, in axes that share the heading of the reference.
template <class S>
struct LqrTarget {
  S sine, cosine;         ///< of the heading
  Quat<S> attitude;       ///< body to world
  Vec3<S> body_rate;      ///< [rad/s], world
  LqrCommand<S> command;  ///< from the hover
};

/// World to axes with the heading.
template <class S>
Vec3<S> with_heading(const S& sine, const S& cosine, const Vec3<S>& a_W) {
  return {fma(cosine, a_W.x, sine * a_W.y), fnma(sine, a_W.x, cosine * a_W.y), a_W.z};
}

/// The thrust of the hover, turned and stretched into what the acceleration asks for; and what the
/// linear model says of the velocity. Vectors named _H are in the axes of the heading: x along it,
/// z down.
template <class S>
LqrTarget<S> lqr_target(const CommandForm& form, const LqrGains<S>& k, const Reference<S>& d) {
  LqrTarget<S> t;
  const S zero(0.0), half(0.5), one(1.0);
  t.sine = d.heading_sine, t.cosine = d.heading_cosine;
  const Vec3<S> v_H = with_heading(t.sine, t.cosine, d.velocity);
  const Vec3<S> p_W = Vec3<S>{zero, zero, k.gravity} - d.acceleration;  // down, at rest
  const S length = sqrt(dot(p_W, p_W));
  const S inverse = one / max(length, S(1e-6));
  const Vec3<S> down_W = inverse * p_W;
  const std::array<S, 4> flown = {v_H.x, v_H.y, v_H.z, length - k.gravity};
  std::array<S, 2 + lqr_commands> ahead;
  for (int i = 0; i < 2 + form.commands; ++i) {
    ahead[i] = zero;
    for (int j = 0; j < 4; ++j) ahead[i] = fma(k.ahead[i][j], flown[j], ahead[i]);
  }
  for (int i = 0; i < form.commands; ++i) t.command[i] = ahead[2 + i];

  // The shortest turn of the vertical into down_H.
  const Vec3<S> down_H = with_heading(t.sine, t.cosine, down_W);
  const S scale = one / sqrt(max(fma(down_H.z, S(2.0), S(2.0)), S(1e-12)));
  const Quat<S> tilt = {scale * (one + down_H.z), -(scale * down_H.y), scale * down_H.x, zero};
  S half_sine, half_cosine;
  sincos(half * d.heading, half_sine, half_cosine);
  const Quat<S> heading = {half_cosine, zero, zero, half_sine};
  t.attitude =
      product(product(heading, tilt),
              product(k.attitude, quaternion_exp<S>({half * ahead[0], half * ahead[1], zero})));
  // b' = -(j - (j . b) b) / |pull|, the body turns with b x b' and with the heading.
  t.body_rate = -inverse * cross(down_W, d.jerk);
  t.body_rate.z = t.body_rate.z + d.heading_rate;
  return t;
}

/// Errors, in the order of the columns of K.
template <class S>
using LqrErrors = std::array<S, lqr_errors>;

template <class S>
LqrErrors<S> lqr_errors_of(const CommandForm& form, const LqrGains<S>& k, const Feedback<S>& x,
                           const Reference<S>& d, const LqrTarget<S>& t,
                           const LqrMemory<S>& memory) {
  LqrErrors<S> e;
  for (S& each : e) each = S(0.0);
  const auto put = [&](int at, const Vec3<S>& a) { e[at] = a.x, e[at + 1] = a.y, e[at + 2] = a.z; };
  put(0, with_heading(t.sine, t.cosine, x.position - d.position));
  put(3, with_heading(t.sine, t.cosine, x.velocity - d.velocity));
  const Quat<S> back = {t.attitude.w, -t.attitude.x, -t.attitude.y, -t.attitude.z};
  put(6, rotation_vector(product(back, x.attitude)));
  put(9, x.body_rate - Rotation<S>(x.attitude).inverse(t.body_rate));
  e[12] = x.rotor_speed - k.rotor_speed;
  const int lags = lqr_measured, before = lags + lqr_lags, sums = before + lqr_commands;
  for (int p = 0; p < form.lag_order; ++p) {
    for (int i = 0; i < form.commands; ++i) {
      const int at = p * form.commands + i;
      e[lags + at] = fnma(k.lag.settled[p], t.command[i], memory.lags[at]);
    }
  }
  for (int i = 0; i < form.commands; ++i) e[before + i] = memory.before[i] - t.command[i];
  put(sums,
      with_heading(t.sine, t.cosine, Vec3<S>{memory.sums[0], memory.sums[1], memory.sums[2]}));
  e[sums + 3] = memory.sums[3], e[sums + 4] = memory.sums[4];
  return e;
}

/// t.command - K e. The rows stand side by side, so that no sum waits for another. What a vehicle
/// does not have, the main rotor of a helicopter and further states of motors, has no column.
template <int commands, class S>
LqrCommand<S> lqr_fed_back(int lag_order, const LqrGains<S>& k, const LqrTarget<S>& t,
                           const LqrErrors<S>& e) {
  std::array<S, commands> u;
  for (int i = 0; i < commands; ++i) u[i] = t.command[i];
  const auto feed_back = [&](int first, int count) {
    for (int j = first; j < first + count; ++j) {
      for (int i = 0; i < commands; ++i) u[i] = fnma(k.gain[i][j], e[j], u[i]);
    }
  };
  constexpr int without_rotor = commands == lqr_commands ? 0 : 1;
  constexpr int lags = lqr_measured, before = lags + lqr_lags, sums = before + lqr_commands;
  feed_back(0, lqr_measured - without_rotor);
  feed_back(lags, lag_order * commands);
  feed_back(before, commands);
  feed_back(sums, lqr_sums - without_rotor);
  LqrCommand<S> wanted;
  for (int i = 0; i < commands; ++i) wanted[i] = u[i];
  return wanted;
}

/// The control law: commands before limits, as deviations from the hover.
template <class S>
LqrCommand<S> lqr_wanted(const CommandForm& form, const LqrGains<S>& k, const LqrTarget<S>& t,
                         const LqrErrors<S>& e) {
  return form.is_wrench() ? lqr_fed_back<4>(form.lag_order, k, t, e)
                          : lqr_fed_back<lqr_commands>(form.lag_order, k, t, e);
}

/// The memory at the next update; `applied`: the commands within limits. Integrals are held in
/// lanes that saturate.
template <class S, class Condition>
void lqr_remember(const CommandForm& form, const LqrGains<S>& k, const Feedback<S>& x,
                  const Reference<S>& d, const LqrErrors<S>& e, const LqrCommand<S>& applied,
                  const Condition& unsaturated, LqrMemory<S>& memory) {
  for (int i = 0; i < form.commands; ++i) {
    std::array<S, 2> next;
    for (int p = 0; p < form.lag_order; ++p) {
      next[p] = fma(k.lag.now[p], applied[i], k.lag.before[p] * memory.before[i]);
      for (int q = 0; q < form.lag_order; ++q) {
        next[p] = fma(k.lag.transition[p][q], memory.lags[q * form.commands + i], next[p]);
      }
    }
    for (int p = 0; p < form.lag_order; ++p) memory.lags[p * form.commands + i] = next[p];
    memory.before[i] = applied[i];
  }
  const Vec3<S> e_x_W = x.position - d.position;
  const std::array<S, lqr_sums> more = {e_x_W.x, e_x_W.y, e_x_W.z, e[8], e[12]};
  for (int i = 0; i < lqr_sums; ++i) {
    memory.sums[i] = select(unsaturated, fma(k.period, more[i], memory.sums[i]), memory.sums[i]);
  }
}

}  // namespace montecopter
