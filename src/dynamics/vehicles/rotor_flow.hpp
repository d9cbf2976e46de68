#pragma once
/// Effects of the ground and of other rotors on a rotor, over lanes (docs/models.md 1.15). A rotor
/// gains thrust over the ground, and loses thrust in the wake of another. The right-hand side
/// (multirotor_dynamics.hpp) calls them where a vehicle asks for them.
///
/// Sources: I. C. Cheeseman and W. E. Bennett, ARC R&M 3021, 1955 (image of a source below the
/// ground, with its decay in forward flight); P. J. Sanchez-Cuevas, G. Heredia, A. Ollero, Int. J.
/// of Aerospace Engineering 2017, 1823056 (images of all rotors, and lift on the body);
/// J. G. Leishman, Principles of Helicopter Aerodynamics, 2006, 2.15 (momentum and energy of a
/// rotor in a wake); B. W. McCormick, Aerodynamics of V/STOL Flight, 1967 (speed of a wake over the
/// distance from its disc, as that of a semi-infinite vortex cylinder on its axis).

#include <array>

#include "core/numerics/angles.hpp"
#include "core/numerics/elementary.hpp"
#include "core/numerics/vec3.hpp"

namespace montecopter {

/// Height of a hub over the ground, in radii, below which no law is known. A law keeps its value
/// there.
inline constexpr double lowest_known_height = 0.5;

/// Square of the induced velocity over its square in hover, in edgewise flow at this squared speed
/// over the squared induced velocity of hover: Glauert's momentum theory,
///
///   u = sqrt(1 + x^2 / 4) - x / 2
template <class S>
S edgewise_inflow2(const S& speed2) {
  const S half = S(0.5) * speed2;
  return S(1.0) / (half + sqrt(fma(half, half, S(1.0))));
}

/// Air at a rotor: its induced velocity in hover squared [m2/s2], and its induced velocity squared
/// over that, in edgewise flow.
template <class S>
struct RotorAir {
  S hover2, inflow2;
};

/// `flow` is the velocity of the hub through the air, `disc` 2 rho A.
template <class S>
RotorAir<S> air_at_rotor(const Vec3<S>& flow, const Vec3<S>& axis, const S& thrust, const S& disc) {
  const S axial = dot(axis, flow);
  const S edgewise2 = max(dot(flow, flow) - axial * axial, S(0.0));
  const S hover2 = max(thrust, S(1e-9)) / disc;
  return {hover2, edgewise_inflow2(edgewise2 / hover2)};
}

/// Speed of a wake over the induced velocity of its disc, at a distance downstream:
/// g = 1 + s / sqrt(s^2 + R^2). By continuity its radius is R / sqrt(g).
template <class S>
S wake_speed_ratio(const S& distance, const S& radius) {
  return S(1.0) + distance / sqrt(fma(distance, distance, radius * radius));
}

/// Area in which two circles overlap [m2].
template <class S>
S overlap_area(const S& a, const S& b, const S& distance) {
  const S sum = a + b, difference = a - b, a2 = a * a, b2 = b * b, e2 = distance * distance;
  // 16 times the squared area of the triangle of both radii and the distance.
  const S heron = (sum * sum - e2) * (e2 - difference * difference);
  const S edge = sqrt(max(heron, S(0.0)));
  const S lens =
      fma(a2, atan2(edge, e2 + a2 - b2), fma(b2, atan2(edge, e2 + b2 - a2), S(-0.5) * edge));
  const S smaller = min(a, b);
  return select(distance > abs(difference), lens, S(0.5 * rad_per_turn) * (smaller * smaller));
}

/// Sums over the wakes that meet a rotor, in units of its own induced velocity in hover: inflow m
/// (mean over the disc), m w and m w^2. The speed of a wake is w.
template <class S>
struct WakeSums {
  S inflow, momentum, energy;

