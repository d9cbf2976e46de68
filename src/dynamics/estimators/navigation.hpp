#pragma once
/// Strapdown inertial navigation from one IMU reading to the next, over lanes. Readings may be
/// instantaneous, integrated by the trapezoidal rule, or means over the time since the previous
/// reading, which are held over it. The interval comes from leg_to(), and navigate() integrates
/// over it.
///
/// Equations: docs/models.md 1.11, in an inertial frame (D. Titterton, J. Weston, Strapdown
/// Inertial Navigation Technology, 2nd ed. 2004, section 3.5.1; P. Groves, Principles of GNSS,
/// Inertial, and Multisensor Integrated Navigation Systems, 2nd ed. 2013, chapter 5). The attitude
/// turns by the rotation vector of the mean rate. The effect of a changing axis of rotation
/// (coning) is left out. It is of the third order in the interval, as are the other errors of the
/// trapezoidal rule.

#include "dynamics/estimators/estimate.hpp"

namespace montecopter {

/// State of the navigation. All members are S.
template <class S>
struct Navigation {
  Estimate<S> x;
  ImuReading<S> last;  ///< held until the next
  S time;              ///< of the estimate [steps]
  S read;              ///< time of that reading [steps]
};

/// An interval of integration: readings at both ends, and its length.
template <class S>
struct Leg {
  ImuReading<S> from, to;
  S dt;  ///< [s]
};

/// Whether readings of the IMU are means over an interval.
struct ImuMeans {
  bool force, rate;  ///< whether they are means
  double every;      ///< steps between readings, if none is lost
};

/// A copy number by number: g++ copies structs in memory by halves of packs, for which the next
/// operation on a whole pack waits.
template <class S>
Vec3<S> copied(const Vec3<S>& a) {
  return {a.x, a.y, a.z};
}
template <class S>
void copy(const Vec3<S>& from, Vec3<S>& to) {
  to.x = from.x, to.y = from.y, to.z = from.z;
}
template <class S>
void copy(const ImuReading<S>& from, ImuReading<S>& to) {
  copy(from.specific_force, to.specific_force);
  copy(from.body_rate, to.body_rate);
}

/// A mean covers the whole interval from the previous reading. Where another sensor was fused in
/// between, the first part of the interval was already integrated with `last`; its ratio to the
/// rest is `begun`. The rest then gets the value by which the mean over both parts is right.
template <class S>
Vec3<S> rest_of_mean(const Vec3<S>& last, const Vec3<S>& mean, const S& begun) {
  return fma(begun, mean - last, mean);
}

/// The interval up to the time `now` [steps], of length 0 in the lanes without `any` reading. In
/// lanes where the IMU has no new reading (`moved`), its last reading is held.
template <class S, class Mask>
Leg<S> leg_to(const S& now, const ImuReading<S>& next, const Mask& moved, const Mask& any,
              const ImuMeans& means, const S& step_s, const Navigation<S>& nav) {
  Leg<S> leg = {{copied(nav.last.specific_force), copied(nav.last.body_rate)},
                {copied(next.specific_force), copied(next.body_rate)},
                select(any, (now - nav.time) * step_s, S(0.0))};
  if (!means.force && !means.rate) return leg;
  const S rest = now - nav.time, mean_over = min(now - nav.read, S(means.every));
  const auto is_begun = moved & (S(0.0) < rest) & (mean_over > rest);
  const S begun = select(is_begun, (mean_over - rest) / select(is_begun, rest, S(1.0)), S(0.0));
  if (means.force) {
    copy(rest_of_mean(leg.from.specific_force, next.specific_force, begun), leg.to.specific_force);
    copy(leg.to.specific_force, leg.from.specific_force);
  }
  if (means.rate) {
    copy(rest_of_mean(leg.from.body_rate, next.body_rate, begun), leg.to.body_rate);
    copy(leg.to.body_rate, leg.from.body_rate);
  }
  return leg;
}

/// Keeps the reading at the end of an interval, and its time.
template <class S, class Mask>
void hold(const S& now, const ImuReading<S>& next, const Mask& moved, const Mask& any,
          Navigation<S>& nav) {
  copy(next, nav.last);
  nav.time = select(any, now, nav.time);
  nav.read = select(moved, now, nav.read);
}

}  // namespace montecopter
