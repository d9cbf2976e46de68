#pragma once
/// Propeller or rotor by its blades: the loads of blade elements in the flow of momentum theory, in
/// climb, hover, descent and edgewise flight. Equations and validation: docs/models.md 1.3,
/// docs/engineering/rotor-law.md. blade.hpp computes the coefficients, and inflow_table.hpp holds
/// those of all flights of a scenario.

#include <cstdint>
#include <memory>
#include <numbers>
#include <optional>
#include <string_view>
#include <vector>

#include "core/fields/fields.hpp"
#include "core/numerics/scalar.hpp"
#include "dynamics/environment/air.hpp"
#include "dynamics/rotors/airfoil.hpp"
#include "dynamics/rotors/inflow_table.hpp"
#include "dynamics/rotors/known_range.hpp"
#include "dynamics/rotors/rotor_law.hpp"

namespace montecopter {

struct BladeElementRotor {
  static constexpr std::string_view type_name = "blade_element";
  static constexpr std::string_view doc =
      "Propeller by its blades: blade elements and momentum theory in any flow, with in-plane "
      "force "
      "and hub moments";
  static constexpr auto example = std::to_array<ExampleKey>({
      {"diameter_m", "0.254"},
      {"pitch_m", "0.119"},
  });
  static constexpr bool proportional = false;
  static constexpr bool quadratic_thrust = true;
  static constexpr bool sees_air = true;
  static constexpr bool in_plane = true;

  double diameter_m = required;
  std::int64_t blades = 2;
  std::optional<double> pitch_m;
  std::vector<double> radius_fraction, chord_fraction, twist_deg;
  double pitch_offset_deg = 0.0;
  double thrust_scale = 1.0, torque_scale = 1.0;
  std::optional<double> reference_speed_rad_s;
  Airfoil airfoil;

  static constexpr auto fields() {
    using R = BladeElementRotor;
    return FieldList{
        field("diameter_m", &R::diameter_m, "m", positive, Vary::fixed, "Propeller diameter D"),
        field("blades", &R::blades, "1", between(1, 16), Vary::fixed, "Number of blades"),
        field(
            "pitch_m", &R::pitch_m, "m", positive, Vary::fixed,
            "Pitch of the data sheet. Without twist_deg, the blade is a helix of this pitch; with "
            "it, the blade is turned by 0.52 of the angle between both at 0.75 R"),
        field("radius_fraction", &R::radius_fraction, "1", between(0, 1), Vary::fixed,
              "Radii r / R of the tables below, ascending, from the root to the tip; default: a "
              "usual planform"),
        field("chord_fraction", &R::chord_fraction, "1", positive, Vary::fixed,
              "Chord over radius R at each of them"),
        field("twist_deg", &R::twist_deg, "deg", between(-90, 90), Vary::fixed,
              "Angle between chord and disc at each of them; default: by pitch_m"),
        field("pitch_offset_deg", &R::pitch_offset_deg, "deg", between(-30, 30), Vary::fixed,
              "Angle that is added to the twist, as a fit to a thrust stand gives it"),
        field("thrust_scale", &R::thrust_scale, "1", non_negative, Vary::per_sample,
              "Factor on thrust and hub moments, by a thrust stand or for variation"),
        field("torque_scale", &R::torque_scale, "1", non_negative, Vary::per_sample,
              "Factor on torque and in-plane force, by a thrust stand or for variation"),
        field("reference_speed_rad_s", &R::reference_speed_rad_s, "rad s-1", positive, Vary::fixed,
              "Rotor speed at which Reynolds and Mach numbers are taken; default: that of a tip "
              "speed of 100 m/s"),
        field("airfoil", &R::airfoil, "Section of the blade"),
    };
  }

  bool takes_speed() const { return true; }
  double radius_m() const { return 0.5 * diameter_m; }
  double reference_speed() const { return reference_speed_rad_s.value_or(100.0 / radius_m()); }

  /// Loads per squared speed along the axis, 1 / R, in-plane force and hub moment per speed and
  /// edgewise velocity. Set-up gives the moment about the edgewise velocity, [5], the sign of the
  /// spin.
  void fold(double air_density_kg_m3, LawCoefficients<double>& c) const {
    const double r = radius_m(), r3 = r * r * r;
    const double k = air_density_kg_m3 * std::numbers::pi * r3;
    c = {thrust_scale * (k * r), torque_scale * (k * (r * r)), 1 / r,
         torque_scale * k,       thrust_scale * (k * r),       thrust_scale * (k * r)};
  }

  /// The flow that the tables of inflow cover, and the chord at 0.75 R.
  KnownRange known_range() const;

  bool has_blades_of(const BladeElementRotor& other) const;

  /// In air that stands still, at the reference speed in the air of sea level.
  Load<double> still_air_load(double speed_rad_s, double air_density_kg_m3) const;
  std::optional<ThrustCurve> thrust_curve(double air_density_kg_m3) const {
    return ThrustCurve{0, 0, still_air_load(1.0, air_density_kg_m3).thrust};
  }

  template <class S>
  static RotorWrench<S> wrench(const LawCoefficients<S>& c, const S& speed, const S& axial_m_s,
                               const S& edgewise_m2_s2, const InflowTable& table) {
    const S size = abs(speed);
    // A reversed propeller is the mirror image. At rest the loads are zero; 1e-9 only keeps the
    // quotient finite.
    const S ahead = select(speed < S(0.0), -axial_m_s, axial_m_s);
    const auto k = table.look_up(max(size, S(1e-9)), ahead * c[2], edgewise_m2_s2 * (c[2] * c[2]));
    const S square = speed * size;
    return {{c[0] * square * k[0], c[1] * square * k[1]},
            c[3] * size * k[2],
            c[5] * size * k[3],
            c[4] * speed * k[4]};
  }
};

/// The table of a rotor at its reference speed in this air. Calls with equal blades share one.
std::shared_ptr<const InflowTable> inflow_table_of(const BladeElementRotor& law,
                                                   const Air<double>& air);

}  // namespace montecopter
