#pragma once
/// Report on a vehicle file: hover, reserves, modes, warnings. Parts common to all kinds of
/// vehicles are here; a kind has its own report, with report_on(), title_of(), text_of() and
/// add_members().

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "scenario/load.hpp"
#include "scenario/loaded_vehicle.hpp"
#include "vehicle/performance/helicopter_report.hpp"
#include "vehicle/performance/multirotor_report.hpp"

namespace montecopter {

/// Gravity and air density at z [m] below the home. Throws Error(usage) without gravity.
CalmAir calm_air(const Environment& environment, double z_m = 0);

struct VehicleReport {
  std::string name, type;
  double mass_kg = 0;
  CalmAir air;
  std::array<double, 3> principal_inertia_kg_m2{};  ///< ascending
  /// Alternatives in the order of models.hpp's `Vehicle`.
  std::variant<MultirotorReport, HelicopterReport> kind;
  /// inputs that the scenario disperses or sweeps; taken as written
  std::vector<std::string> varied;

  const Findings& findings() const;
  bool can_hover() const;
};

/// Reports on a vehicle. `rotor_speed_rad_s`: hover speed of a helicopter's main rotor; `envelope`:
/// envelope of a multirotor over mass and air.
VehicleReport report_vehicle(const LoadedVehicle& loaded,
                             std::optional<double> rotor_speed_rad_s = {}, bool envelope = false);

/// Text for a terminal; ends with a newline.
std::string vehicle_text(const VehicleReport& report);
/// One JSON object; ends with a newline.
std::string vehicle_json(const VehicleReport& report);

}  // namespace montecopter
