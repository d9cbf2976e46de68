#pragma once
/// What a vehicle file amounts to: hover, reserves, modes, doubts.

#include <array>
#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "analyse/modes.hpp"
#include "analyse/plausibility.hpp"
#include "scenario/load.hpp"

namespace montecopter {

struct VehicleReport {
  std::string name, law, motor, command_unit;
  int rotors = 0;
  double mass_kg = 0, gravity_m_s2 = 0;
  std::array<double, 3> principal_inertia_kg_m2{};  ///< ascending
  double thrust_to_weight = 0;
  std::optional<Trim> hover;          ///< commands within their limits
  std::vector<double> command_share;  ///< of the range, at hover
  double hover_power_w = 0;           ///< drag torque times speed; NaN where the input is no speed
  std::optional<double> top_speed_m_s;
  double pitch_at_5_m_s_deg = 0;  ///< NaN if level flight at 5 m/s is out of reach
  std::vector<std::complex<double>> modes;
  std::vector<Doubt> doubts;

  bool can_hover() const { return hover.has_value(); }
};

VehicleReport report_vehicle(const LoadedVehicle& loaded);

/// For a terminal; ends with a newline.
std::string vehicle_text(const VehicleReport& report);
/// One JSON object; ends with a newline.
std::string vehicle_json(const VehicleReport& report);

}  // namespace montecopter
