#pragma once
/// Differences between multirotors as types, of which kernels choose one once per flight
/// (simulate/kernels/): the rotors, the terms of the right-hand side, and the surroundings.
/// `suits()` says whether a type flies a vehicle; where several do, the first that a kernel has is
/// the fastest, and all give the same bits.

#include <utility>

#include "dynamics/environment/world.hpp"
#include "dynamics/vehicles/contact.hpp"
#include "dynamics/vehicles/multirotor_constants.hpp"
#include "dynamics/vehicles/rotor_flow.hpp"

namespace montecopter {

/// Number and pose of the rotors as the kernels distinguish them. Either a fixed number of rotors
/// that all push along body z, or any poses and up to `capacity` rotors counted at run time. Zero
/// products are exact, so an aligned vehicle flies the same through either.
template <int number>
struct AlignedRotors {
  static constexpr int capacity = number;
  static constexpr bool aligned = true;
  constexpr AlignedRotors(int) {}
  static constexpr bool suits(bool all_aligned, int rotors) {
    return all_aligned && rotors == number;
  }
  static constexpr int count() { return number; }
};
template <int most>
struct AnyRotors {
  static constexpr int capacity = most;
  static constexpr bool aligned = false;
  int number;
  constexpr AnyRotors(int n) : number(n) {}
  constexpr int count() const { return number; }
};

/// The terms of a vehicle as the kernels know them. At run time: all, or those of the vehicle in a
/// world that is the same everywhere, which is worth a tenth to a quarter of the speed. Or at
/// compile time, which is worth another quarter: a set of terms for every vehicle that has no
/// others. A term that is on with a zero factor adds exact zeros.
struct AllTerms : MultirotorTerms {
  static constexpr bool known = false;  ///< at compile time
  static constexpr bool same_everywhere = false;
  static constexpr bool may_have_surface = true, may_be_wreck = true;
  static bool suits(const MultirotorTerms&) { return true; }
  explicit AllTerms(const MultirotorTerms& terms) : MultirotorTerms(terms) {}
};
/// All but the response surface and the drag of wrecks: what a graphics card flies.
struct TermsWithoutSurface : AllTerms {
  static constexpr bool may_have_surface = false, may_be_wreck = false;
  static bool suits(const MultirotorTerms& terms) { return !terms.surface && !terms.wreck_drag; }
  using AllTerms::AllTerms;
};
struct AnyTerms : MultirotorTerms {
  static constexpr bool known = false, same_everywhere = true;
  static constexpr bool may_have_surface = false, may_be_wreck = false;
  static bool suits(const MultirotorTerms& terms) {
    return !terms.gravity_varies && !terms.air_varies && !terms.contact && !terms.rotor_flow() &&
           !terms.surface && !terms.wreck_drag;
  }
  explicit AnyTerms(const MultirotorTerms& terms) : MultirotorTerms(terms) {}
};
/// The same with a response surface.
struct SurfaceTerms : AnyTerms {
  static constexpr bool may_have_surface = true;
  static bool suits(MultirotorTerms terms) {
    return std::exchange(terms.surface, false) && AnyTerms::suits(terms);
  }
  using AnyTerms::AnyTerms;
};

/// Terms that are on beside quadratic drag and moment and the rotors' momentum.
struct TermSet {
  bool rotor_drag = false, noise = false;
  bool linear = false;        ///< drag, and moment
  bool full_inertia = false;  ///< or else principal axes, whose equations are others
  bool air = false;           ///< drag in air whose density varies with the altitude
};
template <TermSet on>
struct KnownTerms {
  static constexpr bool known = true;
  static constexpr bool quadratic_drag = true, quadratic_moment = true, rotor_momentum = true;
  static constexpr bool linear_drag = on.linear, linear_moment = on.linear;
  static constexpr bool full_inertia = on.full_inertia, rotor_drag = on.rotor_drag;
  static constexpr bool force_noise = on.noise, moment_noise = on.noise;
  static constexpr bool translational_lift = false, velocity_moment = false, rate_limit = false;
  static constexpr bool same_everywhere = !on.air, may_have_surface = false, may_be_wreck = false;
  static constexpr bool air_varies = on.air, rotor_density = false;
  static constexpr bool contact = false, interference = false;
  static constexpr GroundEffect ground_effect = GroundEffect::none;
  static constexpr bool rotor_flow() { return false; }

  explicit KnownTerms(const MultirotorTerms&) {}
  static bool suits(MultirotorTerms terms) {
    if (std::exchange(terms.air_varies, false) != on.air) return false;
    if (on.air && terms.rotor_density) return false;
    return (on.linear || !(terms.linear_drag || terms.linear_moment)) &&
           (on.rotor_drag || !terms.rotor_drag) &&
           (on.noise || !(terms.force_noise || terms.moment_noise)) &&
           terms.full_inertia == on.full_inertia && !terms.translational_lift &&
           !terms.velocity_moment && !terms.rate_limit && AnyTerms::suits(terms) && !terms.stop;
  }
};

/// Surroundings of a vehicle: a world that is the same everywhere, without contact, or any.
template <class S, bool same_everywhere>
struct Around {
  Around(const World<S>& any, const Contact<S>& ground) : world(any), contact(ground) {}
  S gravity(const S& z) const { return world.gravity(z); }
  const Vec3<S>& wind() const { return world.wind(); }
  void set_wind(const Vec3<S>& v_WA_W) { world.c.wind = v_WA_W; }

  World<S> world;
  Contact<S> contact;
  Wakes<S> wakes;
};
template <class S>
struct Around<S, true> {
  Around(const World<S>& world, const Contact<S>&)
      : constant_gravity(world.constant_gravity()), v_WA_W(world.wind()) {}
  const S& gravity(const S&) const { return constant_gravity; }
  const Vec3<S>& wind() const { return v_WA_W; }
  void set_wind(const Vec3<S>& v_W) { v_WA_W = v_W; }

  S constant_gravity;
  Vec3<S> v_WA_W;
};

}  // namespace montecopter
