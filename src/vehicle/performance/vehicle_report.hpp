#pragma once
/// What a vehicle file amounts to: hover, reserves, modes, warnings. What all kinds of vehicles
/// have in common is here; a kind has a report of its own, with report_on(), title_of(), text_of()
/// and add_members().

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

/// Gravity and the density of the air at z [m] below the home. Throws Error(usage) where there is
/// no gravity.
CalmAir calm_air(const Environment& environment, double z_m = 0);

struct VehicleReport {
  std::string name, type;
  double mass_kg = 0;
  CalmAir air;
  std::array<double, 3> principal_inertia_kg_m2{};  ///< ascending
  /// In the order of models.hpp's `Vehicle`.
  std::variant<MultirotorReport, HelicopterReport> kind;
  std::vector<std::string> varied;  ///< what the scenario disperses or sweeps; taken as written

  const Findings& findings() const;
  bool can_hover() const;
};

/// `rotor_speed_rad_s` asks for the hover of a helicopter at this speed of its main rotor,
/// `envelope` for that of a multirotor over mass and air.
VehicleReport report_vehicle(const LoadedVehicle& loaded,
                             std::optional<double> rotor_speed_rad_s = {}, bool envelope = false);

/// For a terminal; ends with a newline.
std::string vehicle_text(const VehicleReport& report);
/// One JSON object; ends with a newline.
std::string vehicle_json(const VehicleReport& report);

}  // namespace montecopter
