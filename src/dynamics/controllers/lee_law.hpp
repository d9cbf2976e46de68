#pragma once
/// The geometric tracking controller on SE(3), over lanes. Source: T. Lee, M. Leok,
/// N. H. McClamroch, "Geometric Tracking Control of a Quadrotor UAV on SE(3)", CDC 2010, eq. 10-21;
/// numbers of equations below are its. What is asked for carries two derivatives, so that the
/// desired body rate and its derivative are exact for a vehicle that feels only rotors and gravity.

#include "dynamics/controllers/feedback.hpp"
#include "dynamics/controllers/flatness.hpp"

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

/// What position and velocity ask for.
template <class S>
struct LeeDemand {
  S thrust;        ///< [N]
  Moving<S> pull;  ///< against the wanted specific force [m/s2]: b_3c points along it
  PullLengths<S> length;
};

/// Eq. 12 and 15, with the acceleration and the jerk that the thrust itself causes.
template <class S>
LeeDemand<S> lee_demand(const LeeGains<S>& k, const KnownVehicle<S>& vehicle, const Rotation<S>& R,
                        const Feedback<S>& x, const Reference<S>& d) {
  const BodyAxes<S> b = axes_of(R);
  const auto pull = [&](const Vec3<S>& error, const Vec3<S>& error_rate, const Vec3<S>& ahead) {
    return fma(k.position, error, fma(k.velocity, error_rate, -ahead));
  };
  const Vec3<S> down = {S(0.0), S(0.0), vehicle.gravity};
  const Vec3<S> e_x = x.position - d.position, e_v = x.velocity - d.velocity;
  const Vec3<S> p = pull(e_x, e_v, d.acceleration) + down;
  const PullLengths<S> length(p, d);
  const Vec3<S> b3_rate = fnma(x.body_rate.x, b.y, x.body_rate.y * b.x);
  const S push = dot(p, b.z);  // f / m
  const Vec3<S> e_a = fnma(push, b.z, down - d.acceleration);
  const Vec3<S> p_rate = pull(e_v, e_a, d.jerk);
  const S push_rate = dot(p_rate, b.z) + dot(p, b3_rate);
  const Vec3<S> e_j = fnma(push_rate, b.z, fnma(push, b3_rate, -d.jerk));
  return {vehicle.mass * push, {p, p_rate, pull(e_a, e_j, d.snap)}, length};
}

/// Thrust and moment, eq. 15 and 16.
template <class S>
Wrench<S> lee_wrench(const LeeGains<S>& k, const KnownVehicle<S>& vehicle, const Feedback<S>& x,
                     const Reference<S>& d) {
  const Rotation<S> R(x.attitude);
  const LeeDemand<S> demand = lee_demand(k, vehicle, R, x, d);
  const TurningAxes<S> c = axes_along(demand.pull, demand.length, d);
  const BodyAxes<S> seen = {R.inverse(c.axes.x), R.inverse(c.axes.y), R.inverse(c.axes.z)};
  const auto in_body = [&](const Vec3<S>& w) {
    return fma(w.x, seen.x, fma(w.y, seen.y, w.z * seen.z));
  };
  const Vec3<S>& w = x.body_rate;
  const Vec3<S> desired = in_body(c.rate);
  const Vec3<S> ahead = in_body(c.spin_up) - cross(w, desired);
  const Vec3<S> feedback = fma(k.attitude, vee_error(seen), times(k.rate, w - desired));
  return {demand.thrust, cross(w, vehicle.inertia * w) + (vehicle.inertia * ahead - feedback)};
}

}  // namespace montecopter
