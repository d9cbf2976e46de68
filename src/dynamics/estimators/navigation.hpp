#pragma once
/// Inertial navigation from reading to reading, of instants or of means, over lanes.

#include "dynamics/estimators/estimate.hpp"

namespace montecopter {

/// Where navigation has got to. All members are S.
template <class S>
struct Navigation {
  Estimate<S> x;
  ImuReading<S> last;  ///< holds until there is another
  S time;              ///< of the estimate [steps]
  S read;              ///< of that reading [steps]
};

/// What is flown through at once: readings at both ends, and how long it takes.
template <class S>
struct Leg {
  ImuReading<S> from, to;
  S dt;  ///< [s]
};

/// How the readings of an IMU are to be integrated.
struct ImuMeans {
  bool force, rate;  ///< whether they are means
  double every;      ///< steps over which, if none was lost
};

/// A mean holds all the way from the reading before. Where that way was begun with the reading
/// before, because one of another sensor came in between, the rest of it gets what makes the mean
/// right: of the whole way, `begun` dt was flown with `last`.
template <class S>
Vec3<S> rest_of_mean(const Vec3<S>& last, const Vec3<S>& mean, const S& begun) {
  return fma(begun, mean - last, mean);
}

/// The leg to the time `now` [steps] in the lanes where `any` reading is there; where none of the
/// IMU has `moved`, its last one holds on.
template <class S, class Mask>
Leg<S> leg_to(const S& now, const ImuReading<S>& next, const Mask& moved, const Mask& any,
              const ImuMeans& means, const S& step_s, const Navigation<S>& nav) {
  Leg<S> leg = {nav.last, next, select(any, (now - nav.time) * step_s, S(0.0))};
  if (!means.force && !means.rate) return leg;
  const S rest = now - nav.time, mean_over = min(now - nav.read, S(means.every));
  const auto is_begun = moved & (S(0.0) < rest) & (mean_over > rest);
  const S begun = select(is_begun, (mean_over - rest) / select(is_begun, rest, S(1.0)), S(0.0));
  if (means.force) {
    leg.to.specific_force = rest_of_mean(leg.from.specific_force, next.specific_force, begun);
    leg.from.specific_force = leg.to.specific_force;
  }
  if (means.rate) {
    leg.to.body_rate = rest_of_mean(leg.from.body_rate, next.body_rate, begun);
    leg.from.body_rate = leg.to.body_rate;
  }
  return leg;
}

/// Flies it.
template <class S, class Mask>
void carry(const Leg<S>& leg, const S& now, const ImuReading<S>& next, const Mask& moved,
           const Mask& any, const S& gravity, Navigation<S>& nav) {
  navigate(leg.from, leg.to, gravity, leg.dt, nav.x);
  nav.last = next;
  nav.time = select(any, now, nav.time);
  nav.read = select(moved, now, nav.read);
}

}  // namespace montecopter
