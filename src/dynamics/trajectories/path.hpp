#pragma once
/// A trajectory for the kernels: a function of time, evaluated in lanes. Four forms cover all
/// kinds: a step (hover is one of no size), a circle, harmonics, and pieces of polynomials.
///
/// form_of() and fold_path() (path_setup.hpp) make PathForm and PathConstants of the scenario's
/// trajectory; the ControlPlan holds the one, the row of each sample the other (ControlBasis).
/// ControlLoop calls Path::at() at each update, or for each stage of the integrator: position with
/// its derivatives to snap first, then the heading, which may need the velocity. Tables of pieces
/// belong to the plan and are shared by all samples: starts, ends, then coefficients by piece, axis
/// and power.

#include <array>
#include <cstddef>
#include <type_traits>

#include "dynamics/alternatives.hpp"
#include "dynamics/elementary.hpp"
#include "dynamics/trajectories/heading.hpp"
#include "dynamics/trajectories/reference.hpp"

namespace montecopter {

/// Coefficients of a piece per axis: polynomials of degree 7.
inline constexpr std::size_t path_terms = 8;

enum class PathKind { step, circle, harmonic, pieces };

/// Polynomials by time. They belong to all samples, which share their time, too.
struct PieceTable {
  std::size_t pieces = 0;
  const double* starts = nullptr;        ///< [s], ascending
  const double* ends = nullptr;          ///< [s], each at or before the next start
  const double* coefficients = nullptr;  ///< [pieces][axes][path_terms], powers of t - start

  /// The last piece that starts at or before t; the first if there is none.
  std::size_t find(double t) const {
    std::size_t low = 0;
    for (std::size_t high = pieces; high - low > 1;) {
      const std::size_t middle = low + (high - low) / 2;
      (starts[middle] <= t ? low : high) = middle;
    }
    return low;
  }
};

/// What all samples share.
struct PathForm {
  PathKind kind = PathKind::step;
  int heading = index_of<FixedHeading, Heading>();
  double slow_m_s = 0;  ///< below it, rates of an along-track heading are those of this speed
  PieceTable track;     ///< three axes, NED [m]; no gaps; held after its end
  PieceTable turns;     ///< one axis, the heading [rad]
};

/// What a sample has of its own. All members are S, so that samples gather into lanes as flat
/// arrays of doubles. Position: offset + drift t + amplitude sin(rate t + phase), or offset and
/// from step_time on also step, or offset + piece. On a circle, which may climb, x has what x and y
/// share: offset + drift t + amplitude.x (cos, sin, 0)(rate.x t + phase.x). Heading: heading +
/// heading_rate t + what the form says. Vectors are NED.
template <class S>
struct PathConstants {
  Vec3<S> offset;     ///< [m]
  Vec3<S> drift;      ///< [m/s]
  Vec3<S> amplitude;  ///< [m]
  Vec3<S> rate;       ///< [rad/s]
  Vec3<S> phase;      ///< [rad]
  Vec3<S> step;       ///< [m]
  S step_time;        ///< [s]
  S heading;          ///< [rad]
  S heading_rate;     ///< [rad/s]
};

/// Three numbers of a trajectory, NED.
inline Vec3<double> ned(const std::array<double, 3>& a) { return {a[0], a[1], a[2]}; }

template <class S>
class Path {
 public:
  Path() = default;
  Path(const PathForm& form, const PathConstants<S>& constants)
      : form_(form), c_(constants), keeps_heading_(all(c_.heading_rate == S(0.0))) {
    sincos(steady_heading(0.0), start_sine_, start_cosine_);
  }

  /// For every t >= 0. After the end of pieces the position is held: its derivatives are zero, also
  /// if the last piece ends moving.
  Reference<S> at(double t_s) const {
    Reference<S> r = position_at(t_s);
    with_alternative<Heading>(form_.heading,
                              [&]<class H>() { head(std::type_identity<H>(), t_s, r); });
    return r;
  }

 private:
  /// Derivatives 0 to 4 of one axis, and 0 to 2 of the heading.
  using Axis = std::array<S, 5>;
  using Angles = std::array<S, 3>;

  /// An angle and a rate, of each sample.
  void head(std::type_identity<FixedHeading>, double t, Reference<S>& r) const {
    if (keeps_heading_) {  // the same bits, sooner
      r.set_heading(steady_heading(t), c_.heading_rate, S(0.0), start_sine_, start_cosine_);
    } else {
      r.set_heading(steady_heading(t), c_.heading_rate, S(0.0));
    }
  }
  /// That of the horizontal velocity, but for the pieces of `turns`.
  void head(std::type_identity<AlongTrackHeading>, double t, Reference<S>& r) const {
    set_heading(r, is_turning(t) ? turn_at(t) : track_direction(r));
  }
  /// The pieces of `turns`.
  void head(std::type_identity<ProfileHeading>, double t, Reference<S>& r) const {
    set_heading(r, turn_at(t));
  }

