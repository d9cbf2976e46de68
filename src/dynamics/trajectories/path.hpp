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
#include <utility>

#include "core/numerics/elementary.hpp"
#include "dynamics/alternatives.hpp"
#include "dynamics/step_start.hpp"
#include "dynamics/trajectories/headings/heading.hpp"
#include "dynamics/trajectories/path_form.hpp"
#include "dynamics/trajectories/reference.hpp"

namespace montecopter {

template <class S>
class Path {
 public:
  Path() = default;
  Path(const PathForm& form, const PathConstants<S>& constants)
      : form_(form), c_(constants), keeps_heading_(all(c_.heading_rate == S(0.0))) {
    sincos(heading_at_rate(0.0), start_sine_, start_cosine_);
  }

  /// For every t >= 0. After the end of pieces the position is held: its derivatives are zero, also
  /// if the last piece ends moving.
  Reference<S> at(double t_s) const {
    Reference<S> r = position_at(t_s);
    with_alternative<Heading>(form_.heading, [&]<class H>() { H::set_heading(*this, t_s, r); });
    return r;
  }

  // --- for the laws of headings ------------------------------------------------------------------

  using Scalar = S;
  /// A heading [rad] and its first two derivatives.
  using Angles = std::array<S, 3>;

  const PathForm& form() const { return form_; }

  /// heading + heading_rate t, of each sample.
  void set_constant_rate(double t, Reference<S>& r) const {
    if (keeps_heading_) {  // the same bits, sooner
      r.set_heading(heading_at_rate(t), c_.heading_rate, S(0.0), start_sine_, start_cosine_);
    } else {
      r.set_heading(heading_at_rate(t), c_.heading_rate, S(0.0));
    }
  }
  /// The sample's heading, and these angles besides.
  void set_relative(const Angles& heading, Reference<S>& r) const {
    r.set_heading(c_.heading + heading[0], heading[1], heading[2]);
  }
  /// Whether a piece of `turns` says the heading at time t.
  bool is_turning(double t) const {
    return form_.turns.pieces > 0 && form_.turns.starts[0] <= t &&
           t < form_.turns.ends[form_.turns.find(t)];
  }
  /// Heading by the pieces of `turns`.
  Angles turn_at(double t) const {
    const Axis turn = piece(form_.turns, form_.turns.find(t), 1, 0, t, S(0.0));
    return {turn[0], turn[1], turn[2]};
  }

 private:
  /// Derivatives 0 to 4 of one axis.
  using Axis = std::array<S, 5>;

  Reference<S> position_at(double t) const {
    switch (form_.kind) {
      case PathKind::circle:
        return circle(S(t));
      case PathKind::harmonic:
        return joined(wave(c_.offset.x, c_.drift.x, c_.amplitude.x, c_.rate.x, c_.phase.x, S(t)),
                      wave(c_.offset.y, c_.drift.y, c_.amplitude.y, c_.rate.y, c_.phase.y, S(t)),
                      wave(c_.offset.z, c_.drift.z, c_.amplitude.z, c_.rate.z, c_.phase.z, S(t)));
      case PathKind::pieces:
        return in_piece(form_.track.find(t), t);
      case PathKind::step:
        break;
    }
    return joined(stepped(c_.offset.x, c_.step.x, S(t)), stepped(c_.offset.y, c_.step.y, S(t)),
                  stepped(c_.offset.z, c_.step.z, S(t)));
  }

  Reference<S> in_piece(std::size_t i, double t) const {
    return joined(piece(form_.track, i, 3, 0, t, c_.offset.x),
                  piece(form_.track, i, 3, 1, t, c_.offset.y),
                  piece(form_.track, i, 3, 2, t, c_.offset.z));
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

  /// Circle, with one angle for two axes.
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
    return {offset + select(starts_before(t, c_.step_time), zero, step), zero, zero, zero, zero};
  }

  /// Horner's scheme for a polynomial and its Taylor coefficients at once. All samples share the
  /// polynomial and the time, so it is computed once for all lanes. Coefficients that are still
  /// zero are skipped; 0 is added in place of a product with them, for the sign of zeros.
  static Axis piece(const PieceTable& table, std::size_t i, std::size_t axes, std::size_t axis,
                    double t, const S& offset) {
    const double end = table.ends[i];
    const double local = (t < end ? t : end) - table.starts[i];
    const double* c = table.coefficients + (i * axes + axis) * path_terms;
    std::array<double, 5> d = {c[path_terms - 1] + 0.0, 0.0, 0.0, 0.0, 0.0};
    [&]<std::size_t... i>(std::index_sequence<i...>) { (take_term<i + 1>(c, local, d), ...); }
    (std::make_index_sequence<path_terms - 1>());
    const S zero(0.0);
    if (!(t < end)) return {offset + S(d[0]), zero, zero, zero, zero};
    return {offset + S(d[0]), S(d[1]), S(2.0 * d[2]), S(6.0 * d[3]), S(24.0 * d[4])};
  }

  /// Step `first` of the scheme, in which d[first] becomes a number.
  template <std::size_t first>
  [[gnu::always_inline]] static void take_term(const double* c, double local,
                                               std::array<double, 5>& d) {
    constexpr std::size_t last = first < 5 ? first : 5;
    if constexpr (first < 5) d[first] = d[first - 1] + 0.0;
    [&]<std::size_t... i>(std::index_sequence<i...>) {
      ((d[last - 1 - i] = fma(d[last - 1 - i], local, d[last - 2 - i])), ...);
    }
    (std::make_index_sequence<last - 1>());
    d[0] = fma(d[0], local, c[path_terms - 1 - first]);
  }

  S heading_at_rate(double t) const { return fma(c_.heading_rate, S(t), c_.heading); }

  PathForm form_;
  PathConstants<S> c_;
  bool keeps_heading_ = false;  ///< at its start, in all lanes
  S start_sine_, start_cosine_;
};

}  // namespace montecopter
