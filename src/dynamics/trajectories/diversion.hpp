#pragma once
/// A path that leaves the trajectory in flight, over lanes: a vehicle brakes to a stop, and then
/// hovers, lands, or flies home and lands there. Position and velocity are continuous. The path
/// consists of legs with constant accelerations:
///
///   1. Brake along the velocity at the start: it stops after v / a, v^2 / (2 a) ahead.
///   2. Climb to the lowest altitude of the way home.
///   3. Fly home in a straight line.
///   4. Descend. The descent does not end: the ground ends it.
///
/// Legs 2 and 3 go from rest to rest: the speed grows at a, stays at that of the leg, and falls at
/// a. A leg of length L at speed v takes L / v + v / a. A short one turns round at the speed
/// sqrt(a L). Legs without a length take no time. The heading stays.

#include "dynamics/trajectories/reference.hpp"

namespace montecopter {

/// Numbers of a diversion. All members are S.
template <class S>
struct DiversionLaw {
  S deceleration;           ///< a, of all legs [m/s2]
  S descent;                ///< speed [m/s]; 0: it hovers
  S speed;                  ///< to the home [m/s]; 0: it does not fly there
  S climb;                  ///< speed [m/s]
  S altitude;               ///< lowest one on the way home [m]
  S home_north, home_east;  ///< [m]
};

template <class S>
class Diversion {
 public:
  using Which = decltype(S(0.0) < S(0.0));

  /// Begins a path in some lanes, at a place with a velocity. `before` is the reference until now.
  void begin(const Which& which, double t_s, const DiversionLaw<S>& law, const Vec3<S>& position,
             const Vec3<S>& velocity, const Reference<S>& before) {
    const S zero(0.0), a = law.deceleration, speed = sqrt(dot(velocity, velocity));
    Way way;
    way.begun = S(1.0);
    way.start = S(t_s);
    way.brake = speed / a;
    way.position = position, way.velocity = velocity;
    way.slowing = select(zero < speed, S(-1.0) / way.brake, zero) * velocity;
    const Vec3<S> stop = fma(S(0.5) * way.brake, velocity, position);
    const auto goes = zero < law.speed;
    const S higher = select(goes, max(law.altitude + stop.z, zero), zero);
    way.climb = leg(way.start + way.brake, {zero, zero, S(-1.0)}, higher, law.climb, a);
    const Vec3<S> home = {law.home_north - stop.x, law.home_east - stop.y, zero};
    const S distance = select(goes, sqrt(dot(home, home)), zero);
    const Vec3<S> ahead = select(zero < distance, S(1.0) / distance, zero) * home;
    way.cruise = leg(way.climb.end(), ahead, distance, law.speed, a);
    way.descent = {way.cruise.end(), law.descent / a, S(endless_s), {zero, zero, a}};
    way.heading = before.heading;
    way.heading_sine = before.heading_sine, way.heading_cosine = before.heading_cosine;
    S* const now = numbers_in(way_);
    for (int i = 0; i < numbers; ++i) now[i] = select(which, numbers_in(way)[i], now[i]);
  }

  /// Replaces a reference of time t in the lanes that have left their trajectory.
  void apply(double t_s, Reference<S>& r) const {
    const S t(t_s), zero(0.0);
    Reference<S> d;
    const S braked = max(min(t - way_.start, way_.brake), zero);
    const auto brakes = t - way_.start < way_.brake;
    d.position =
        fma(S(0.5) * (braked * braked), way_.slowing, fma(braked, way_.velocity, way_.position));
    d.velocity = select(brakes, S(1.0), zero) * fma(braked, way_.slowing, way_.velocity);
    d.acceleration = select(brakes, S(1.0), zero) * way_.slowing;
    for (const Leg* leg : {&way_.climb, &way_.cruise, &way_.descent}) leg->add(t, d);
    const auto diverted = zero < way_.begun;
    const Vec3<S> none = {zero, zero, zero};
    r.position = select(diverted, d.position, r.position);
    r.velocity = select(diverted, d.velocity, r.velocity);
    r.acceleration = select(diverted, d.acceleration, r.acceleration);
    r.jerk = select(diverted, none, r.jerk);
    r.snap = select(diverted, none, r.snap);
    r.heading = select(diverted, way_.heading, r.heading);
    r.heading_rate = select(diverted, zero, r.heading_rate);
    r.heading_acceleration = select(diverted, zero, r.heading_acceleration);
    r.heading_sine = select(diverted, way_.heading_sine, r.heading_sine);
    r.heading_cosine = select(diverted, way_.heading_cosine, r.heading_cosine);
  }

 private:
  /// Longer than any flight, and short enough for differences of its square.
  static constexpr double endless_s = 1e30;

  /// A leg from rest: the acceleration acts over the ramp, and backwards over the ramp before the
  /// end.
  struct Leg {
    S start, ramp, duration;  ///< [s]
    Vec3<S> acceleration;     ///< [m/s2], NED

    S end() const { return start + duration; }

    void add(const S& t, Reference<S>& d) const {
      const S zero(0.0), x = max(min(t - start, duration), zero);
      const S flown = max(x - ramp, zero), slowed = max(x - (duration - ramp), zero);
      d.position =
          fma(S(0.5) * (x * x - flown * flown - slowed * slowed), acceleration, d.position);
      d.velocity = fma(x - flown - slowed, acceleration, d.velocity);
      const S late = select(x < duration - ramp, zero, select(x < duration, S(-1.0), zero));
      const S sign = select(t < start, zero, select(x < ramp, S(1.0), late));
      d.acceleration = fma(sign, acceleration, d.acceleration);
    }
  };

  /// All members are S.
  struct Way {
    S begun = S(0.0);                  ///< 1: the lane has left its trajectory
    S start = S(0.0), brake = S(0.0);  ///< time, and duration of the first leg [s]
    Vec3<S> position = {}, velocity = {},
            slowing = {};  ///< at the start; acceleration of the brake
    Leg climb = {}, cruise = {}, descent = {};
    S heading = S(0.0), heading_sine = S(0.0), heading_cosine = S(0.0);
  };
  static constexpr int numbers = sizeof(Way) / sizeof(S);

  static S* numbers_in(Way& way) { return reinterpret_cast<S*>(&way); }

  static Leg leg(const S& start, const Vec3<S>& ahead, const S& length, const S& speed,
                 const S& a) {
    const S zero(0.0), peak = min(speed, sqrt(a * length)), ramp = peak / a;
    const S duration = select(zero < peak, length / peak + ramp, zero);
    return {start, ramp, duration, a * ahead};
  }

  Way way_;
};

}  // namespace montecopter
