#pragma once
/// The linear-quadratic regulator about a hover, over lanes: u = u_hover + feedforward - K e. The
/// states of motors or servos are not measured: the control law carries a model of them, driven by
/// its commands. docs/models.md 1.10.

#include <array>

#include "core/numerics/elementary.hpp"
#include "core/numerics/quaternion_exp.hpp"
#include "dynamics/controllers/attitude_error.hpp"
#include "dynamics/controllers/feedback.hpp"
#include "dynamics/controllers/pending_commands.hpp"
#include "dynamics/trajectories/reference.hpp"

namespace montecopter {

/// Sizes of the largest regulator. A multirotor has a wrench as command, a helicopter has servos.
inline constexpr int lqr_commands = 5;
inline constexpr int lqr_measured = 13;  ///< position, velocity, rotation vector, body rate; rotor
inline constexpr int lqr_lags = 8;       ///< states of motors (one or two per command) or servos
inline constexpr int lqr_sums = 5;       ///< of position, heading, rotor speed
inline constexpr int lqr_errors = lqr_measured + lqr_lags + lqr_commands + lqr_sums;

template <class S>
using LqrCommand = std::array<S, lqr_commands>;

/// Discrete model of the lags, the same for every command: a[k+1] = transition a[k] + now u[k-w] +
/// before u[k-w-1]. The commands of w updates wait. The vector a has lag_order numbers, which
/// settle at `settled` u.
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
  std::array<std::array<S, 4>, 2 + lqr_commands> feedforward;
};

/// Memory of the regulator from one update to the next.
template <class S>
struct LqrMemory {
  std::array<S, lqr_lags> lags{};  ///< [order][command]: the model's state, from the hover
  LqrCommand<S> before{};          ///< commands that act at the update, from the hover
  std::array<S, lqr_sums> sums{};  ///< of position error (NED), heading, rotor speed, times s

  void start(const Feedback<S>&, const KnownVehicle<S>&) { *this = {}; }
  /// Goes on from start(): what has been commanded until now is the trim, in which the lags have
  /// settled.
  void hold(const LqrGains<S>& k, const Feedback<S>&, const KnownVehicle<S>&,
            const CommandForm& form, const HeldTrim<S>& trim) {
    for (int i = 0; i < form.commands; ++i) {
      before[i] = trim.command[i] - k.hover[i];
      for (int p = 0; p < form.lag_order; ++p) {
        lags[p * form.commands + i] = k.lag.settled[p] * before[i];
      }
    }
    sums = trim.sums;
  }
};

