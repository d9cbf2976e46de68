#pragma once
/// The law of a propeller by its data sheet, matched to the static thrust of a stand.

#include <optional>
#include <string>

#include "dynamics/rotors/blade_element.hpp"

namespace montecopter {

/// Diameter, pitch and number of blades as propellers are named: inches by inches, such as "14x4.8"
/// or "5x4.3x3". Nothing if the text is no such name.
std::optional<BladeElementRotor> propeller_of(const std::string& name);

/// Thrust and torque per squared speed [N s2], [N m s2] as measured, at a speed, in air of a
/// density.
struct StaticLoads {
  double thrust_n_s2 = 0;
  std::optional<double> torque_n_m_s2;
  double speed_rad_s = 0, density_kg_m3 = 1.225;
  double inflow = 0;  ///< inflow ratio V / (Omega R), where the air does not stand still
};

/// The propeller with these loads. The error of thrust is divided between
/// the pitch and a factor, where a torque is known so that the torque needs the least factor
/// (docs/engineering/rotor-law.md). Nothing if the law gives no thrust.
std::optional<BladeElementRotor> matched(BladeElementRotor law, const StaticLoads& measured);

}  // namespace montecopter
