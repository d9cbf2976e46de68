#pragma once
/// The geometric tracking controller on SE(3), over lanes. Source: T. Lee, M. Leok,
/// N. H. McClamroch, "Geometric Tracking Control of a Quadrotor UAV on SE(3)", CDC 2010, eq. 10-21;
/// numbers of equations below are its. Desired directions carry two derivatives each, so that the
/// desired body rate and its derivative are exact for a vehicle that feels only rotors and gravity.

#include "dynamics/controllers/attitude_error.hpp"
#include "dynamics/controllers/feedback.hpp"
#include "dynamics/elementary.hpp"
#include "dynamics/trajectories/reference.hpp"

namespace montecopter {

/// All members are S.
template <class S>
struct LeeGains {
  Vec3<S> position, velocity;  ///< [1/s2], [1/s], NED
  Vec3<S> attitude, rate;      ///< [N m], [N m s], FRD
};

/// All gains times a factor.
template <class S>
LeeGains<S> operator*(const S& factor, const LeeGains<S>& gains) {
  return {factor * gains.position, factor * gains.velocity, factor * gains.attitude,
          factor * gains.rate};
}

/// A vector and its first two derivatives by time.
template <class S>
struct Moving {
  Vec3<S> value, rate, acceleration;
};

template <class S>
Vec3<S> times(const Vec3<S>& a, const Vec3<S>& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}

/// a x b.
template <class S>
Moving<S> cross(const Moving<S>& a, const Moving<S>& b) {
  return {cross(a.value, b.value), cross(a.rate, b.value) + cross(a.value, b.rate),
          cross(a.acceleration, b.value) +
              fma(S(2.0), cross(a.rate, b.rate), cross(a.value, b.acceleration))};
}

/// a / |a|, of which `inverse` is inverse_length(a): its root and its quotient take long, and
/// whoever asks for it before the derivatives of a works on these meanwhile.
template <class S>
Moving<S> direction(const Moving<S>& a, const S& inverse) {
  const Vec3<S> u = inverse * a.value;
  const S grows = dot(u, a.rate);  // |a|'
  const Vec3<S> turn = inverse * fnma(grows, u, a.rate);
  const S bends = dot(u, a.acceleration) + dot(turn, a.rate);  // |a|''
  return {u, turn, inverse * fnma(bends, u, fnma(S(2.0) * grows, turn, a.acceleration))};
}
template <class S>
Moving<S> direction(const Moving<S>& a) {
  return direction(a, inverse_length(a.value));
}

/// The first body axis that the heading asks for, b_1d.
template <class S>
Moving<S> heading_direction(const Reference<S>& reference) {
  const S &rate = reference.heading_rate, &growth = reference.heading_acceleration;
  const Vec3<S> along = reference.nose(), across = {-along.y, along.x, S(0.0)};
  return {along, rate * across, growth * across - (rate * rate) * along};
}

/// What position and velocity ask for.
template <class S>
struct LeeDemand {
  S thrust;        ///< [N]
  Moving<S> axis;  ///< b_3c
};

/// Eq. 12 and 15, with the acceleration and the jerk that the thrust itself causes.
template <class S>
LeeDemand<S> lee_demand(const LeeGains<S>& k, const KnownVehicle<S>& vehicle, const Rotation<S>& R,
                        const Feedback<S>& x, const Reference<S>& d) {
  const Vec3<S> up = {S(0.0), S(0.0), -vehicle.gravity};
  const auto pull = [&](const Vec3<S>& error, const Vec3<S>& error_rate, const Vec3<S>& ahead) {
    return ahead - times(k.position, error) - times(k.velocity, error_rate);
  };
  const Vec3<S> e_x = x.position - d.position, e_v = x.velocity - d.velocity;
  const Vec3<S> a = pull(e_x, e_v, d.acceleration) + up;
  const S inverse = inverse_length(-a);
  const Vec3<S> b3 = {R.xz, R.yz, R.zz};
  const Vec3<S> b3_rate = R * Vec3<S>{x.body_rate.y, -x.body_rate.x, S(0.0)};
  const S push = -dot(a, b3);  // f / m
  const Vec3<S> e_a = (-up) - push * b3 - d.acceleration;
  const Vec3<S> a_rate = pull(e_v, e_a, d.jerk);
  const S push_rate = -(dot(a_rate, b3) + dot(a, b3_rate));
  const Vec3<S> e_j = -(push_rate * b3) - push * b3_rate - d.jerk;
  const Vec3<S> a_acceleration = pull(e_a, e_j, d.snap);
  return {vehicle.mass * push, direction<S>({-a, -a_rate, -a_acceleration}, inverse)};
}

/// Thrust and moment, eq. 15 and 16.
template <class S>
Wrench<S> lee_wrench(const LeeGains<S>& k, const KnownVehicle<S>& vehicle, const Feedback<S>& x,
                     const Reference<S>& d) {
  const Rotation<S> R(x.attitude);
  const LeeDemand<S> demand = lee_demand(k, vehicle, R, x, d);
  const Moving<S>& c3 = demand.axis;
  const Moving<S> b1 = heading_direction(d);
  const S inverse = inverse_length(cross(c3.value, b1.value));
  const Moving<S> c2 = direction(cross(c3, b1), inverse);
  const Moving<S> c1 = cross(c2, c3);
  const Vec3<S> r1 = {R.xx, R.yx, R.zx}, r2 = {R.xy, R.yy, R.zy}, r3 = {R.xz, R.yz, R.zz};

  // e_R = 1/2 vee(Rc^T R - R^T Rc), eq. 10; Omega_c = vee(Rc^T Rc').
  const S half(0.5);
  const Vec3<S> e_R = {half * (dot(c3.value, r2) - dot(c2.value, r3)),
                       half * (dot(c1.value, r3) - dot(c3.value, r1)),
                       half * (dot(c2.value, r1) - dot(c1.value, r2))};
  const Vec3<S> rate = {dot(c3.value, c2.rate), dot(c1.value, c3.rate), dot(c2.value, c1.rate)};
  const Vec3<S> spin_up = {dot(c3.rate, c2.rate) + dot(c3.value, c2.acceleration),
                           dot(c1.rate, c3.rate) + dot(c1.value, c3.acceleration),
                           dot(c2.rate, c1.rate) + dot(c2.value, c1.acceleration)};
  const auto in_body = [&](const Vec3<S>& w) {
    return R.inverse(fma(w.x, c1.value, fma(w.y, c2.value, w.z * c3.value)));
  };
  const Vec3<S>& w = x.body_rate;
  const Vec3<S> desired = in_body(rate), desired_spin_up = in_body(spin_up);
  const Vec3<S> ahead = desired_spin_up - cross(w, desired);
  const Vec3<S> moment = cross(w, vehicle.inertia * w) + vehicle.inertia * ahead -
                         times(k.attitude, e_R) - times(k.rate, w - desired);
  return {demand.thrust, moment};
}

}  // namespace montecopter
