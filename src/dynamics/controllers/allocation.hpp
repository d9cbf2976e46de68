#pragma once
/// Control allocation: a wrench becomes thrusts of the rotors, which stay within their limits, and
/// those become commands. docs/models.md 1.10.

#include <array>

#include "dynamics/controllers/feedback.hpp"

namespace montecopter {

/// One rotor as control allocation knows it. All members are S.
template <class S>
struct AllocatedRotor {
  S per_thrust;                    ///< thrust of the rotor per collective thrust [1]
  S per_roll, per_pitch, per_yaw;  ///< and per moment [1/m]
  S low, high;                     ///< limits of its thrust [N]
  S offset, slope, curvature;      ///< thrust = offset + slope u + curvature u |u| [N]
  S per_curvature;                 ///< 1 / curvature, or 0 if there is none
};

/// The allocation of a vehicle: a pseudo-inverse and limits. All members are S.
template <class S, int rotors>
struct Allocation {
  S thrust_low, thrust_high;  ///< collective thrust at which no rotor exceeds its limits [N]
  std::array<AllocatedRotor<S>, rotors> rotor;
};

/// Thrusts of one rotor for the parts of a wrench, before limits [N].
template <class S>
struct RotorDemand {
  S collective, tilt, yaw;

  RotorDemand(const AllocatedRotor<S>& r, const Wrench<S>& wrench)
      : collective(r.per_thrust * wrench.thrust),
        tilt(fma(r.per_roll, wrench.moment.x, r.per_pitch * wrench.moment.y)),
        yaw(r.per_yaw * wrench.moment.z) {}
};

/// Margin between `thrust` and the limit of a rotor in the direction of `change` [N].
template <class S>
S margin_of(const AllocatedRotor<S>& r, const S& thrust, const S& change) {
  const S zero(0.0);
  return max(select(change > zero, r.high - thrust, thrust - r.low), zero);
}

/// The fraction of a demanded change of thrusts that fits within the limits of all rotors: the
/// smallest over them. Compares fractions by cross products, so that there is one division in all.
template <class S>
class Fraction {
 public:
  /// A rotor at `thrust` whose demanded change is `change`.
  void limit(const AllocatedRotor<S>& rotor, const S& thrust, const S& change) {
    const S margin = margin_of(rotor, thrust, change), wanted = abs(change);
    const auto tighter = margin * wanted_ < margin_ * wanted;
    margin_ = select(tighter, margin, margin_);
    wanted_ = select(tighter, wanted, wanted_);
  }
  S value() const { return margin_ / wanted_; }

