#pragma once
/// Control allocation: a wrench becomes thrusts of the rotors, which stay within their limits, and
/// those become commands. docs/models.md 1.9.

#include <array>

#include "dynamics/controllers/feedback.hpp"

namespace montecopter {

/// What a controller knows of one rotor. All members are S.
template <class S>
struct AllocatedRotor {
  S per_thrust;                    ///< thrust of the rotor per collective thrust [1]
  S per_roll, per_pitch, per_yaw;  ///< and per moment [1/m]
  S low, high;                     ///< limits of its thrust [N]
  S offset, slope, curvature;      ///< thrust = offset + slope u + curvature u |u| [N]
};

/// What a whole vehicle can do, and how: a pseudo-inverse. All members are S.
template <class S, int rotors>
struct Allocation {
  S thrust_low, thrust_high;  ///< collective thrust that every rotor can take its part of [N]
  std::array<AllocatedRotor<S>, rotors> rotor;
};

/// How much of a demand the rotors can take on top of what they do: the smallest share over them.
/// Compares fractions by cross products, so that there is one division in all.
template <class S>
class Share {
 public:
  /// A rotor that does `thrust` and is asked for `more`.
  void limit(const AllocatedRotor<S>& rotor, const S& thrust, const S& more) {
    const S zero(0.0);
    const S room = max(select(more > zero, rotor.high - thrust, thrust - rotor.low), zero);
    const S wanted = abs(more);
    const auto tighter = room * wanted_ < room_ * wanted;
    room_ = select(tighter, room, room_);
    wanted_ = select(tighter, wanted, wanted_);
  }
  S value() const { return room_ / wanted_; }

 private:
  S room_ = S(1.0), wanted_ = S(1.0);
};

/// Thrusts of the rotors [N] for a wrench. Where they cannot do it all, the collective thrust comes
/// first, then roll and pitch (in their ratio), then yaw. Returns whether nothing was cut; `given`,
/// if it is asked for, is what is left of the wrench.
template <class S, int rotors>
auto allocate(const Allocation<S, rotors>& a, int count, const Wrench<S>& wanted, S* thrust,
              Wrench<S>* given = nullptr) {
  const S collective = clamp(wanted.thrust, a.thrust_low, a.thrust_high);
  std::array<S, rotors> more;
  Share<S> tilt, yaw;
  for (int i = 0; i < count; ++i) {
    const AllocatedRotor<S>& r = a.rotor[i];
    thrust[i] = r.per_thrust * collective;
    more[i] = fma(r.per_roll, wanted.moment.x, r.per_pitch * wanted.moment.y);
    tilt.limit(r, thrust[i], more[i]);
  }
  const S tilt_share = tilt.value();
  for (int i = 0; i < count; ++i) {
    const AllocatedRotor<S>& r = a.rotor[i];
    thrust[i] = fma(tilt_share, more[i], thrust[i]);
    more[i] = r.per_yaw * wanted.moment.z;
    yaw.limit(r, thrust[i], more[i]);
  }
  const S yaw_share = yaw.value();
  for (int i = 0; i < count; ++i) {
    thrust[i] = clamp(fma(yaw_share, more[i], thrust[i]), a.rotor[i].low, a.rotor[i].high);
  }
  if (given != nullptr) {
    const Vec3<S>& m = wanted.moment;
    *given = {collective, {tilt_share * m.x, tilt_share * m.y, yaw_share * m.z}};
  }
  return (collective == wanted.thrust) & (tilt_share == S(1.0)) & (yaw_share == S(1.0));
}

/// Thrust of a rotor [N] for a wrench that nothing limits.
template <class S>
S unlimited_thrust(const AllocatedRotor<S>& r, const Wrench<S>& wrench) {
  const Vec3<S>& m = wrench.moment;
  return fma(r.per_thrust, wrench.thrust,
             fma(r.per_roll, m.x, fma(r.per_pitch, m.y, r.per_yaw * m.z)));
}

/// The command whose thrust, once settled, is this: the root of the rotor's law.
template <class S>
S command_for(const AllocatedRotor<S>& r, const S& thrust) {
  const S x = thrust - r.offset, size = abs(x);
  const S root = sqrt(max(fma(r.slope, r.slope, S(4.0) * r.curvature * size), S(0.0)));
  const S command = (size + size) / max(r.slope + root, S(1e-300));
  return select(x < S(0.0), -command, command);
}

}  // namespace montecopter