/// The desired state, in axes that share the heading of the reference.
template <class S>
struct LqrTarget {
  S sine, cosine;         ///< of the heading
  Quat<S> heading;        ///< of a body without a tilt
  Quat<S> tilt;           ///< the shortest turn from there to the thrust, not of length 1
  S per_tilt;             ///< 1 / |tilt|
  Quat<S> trim;           ///< from there to the body: the attitude is heading (x) tilt (x) trim
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
template <int commands, class S>
LqrTarget<S> lqr_target(const LqrGains<S>& k, const Reference<S>& d) {
  LqrTarget<S> t;
  const S zero(0.0), half(0.5);
  t.sine = d.heading_sine, t.cosine = d.heading_cosine;
  const Vec3<S> v_H = with_heading(t.sine, t.cosine, d.velocity);
  const Vec3<S> p_W = Vec3<S>{zero, zero, k.gravity} - d.acceleration;  // down, at rest
  // The shortest turn of the vertical into p_H, whose length is not waited for.
  const Vec3<S> p_H = with_heading(t.sine, t.cosine, p_W);
  const S square = dot(p_W, p_W), length = sqrt(square);
  const S rise = length + p_H.z;
  t.tilt = {rise, -p_H.y, p_H.x, zero};
  t.per_tilt = inverse_of_length(sqrt(S(2.0) * length * max(rise, zero)));
  S half_sine, half_cosine;
  sincos(half * d.heading, half_sine, half_cosine);
  t.heading = {half_cosine, zero, zero, half_sine};

  const std::array<S, 4> flown = {v_H.x, v_H.y, v_H.z, length - k.gravity};
  std::array<S, 2 + lqr_commands> u;
  for (int i = 0; i < 2 + commands; ++i) {
    u[i] = zero;
    for (int j = 0; j < 4; ++j) u[i] = fma(k.feedforward[i][j], flown[j], u[i]);
  }
  for (int i = 0; i < commands; ++i) t.command[i] = u[2 + i];
  t.trim = product(k.attitude, short_quaternion_exp<S>({half * u[0], half * u[1], zero}));

  // b = p / |p| and p' = -j: the body turns with b x b' = -(p x j) / |p|^2 and with the heading.
  // In free fall b has no direction; |p| counts as 1e-6 m/s2, so that the quotient stays finite.
  t.body_rate = (S(-1.0) / max(square, S(1e-12))) * cross(p_W, d.jerk);
  t.body_rate.z = t.body_rate.z + d.heading_rate;
  return t;
}

/// Errors, in the order of the columns of K.
template <class S>
using LqrErrors = std::array<S, lqr_errors>;

template <int commands, class S>
LqrErrors<S> lqr_errors_of(int lag_order, const LqrGains<S>& k, const Feedback<S>& x,
                           const Reference<S>& d, const LqrTarget<S>& t,
                           const LqrMemory<S>& memory) {
  LqrErrors<S> e;
  for (S& each : e) each = S(0.0);
  const auto put = [&](int at, const Vec3<S>& a) { e[at] = a.x, e[at + 1] = a.y, e[at + 2] = a.z; };
  put(0, with_heading(t.sine, t.cosine, x.position - d.position));
  put(3, with_heading(t.sine, t.cosine, x.velocity - d.velocity));
  const Quat<S> from_heading = product(conjugate(t.heading), x.attitude);
  const Quat<S> error = product(conjugate(t.trim), product(conjugate(t.tilt), from_heading));
  put(6, short_rotation_vector(t.per_tilt, error));
  put(9, x.body_rate - Rotation<S>(x.attitude).inverse(t.body_rate));
  e[12] = x.rotor_speed - k.rotor_speed;
  const int lags = lqr_measured, before = lags + lqr_lags, sums = before + lqr_commands;
  for (int p = 0; p < lag_order; ++p) {
    for (int i = 0; i < commands; ++i) {
      const int at = p * commands + i;
      e[lags + at] = fnma(k.lag.settled[p], t.command[i], memory.lags[at]);
    }
  }
  for (int i = 0; i < commands; ++i) e[before + i] = memory.before[i] - t.command[i];
  put(sums,
      with_heading(t.sine, t.cosine, Vec3<S>{memory.sums[0], memory.sums[1], memory.sums[2]}));
  e[sums + 3] = memory.sums[3], e[sums + 4] = memory.sums[4];
  return e;
}

/// The control law: commands before limits, as deviations from the hover, t.command - K e. The rows
/// stand side by side, so that no sum waits for another, and the errors of attitude, which are
/// known last, come last. What a vehicle does not have, the main rotor of a helicopter and further
/// states of motors, has no column.
template <int commands, class S>
LqrCommand<S> lqr_wanted(int lag_order, const LqrGains<S>& k, const LqrTarget<S>& t,
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
  feed_back(before, commands);
  feed_back(sums, lqr_sums - without_rotor);
  feed_back(0, 6);
  feed_back(lags, lag_order * commands);
  feed_back(9, lqr_measured - 9 - without_rotor);
  feed_back(6, 3);
  LqrCommand<S> wanted;
  for (int i = 0; i < commands; ++i) wanted[i] = u[i];
  return wanted;
}

/// Feeds back commands that wait: gains are [update][command][command], `factor` is that of events
/// or null.
template <int commands, class S>
void lqr_feed_back_pending(const S* gains, const S* factor, const PendingCommands<S>& pending,
                           const LqrTarget<S>& t, LqrCommand<S>& wanted) {
  for (int j = 0; j < pending.updates; ++j) {
    for (int k = 0; k < commands; ++k) {
      S e = pending.numbers[j * commands + k] - t.command[k];
      if (factor != nullptr) e = *factor * e;
      for (int i = 0; i < commands; ++i) {
        wanted[i] = fnma(gains[(j * commands + i) * commands + k], e, wanted[i]);
      }
    }
  }
}

/// The memory at the next update; `applied`: the commands within limits that act next. Integrals
/// are held in lanes that saturate.
template <int commands, class S, class Condition>
void lqr_remember(int lag_order, const LqrGains<S>& k, const Feedback<S>& x, const Reference<S>& d,
                  const LqrErrors<S>& e, const LqrCommand<S>& applied, const Condition& unsaturated,
                  LqrMemory<S>& memory) {
  for (int i = 0; i < commands; ++i) {
    std::array<S, 2> next;
    for (int p = 0; p < lag_order; ++p) {
      next[p] = fma(k.lag.now[p], applied[i], k.lag.before[p] * memory.before[i]);
      for (int q = 0; q < lag_order; ++q) {
        next[p] = fma(k.lag.transition[p][q], memory.lags[q * commands + i], next[p]);
      }
    }
    for (int p = 0; p < lag_order; ++p) memory.lags[p * commands + i] = next[p];
    memory.before[i] = applied[i];
  }
  const Vec3<S> e_x_W = x.position - d.position;
  const std::array<S, lqr_sums> more = {e_x_W.x, e_x_W.y, e_x_W.z, e[8], e[12]};
  for (int i = 0; i < lqr_sums; ++i) {
    memory.sums[i] = select(unsaturated, fma(k.period, more[i], memory.sums[i]), memory.sums[i]);
  }
}

}  // namespace montecopter