 private:
  S margin_ = S(1.0), wanted_ = S(1.0);
};

/// Fractions of a wrench's moments that are allocated.
template <class S>
struct MomentFractions {
  S tilt = S(1.0), yaw = S(1.0);
};

/// Thrusts of the rotors [N] for a wrench whose collective thrust is within its limits.
template <class S, int rotors>
[[gnu::noinline]] MomentFractions<S> allocate_fractions(const Allocation<S, rotors>& a, int count,
                                                        const Wrench<S>& wrench, S* thrust) {
  Fraction<S> tilt, yaw;
  for (int i = 0; i < count; ++i) {
    const RotorDemand<S> d(a.rotor[i], wrench);
    tilt.limit(a.rotor[i], d.collective, d.tilt);
  }
  const S tilt_fraction = tilt.value();
  for (int i = 0; i < count; ++i) {
    const RotorDemand<S> d(a.rotor[i], wrench);
    thrust[i] = fma(tilt_fraction, d.tilt, d.collective);
    yaw.limit(a.rotor[i], thrust[i], d.yaw);
  }
  const S yaw_fraction = yaw.value();
  for (int i = 0; i < count; ++i) {
    const AllocatedRotor<S>& r = a.rotor[i];
    thrust[i] = clamp(fma(yaw_fraction, RotorDemand<S>(r, wrench).yaw, thrust[i]), r.low, r.high);
  }
  return {tilt_fraction, yaw_fraction};
}

/// Thrusts of the rotors [N] for a wrench. Where rotors saturate, the collective thrust has
/// priority, then roll and pitch (in their ratio), then yaw. Returns the lanes without saturation;
/// `allocated`, if it is given, is the wrench that results.
template <class S, int rotors>
auto allocate(const Allocation<S, rotors>& a, int count, const Wrench<S>& wanted, S* thrust,
              Wrench<S>* allocated = nullptr) {
  const Vec3<S>& M_B = wanted.moment;
  const Wrench<S> wrench = {clamp(wanted.thrust, a.thrust_low, a.thrust_high), M_B};
  auto unlimited = S(0.0) == S(0.0);
  for (int i = 0; i < count; ++i) {
    const AllocatedRotor<S>& r = a.rotor[i];
    const RotorDemand<S> d(r, wrench);
    const S tilted = d.collective + d.tilt;
    thrust[i] = tilted + d.yaw;
    unlimited = unlimited & (r.low < tilted) & (tilted < r.high) & (r.low < thrust[i]) &
                (thrust[i] < r.high);
  }
  MomentFractions<S> fraction;
  // Where no rotor is at a limit, fractions of 1 would result, and the same bits. In a sum below a
  // limit, no part is larger than the limit less the other, rounded or not.
  if (!all(unlimited)) fraction = allocate_fractions(a, count, wrench, thrust);
  if (allocated != nullptr) {
    *allocated = {wrench.thrust,
                  {fraction.tilt * M_B.x, fraction.tilt * M_B.y, fraction.yaw * M_B.z}};
  }
  return (wrench.thrust == wanted.thrust) & (fraction.tilt == S(1.0)) & (fraction.yaw == S(1.0));
}

/// Thrust of a rotor [N] for a wrench, without limits.
template <class S>
S unlimited_thrust(const AllocatedRotor<S>& r, const Wrench<S>& wrench) {
  const Vec3<S>& M_B = wrench.moment;
  return fma(r.per_thrust, wrench.thrust,
             fma(r.per_roll, M_B.x, fma(r.per_pitch, M_B.y, r.per_yaw * M_B.z)));
}

/// The command whose settled thrust is this: the inverse of the rotor's thrust curve. A divisor of
/// 0, at no thrust of a curve without slope, is kept away from it: 0 over 1e-300 is 0.
template <class S>
S command_for(const AllocatedRotor<S>& r, const S& thrust) {
  const S x = thrust - r.offset, size = abs(x);
  const S root = sqrt(max(fma(r.slope, r.slope, S(4.0) * r.curvature * size), S(0.0)));
  const S command = (size + size) / max(r.slope + root, S(1e-300));
  return select(x < S(0.0), -command, command);
}

/// Thrust of a rotor whose curve has neither offset nor slope.
template <class S>
S quadratic_command_for(const AllocatedRotor<S>& r, const S& thrust) {
  const S square = r.per_curvature * thrust;  // u |u|
  return flip_sign(sqrt(abs(square)), words_of(square));
}

/// The rotors of a vehicle: from a wrench to their commands.
template <class S, int rotors>
struct AllocatedRotors {
  const Allocation<S, rotors>& allocation;
  int count;
  bool quadratic;  ///< thrust of all is proportional to u |u| by their rotor laws

  /// Returns and fills as allocate() does.
  auto command(const Wrench<S>& wanted, S* commands, Wrench<S>* allocated = nullptr) const {
    S thrust[rotors];
    const auto unsaturated = allocate(allocation, count, wanted, thrust, allocated);
    for (int i = 0; i < count; ++i) {
      const AllocatedRotor<S>& r = allocation.rotor[i];
      commands[i] = quadratic ? quadratic_command_for(r, thrust[i]) : command_for(r, thrust[i]);
    }
    return unsaturated;
  }
};

/// The actuators that a command law commands.
template <class S, int rotors>
struct Actuators {
  CommandForm form;
  AllocatedRotors<S, rotors> rotor;  ///< those of a multirotor
};

}  // namespace montecopter
