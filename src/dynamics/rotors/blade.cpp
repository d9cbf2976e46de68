#include "dynamics/rotors/blade.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/numerics/angles.hpp"
#include "core/numerics/degrees.hpp"
#include "core/numerics/elementary.hpp"
#include "dynamics/rotors/blade_element.hpp"
#include "dynamics/rotors/induced_flow.hpp"

namespace montecopter {
namespace {

using std::numbers::pi;
constexpr int azimuths = 8;

/// Median planform of the UIUC database's propellers: chord over radius at these radii.
const std::vector<double> usual_radius = {0.15, 0.3, 0.45, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0};
const std::vector<double> usual_chord = {0.135, 0.167, 0.188, 0.181, 0.170,
                                         0.148, 0.116, 0.086, 0.033};
/// Part of the angle between nominal and measured pitch that measured propellers show.
constexpr double nominal_part = 0.52;

/// Linear between knots, constant beyond.
double interpolated(const std::vector<double>& x, const std::vector<double>& y, double at) {
  std::size_t k = 1;
  while (k + 1 < x.size() && at > x[k]) ++k;
  const double part = clamp((at - x[k - 1]) / (x[k] - x[k - 1]), 0.0, 1.0);
  return y[k - 1] + part * (y[k] - y[k - 1]);
}

double helix_angle_rad(const BladeElementRotor& law, double radius) {
  return atan2(*law.pitch_m, pi * radius * law.diameter_m);
}

/// By which all sections are turned: the pitch offset, and the part of the nominal pitch.
double turn_rad(const BladeElementRotor& law) {
  const double offset = rad_per_deg * law.pitch_offset_deg;
  if (law.twist_deg.empty() || !law.pitch_m) return offset;
  const double measured = rad_per_deg * interpolated(law.radius_fraction, law.twist_deg, 0.75);
  return offset + nominal_part * (helix_angle_rad(law, 0.75) - measured);
}

/// What the flow of one annulus needs.
struct Annulus {
  const BladeSection& section;
  const Blade& blade;
  double slope, drag;  ///< of lift and least drag, in this flow
  double inflow, advance;
};

/// Forces along and against the rotation, over dynamic pressure at the tip and chord.
struct SectionForce {
  double normal, tangential;
};

SectionForce force_at(const Annulus& a, double tangential, double axial) {
  const Airfoil& foil = a.blade.airfoil;
  const double speed = sqrt(tangential * tangential + axial * axial);
  if (!(speed > 0)) return {0, 0};
  const double c = tangential / speed, s = axial / speed;
  const double sine = a.section.sine * c - a.section.cosine * s;
  const double cosine = a.section.cosine * c + a.section.sine * s;
  const double x = a.slope * sine / foil.max_lift_coefficient;
  const double attached = 1 / sqrt(sqrt(1 + (x * x) * (x * x)));
  const double lift = a.slope * sine * cosine * attached;
  const double beyond = lift - foil.least_drag_lift_coefficient;
  const double drag =
      a.drag + foil.lift_drag * (beyond * beyond) + (1 - attached) * foil.stall_drag * abs(sine);
  const double pressure = speed * speed;
  return {pressure * (lift * c - drag * s), pressure * (lift * s + drag * c)};
}

/// Prandtl's factor of the loss at the tip.
double tip_loss(const Annulus& a, double axial) {
  const double r = a.section.radius;
  const double sine = max(abs(axial) / sqrt(r * r + axial * axial), 0.01);
  const double e = exp(-(0.5 * a.blade.blades * (1 - r) / (r * sine)));
  return max((2 / pi) * atan2(sqrt(1 - e * e), e), 1e-3);
}

/// Rotation of the wake at the disc: the induced velocity is normal to the flow.
double swirl(const Annulus& a, double induced, double axial) {
  if (!(axial > 0)) return 0;
  const double r = a.section.radius;
  return induced * axial * r / (r * r + axial * axial);
}

/// First harmonic of the inflow over the radius (D. M. Pitt, D. A. Peters 1981), with the mass flow
/// along the axis for the velocity through the disc.
double fore_aft(const Annulus& a, double induced) {
  if (!(a.advance > 0)) return 0;
  const double square = a.advance * a.advance, m = mass_flow(induced, a.inflow, square);
  return 15 * pi / 32 * a.advance / (m + sqrt(max(m * m - square, 0.0)));
}

/// Sums of the forces over the azimuth, by their effect.
struct AnnulusLoad {
  double normal = 0, tangential = 0, drag = 0, roll = 0, pitch = 0;
};

AnnulusLoad load_of(const Annulus& a, double induced) {
  const double r = a.section.radius, axial = a.inflow + induced;
  const double circling = r - swirl(a, induced, axial);
  if (!(a.advance > 0)) {
    const SectionForce f = force_at(a, circling, axial);
    return {f.normal, f.tangential, 0, 0, 0};
  }
  const double harmonic = fore_aft(a, induced);
  AnnulusLoad sum;
  for (int k = 0; k < azimuths; ++k) {
    double sine, cosine;
    sincos_turns(k + 0.5, sine, cosine, azimuths);
    const SectionForce f =
        force_at(a, circling + a.advance * sine, axial + induced * harmonic * r * cosine);
    sum.normal += f.normal, sum.tangential += f.tangential;
    sum.drag += f.tangential * sine;
    sum.roll += f.normal * r * sine, sum.pitch += f.normal * r * cosine;
  }
  constexpr double each = 1.0 / azimuths;
  return {each * sum.normal, each * sum.tangential, each * sum.drag, each * sum.roll,
          each * sum.pitch};
}

/// Thrust of the blades less that of momentum theory. It falls as the induced velocity grows.
double imbalance(const Annulus& a, double induced) {
  const double axial = a.inflow + induced;
  const double blades = a.blade.blades * a.section.chord / (2 * pi) * load_of(a, induced).normal;
  const double m = mass_flow(induced, a.inflow, a.advance * a.advance);
  return blades - 4 * a.section.radius * tip_loss(a, axial) * induced * m;
}

/// Two induced velocities and the imbalances there.
struct Bracket {
  double low, high, at_low, at_high;
};

/// An interval about a guess on whose ends one thrust each is the larger.
Bracket bracket_at(const Annulus& a, double guess) {
  Bracket b = {guess - 0.005, guess + 0.005, 0, 0};
  b.at_low = imbalance(a, b.low), b.at_high = imbalance(a, b.high);
  constexpr double most = 4;
  for (double step = 0.02; b.at_low < 0 && step < most; step *= 4) {
    b.high = b.low, b.at_high = b.at_low;
    b.low -= step, b.at_low = imbalance(a, b.low);
  }
  for (double step = 0.02; b.at_high > 0 && step < most; step *= 4) {
    b.low = b.high, b.at_low = b.at_high;
    b.high += step, b.at_high = imbalance(a, b.high);
  }
  return b;
}

/// The induced velocity at which both thrusts agree: the Illinois form of regula falsi, with
/// bisection in between.
double induced_at(const Annulus& a, double guess) {
  auto [low, high, at_low, at_high] = bracket_at(a, guess);
  int side = 0;
  for (int round = 1; round < 80 && high - low > 1e-9; ++round) {
    const double middle =
        round % 6 == 0 ? 0.5 * (low + high) : (low * at_high - high * at_low) / (at_high - at_low);
    const double here = imbalance(a, middle);
    if (abs(here) < 1e-9) return middle;
    if (here > 0) {
      low = middle, at_low = here;
      if (side == 1) at_high *= 0.5;
      side = 1;
    } else {
      high = middle, at_high = here;
      if (side == -1) at_low *= 0.5;
      side = -1;
    }
  }
  return 0.5 * (low + high);
}

Annulus annulus_of(const Blade& blade, const BladeSection& section, const TipFlow& tip,
                   double inflow, double advance) {
  constexpr double highest_mach = 0.85, reference_reynolds = 1e5;
  const double speed = sqrt(section.radius * section.radius + inflow * inflow);
  const double mach = min(tip.mach * speed, highest_mach);
  const double reynolds = log(max(tip.reynolds * speed * section.chord / reference_reynolds, 1e-3));
  const Airfoil& foil = blade.airfoil;
  const double slope = foil.lift_slope_1_rad * exp(foil.lift_reynolds_exponent * reynolds) /
                       (sqrt(1 - mach * mach) + 2 * blade.mean_chord);
  const double drag = foil.drag_coefficient * exp(-(foil.drag_reynolds_exponent * reynolds));
  return {section, blade, slope, drag, inflow, advance};
}

}  // namespace

Blade blade_of(const BladeElementRotor& law) {
  const bool is_usual = law.radius_fraction.empty();
  const std::vector<double>& radius = is_usual ? usual_radius : law.radius_fraction;
  const std::vector<double>& chord = is_usual ? usual_chord : law.chord_fraction;
  Blade blade;
  blade.blades = static_cast<int>(law.blades);
  blade.airfoil = law.airfoil;
  const double root = radius.front(), width = (1 - root) / blade_sections;
  const double turn = turn_rad(law) - rad_per_deg * law.airfoil.zero_lift_angle_deg;
  for (int k = 0; k < blade_sections; ++k) {
    BladeSection& s = blade.section[k];
    s.radius = root + (k + 0.5) * width, s.width = width;
    s.chord = interpolated(radius, chord, s.radius);
    const double pitch = law.twist_deg.empty()
                             ? helix_angle_rad(law, s.radius)
                             : rad_per_deg * interpolated(radius, law.twist_deg, s.radius);
    sincos(pitch + turn, s.sine, s.cosine);
    blade.mean_chord += s.chord / blade_sections;
  }
  return blade;
}

TipFlow tip_flow(double radius_m, double speed_rad_s, const Air<double>& air) {
  const double tip = radius_m * speed_rad_s;
  return {tip / speed_of_sound(air.temperature_k),
          tip * radius_m * air.density_kg_m3 / dynamic_viscosity(air.temperature_k)};
}

Air<double> sea_level_air() { return {1.225, 101325.0, 288.15}; }

RotorCoefficients blade_loads(const Blade& blade, const TipFlow& tip, double inflow, double advance,
                              InducedVelocities& induced) {
  RotorCoefficients sum;
  for (std::size_t k = 0; k < blade.section.size(); ++k) {
    const BladeSection& section = blade.section[k];
    const Annulus a = annulus_of(blade, section, tip, inflow, advance);
    induced[k] = induced_at(a, induced[k]);
    const AnnulusLoad load = load_of(a, induced[k]);
    const double part = blade.blades * section.chord / (2 * pi) * section.width;
    sum.thrust += part * load.normal, sum.torque += part * section.radius * load.tangential;
    if (!(advance > 0)) continue;
    sum.drag += part / advance * load.drag;
    sum.roll += part / advance * load.roll, sum.pitch += part / advance * load.pitch;
  }
  return sum;
}

}  // namespace montecopter