  Reference<S> position_at(double t) const {
    switch (form_.kind) {
      case PathKind::circle:
        return circle(S(t));
      case PathKind::harmonic:
        return joined(wave(c_.offset.x, c_.drift.x, c_.amplitude.x, c_.rate.x, c_.phase.x, S(t)),
                      wave(c_.offset.y, c_.drift.y, c_.amplitude.y, c_.rate.y, c_.phase.y, S(t)),
                      wave(c_.offset.z, c_.drift.z, c_.amplitude.z, c_.rate.z, c_.phase.z, S(t)));
      case PathKind::pieces:
        return joined(piece(form_.track, 3, 0, t, c_.offset.x),
                      piece(form_.track, 3, 1, t, c_.offset.y),
                      piece(form_.track, 3, 2, t, c_.offset.z));
      case PathKind::step:
        break;
    }
    return joined(stepped(c_.offset.x, c_.step.x, S(t)), stepped(c_.offset.y, c_.step.y, S(t)),
                  stepped(c_.offset.z, c_.step.z, S(t)));
  }

  static Reference<S> joined(const Axis& x, const Axis& y, const Axis& z) {
    Reference<S> r;
    r.position = {x[0], y[0], z[0]};
    r.velocity = {x[1], y[1], z[1]};
    r.acceleration = {x[2], y[2], z[2]};
    r.jerk = {x[3], y[3], z[3]};
    r.snap = {x[4], y[4], z[4]};
    return r;
  }

  /// One angle for two axes.
  Reference<S> circle(const S& t) const {
    const S &rate = c_.rate.x, zero(0.0);
    S sine, cosine;
    sincos(fma(rate, t, c_.phase.x), sine, cosine);
    const Vec3<S> outwards_W = {cosine, sine, zero}, ahead_W = {-sine, cosine, zero};
    const S first = c_.amplitude.x * rate, second = first * rate;
    const S third = second * rate, fourth = third * rate;
    Reference<S> r;
    r.position = fma(c_.amplitude.x, outwards_W, fma(t, c_.drift, c_.offset));
    r.velocity = fma(first, ahead_W, c_.drift);
    r.acceleration = -(second * outwards_W);
    r.jerk = -(third * ahead_W);
    r.snap = fourth * outwards_W;
    return r;
  }

  static Axis wave(const S& offset, const S& drift, const S& amplitude, const S& rate,
                   const S& phase, const S& t) {
    S sine, cosine;
    sincos(fma(rate, t, phase), sine, cosine);
    const S first = amplitude * rate, second = first * rate;
    const S third = second * rate, fourth = third * rate;
    return {fma(amplitude, sine, fma(drift, t, offset)), fma(first, cosine, drift), -second * sine,
            -third * cosine, fourth * sine};
  }

  Axis stepped(const S& offset, const S& step, const S& t) const {
    const S zero(0.0);
    return {offset + select(t < c_.step_time, zero, step), zero, zero, zero, zero};
  }

  /// Horner's scheme for a polynomial and its Taylor coefficients at once.
  static Axis piece(const PieceTable& table, std::size_t axes, std::size_t axis, double t,
                    const S& offset) {
    const std::size_t i = table.find(t);
    const double end = table.ends[i];
    const S local((t < end ? t : end) - table.starts[i]);
    const double* c = table.coefficients + (i * axes + axis) * path_terms;
    const S zero(0.0);
    Axis d = {zero, zero, zero, zero, zero};
    for (std::size_t k = path_terms; k-- > 0;) {
      for (std::size_t j = 4; j > 0; --j) d[j] = fma(d[j], local, d[j - 1]);
      d[0] = fma(d[0], local, S(c[k]));
    }
    if (!(t < end)) return {offset + d[0], zero, zero, zero, zero};
    return {offset + d[0], d[1], S(2.0) * d[2], S(6.0) * d[3], S(24.0) * d[4]};
  }

  bool is_turning(double t) const {
    return form_.turns.pieces > 0 && form_.turns.starts[0] <= t &&
           t < form_.turns.ends[form_.turns.find(t)];
  }

  Angles turn_at(double t) const {
    const Axis turn = piece(form_.turns, 1, 0, t, S(0.0));
    return {turn[0], turn[1], turn[2]};
  }

  /// Direction of the horizontal velocity (x, y), and its derivatives.
  Angles track_direction(const Reference<S>& r) const {
    const Vec3<S>&v_W = r.velocity, &a_W = r.acceleration, &j_W = r.jerk;
    const S speed2 = max(fma(v_W.x, v_W.x, v_W.y * v_W.y), S(form_.slow_m_s * form_.slow_m_s));
    const S rate = fnma(v_W.y, a_W.x, v_W.x * a_W.y) / speed2;
    const S along = fma(v_W.x, a_W.x, v_W.y * a_W.y);
    const S turning = fnma(v_W.y, j_W.x, v_W.x * j_W.y);
    return {atan2(v_W.y, v_W.x), rate, fnma(S(2.0) * rate, along, turning) / speed2};
  }

  S steady_heading(double t) const { return fma(c_.heading_rate, S(t), c_.heading); }

  void set_heading(Reference<S>& r, const Angles& heading) const {
    r.set_heading(c_.heading + heading[0], heading[1], heading[2]);
  }

  PathForm form_;
  PathConstants<S> c_;
  bool keeps_heading_ = false;  ///< at its start, in all lanes
  S start_sine_, start_cosine_;
};

}  // namespace montecopter
