#pragma once
/// Differential flatness over lanes: attitude, body rate and angular acceleration of a vehicle
/// follow from the direction of its thrust, its heading and two derivatives of each. Source: D.
/// Mellinger and V. Kumar, "Minimum snap trajectory generation and control for quadrotors", ICRA
/// 2011, section III.

#include "dynamics/controllers/attitude_error.hpp"
#include "dynamics/trajectories/reference.hpp"

namespace montecopter {

/// A vector in world axes and its first two derivatives by time.
template <class S>
struct Moving {
  Vec3<S> value, rate, acceleration;
};

/// The axes of a body in the world; its rate [rad/s] and the derivative of that [rad/s2], in them.
template <class S>
struct TurningAxes {
  BodyAxes<S> axes;
  Vec3<S> rate, angular_acceleration;
};

/// Lengths of p, against which the rotors push, and of p x b, where b is the nose that a heading
/// asks for. Roots and quotients take long: computed before the derivatives of p, they overlap with
/// them.
template <class S>
struct PullLengths {
  Vec3<S> side_W;   ///< p x b
  S per_pull;       ///< 1 / |p|
  S per_side;       ///< 1 / |p x b|
  S pull_per_side;  ///< |p| / |p x b|

  PullLengths(const Vec3<S>& p_W, const Reference<S>& d)
      : side_W{-(p_W.z * d.heading_sine), p_W.z * d.heading_cosine,
               fnma(p_W.y, d.heading_cosine, p_W.x * d.heading_sine)} {
    const S pull = sqrt(dot(p_W, p_W));
    per_pull = inverse_of_length(pull);
    per_side = inverse_length(side_W);
    pull_per_side = pull * per_side;
  }
};

/// The body whose z axis points along `p_W` and whose x axis is as near as possible to the nose b
/// given by the heading of `d`. Its axes are c3 = p / |p|, c2 = p x b / |p x b|, c1 = c2 x c3. As
/// ci' = w x ci, the first two derivatives of c1.p = 0 and c2.p = 0 give w1, w2 and their
/// derivatives. The derivatives of c2.b = 0 give w3 and its derivative. The length of p_W.value is
/// `length`; c1, c2, c3 and b are in world axes.
template <class S>
TurningAxes<S> axes_along(const Moving<S>& p_W, const PullLengths<S>& length,
                          const Reference<S>& d) {
  const S two(2.0);
  const Vec3<S> c3 = length.per_pull * p_W.value, c2 = length.per_side * length.side_W;
  const Vec3<S> c1 = cross(c2, c3);

  const S w1 = -(length.per_pull * dot(c2, p_W.rate)), w2 = length.per_pull * dot(c1, p_W.rate);
  const S growth = two * dot(c3, p_W.rate);                                         // 2 |p|'
  const S bend1 = -(length.per_pull * fma(growth, w1, dot(c2, p_W.acceleration)));  // -c2.c3''
  const S bend2 = length.per_pull * fnma(growth, w2, dot(c1, p_W.acceleration));    // c1.c3''

  // b' = r a and b'' = r' a - r^2 b with a level and normal to b; c1.b = |p x b| / |p|.
  const S &cosine = d.heading_cosine, &sine = d.heading_sine, &r = d.heading_rate;
  const auto across = [&](const Vec3<S>& c) { return fnma(sine, c.x, cosine * c.y); };  // c.a
  const S across2 = across(c2), along3 = fma(cosine, c3.x, sine * c3.y);
  const S w3 = length.pull_per_side * fma(r, across2, w1 * along3);
  const S spin1 = fma(w2, w3, bend1);
  const S swerve = two * r * fnma(w3, across(c1), w1 * across(c3));  // 2 c2'.b'
  const S bend3 = fma(d.heading_acceleration, across2, fma(along3, fma(w2, w3, spin1), swerve));
  return {{c1, c2, c3},
          {w1, w2, w3},
          {spin1, fnma(w1, w3, bend2), fma(w1, w2, length.pull_per_side * bend3)}};
}

/// The axes of that body alone, in the axes of a body that R_WB turns.
template <class S>
BodyAxes<S> pointed_along(const Vec3<S>& p_W, const Reference<S>& d, const Rotation<S>& R_WB) {
  const PullLengths<S> length(p_W, d);
  const Vec3<S> c3_B = length.per_pull * R_WB.inverse(p_W);
  const Vec3<S> c2_B = length.per_side * R_WB.inverse(length.side_W);
  return {cross(c2_B, c3_B), c2_B, c3_B};
}

/// Body rate [rad/s] and its derivative [rad/s2] along a trajectory, in world axes.
template <class S>
struct Turn {
  Vec3<S> rate, angular_acceleration;
};

/// The turn of a vehicle on which only its rotors and gravity act.
template <class S>
Turn<S> turn_along(const Reference<S>& d, const S& gravity) {
  const Vec3<S> g_W = {S(0.0), S(0.0), gravity};
  const Moving<S> p_W = {g_W - d.acceleration, -d.jerk, -d.snap};
  const TurningAxes<S> body = axes_along(p_W, PullLengths<S>(p_W.value, d), d);
  const auto to_world = [&](const Vec3<S>& w_B) {
    return fma(w_B.x, body.axes.x, fma(w_B.y, body.axes.y, w_B.z * body.axes.z));
  };
  return {to_world(body.rate), to_world(body.angular_acceleration)};
}

}  // namespace montecopter
