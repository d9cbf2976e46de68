#pragma once
/// Blade elements in the flow of momentum theory: thrust, torque, in-plane force and hub moments of
/// a rotor. Source: docs/models.md 1.3. Lengths are over the radius R, velocities over the tip
/// speed Omega R. Set-up code over doubles, with the operations of scalar.hpp: the results are part
/// of the bits.

#include <array>

#include "dynamics/environment/air.hpp"
#include "dynamics/rotors/airfoil.hpp"

namespace montecopter {

struct BladeElementRotor;

inline constexpr int blade_sections = 20;

struct BladeSection {
  double radius = 0, width = 0, chord = 0;
  double sine = 0, cosine = 1;  ///< of the pitch less the angle without lift

  friend bool operator==(const BladeSection&, const BladeSection&) = default;
};

struct Blade {
  int blades = 2;
  double mean_chord = 0;
  std::array<BladeSection, blade_sections> section;
  Airfoil airfoil;

  friend bool operator==(const Blade&, const Blade&) = default;
};

Blade blade_of(const BladeElementRotor& law);

/// Flow at the blade tip of a turning rotor: its speed over the speed of sound, and Omega R^2 / nu.
/// The Reynolds number of a section is that times its speed and chord.
struct TipFlow {
  double mach = 0, reynolds = 1e5;

  friend bool operator==(const TipFlow&, const TipFlow&) = default;
};

/// The flow at the tip of a rotor of this radius at this speed, in this air.
TipFlow tip_flow(double radius_m, double speed_rad_s, const Air<double>& air);

/// The air of the standard atmosphere at sea level.
Air<double> sea_level_air();

/// Coefficients over rho A (Omega R)^2, times R for moments. The last three are per advance ratio
/// mu: force against the edgewise velocity, thrust moments about the edgewise velocity (advancing
/// side up) and across it (rear up).
struct RotorCoefficients {
  double thrust = 0, torque = 0, drag = 0, roll = 0, pitch = 0;
};

/// Induced velocity of each section. Only the time of a solution depends on where it starts.
using InducedVelocities = std::array<double, blade_sections>;

/// Coefficients at an inflow ratio V / (Omega R), V the axial velocity of the hub, and an advance
/// ratio mu = Vx / (Omega R). `induced`: a guess, and the solution.
RotorCoefficients blade_loads(const Blade& blade, const TipFlow& tip, double inflow, double advance,
                              InducedVelocities& induced);

}  // namespace montecopter