  void add(const S& mean, const S& speed) {
    const S flux = mean * speed;
    inflow = inflow + mean, momentum = momentum + flux, energy = fma(flux, speed, energy);
  }
};

/// Thrust of a rotor in wakes over its thrust without them, at the same speed and power:
/// conservation of momentum and of energy,
///
///   T = rho A (y w_l - m w)    P = T y = rho A (y w_l^2 - m w^2) / 2
///
/// where y = m + v_l is the flow through the disc and w_l the speed of the common wake. Without
/// w_l, in units of v: y^3 (4 + m w^2) = (2 + m w y)^2 and T / T_0 = 1 / y. Newton's method falls
/// monotonically from 1 + m to the root.
template <class S>
S thrust_ratio_in_wakes(const WakeSums<S>& wake) {
  const S cubic = S(4.0) + wake.energy;
  S y = S(1.0) + wake.inflow;
  for (int k = 0; k < 6; ++k) {
    const S side = fma(wake.momentum, y, S(2.0)), y2 = y * y;
    const S value = fma(cubic * y2, y, -(side * side));
    const S slope = fma(S(3.0) * cubic, y2, S(-2.0) * wake.momentum * side);
    y = y - value / slope;
  }
  return S(1.0) / y;
}

/// Image of a rotor below the ground: R^2 z / (2 (d^2 + 4 z^2)^1.5) for a rotor at distance d, both
/// at height z, or at different heights whose mean is z. For d = 0 it is (R / 4z)^2.
template <class S>
S image_of_rotor(const S& radius, const S& distance2, const S& height) {
  const S across2 = fma(S(4.0) * height, height, distance2);
  return S(0.5) * radius * radius * height / (across2 * sqrt(across2));
}

/// Thrust over the ground over thrust far from it. `images` is the sum of the images' inflow.
template <class S>
S ground_thrust_ratio(const S& images) {
  return S(1.0) / (S(1.0) - images);
}

/// One wake that meets a rotor.
template <class S>
struct Wake {
  int upper = 0, lower = 0;
  S inflow{};  ///< mean over the lower disc, over the induced velocity of the upper rotor
  S speed{};   ///< of the wake, over the same
};

/// Room for wakes: each of 16 rotors may meet three.
inline constexpr int most_wakes = 48;

/// Inflow of the wake of a disc at another disc: `along` is the distance of the lower hub
/// downstream, `across` its distance from the axis.
template <class S>
Wake<S> wake_at(const S& upper_radius, const S& lower_radius, const S& along, const S& across) {
  Wake<S> wake;
  wake.speed = wake_speed_ratio(along, upper_radius);
  const S radius = upper_radius / sqrt(wake.speed);
  const S area = S(0.5 * rad_per_turn) * (lower_radius * lower_radius);
  wake.inflow = wake.speed * overlap_area(radius, lower_radius, across) / area;
  wake.inflow = select(along < S(0.0), S(0.0), wake.inflow);
  return wake;
}

/// The wakes between rotors with `hub`, `axis` and `radius`, in the order of the rotors.
template <class S>
struct Wakes {
  int count = 0;
  std::array<Wake<S>, most_wakes> at;

  template <class Rotors>
  void find(const Rotors& rotor, int rotors) {
    for (int lower = 0; lower < rotors; ++lower) {
      for (int upper = 0; upper < rotors; ++upper) {
        if (upper == lower || count == most_wakes) continue;
        const Vec3<S> apart = rotor[lower].hub - rotor[upper].hub;
        const S along = -dot(rotor[upper].axis, apart);
        const S across = sqrt(max(dot(apart, apart) - along * along, S(0.0)));
        Wake<S> wake = wake_at(rotor[upper].radius, rotor[lower].radius, along, across);
        if (all(wake.inflow < S(1e-12))) continue;
        wake.upper = upper, wake.lower = lower;
        at[count++] = wake;
      }
    }
  }

  /// Sums of the wakes that meet each rotor, in units of its own induced velocity in hover.
  template <class Air, class Sums>
  void add_up(const Air& air, int rotors, Sums& sums) const {
    for (int i = 0; i < rotors; ++i) sums[i] = {S(0.0), S(0.0), S(0.0)};
    for (int k = 0; k < count; ++k) {
      const Wake<S>& wake = at[k];
      const RotorAir<S>& above = air[wake.upper];
      const S v = sqrt(above.hover2 * above.inflow2 / air[wake.lower].hover2);
      sums[wake.lower].add(wake.inflow * v, wake.speed * v);
    }
  }
};

/// A vehicle over the ground.
template <class S>
struct OverGround {
  bool all_images = false;  ///< of all rotors, and lift on the body
  S body_lift;
  Vec3<S> up_B;  ///< normal to the ground, body
  S height;      ///< of the centre of mass, along that normal [m]

  /// Thrust of rotor i over its thrust far from the ground: images of the rotors below it, less in
  /// edgewise flow and by the tilt of the rotor.
  template <class Rotors>
  S thrust_ratio(int i, const Rotors& rotor, int rotors, const S& inflow2) const {
    S images = image_of_rotor(rotor[i].radius, S(0.0), hub_height(rotor[i]));
    if (all_images) images = images + images_of_others(i, rotor, rotors);
    const S upright = max(dot(up_B, rotor[i].axis), S(0.0));
    return ground_thrust_ratio(inflow2 * inflow2 * upright * images);
  }

 private:
  template <class Rotor>
  S hub_height(const Rotor& r) const {
    return max(height + dot(up_B, r.hub), S(lowest_known_height) * r.radius);
  }

  /// Images of the other rotors at rotor i, and of the flow that lifts the body between them.
  template <class Rotors>
  S images_of_others(int i, const Rotors& rotor, int rotors) const {
    const auto& own = rotor[i];
    const S z = hub_height(own);
    S sum(0.0), strength(0.0), widest2(0.0);
    for (int k = 0; k < rotors; ++k) {
      const auto& r = rotor[k];
      const Vec3<S> apart = r.hub - own.hub;
      const S along = dot(own.axis, apart);
      const S across2 = max(dot(apart, apart) - along * along, S(0.0));
      // Rotors whose hub is within the disc blow with it as one.
      const auto is_apart = own.radius * own.radius < across2;
      const S image = image_of_rotor(r.radius, across2, S(0.5) * (z + hub_height(r)));
      sum = select(is_apart, sum + image, sum);
      widest2 = max(widest2, select(is_apart, across2, S(0.0)));
      strength = fma(r.radius, r.radius, strength);
    }
    const S across2 = fma(S(4.0) * z, z, widest2);
    const S body = S(0.5) * strength * body_lift * z / (across2 * sqrt(across2));
    return sum + select(S(0.0) < widest2, body, S(0.0));
  }
};

}  // namespace montecopter
