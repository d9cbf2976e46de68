#pragma once
/// What is asked of a trim, and what surrounds the vehicle there.

#include <Eigen/Core>
#include <optional>
#include <string>

#include "dynamics/linear/calm_air.hpp"
#include "dynamics/linear/linear_model.hpp"
#include "scenario/load.hpp"
#include "scenario/loaded_vehicle.hpp"
#include "vehicle/performance/mean_wind.hpp"

namespace montecopter {

/// A flight in which nothing accelerates. Speeds are over the ground.
struct SteadyFlight {
  double speed_m_s = 0;            ///< horizontal
  double climb_m_s = 0;            ///< upwards
  double course_deg = 0;           ///< where it flies to, from north to east
  double heading_deg = 0;          ///< where the nose points
  double time_s = 0;               ///< at which the winds are looked at
  std::optional<double> height_m;  ///< over the ground; none: where the scenario starts
  bool in_wind = true;             ///< that of the scenario, or in calm air

  bool is_hover() const { return speed_m_s == 0 && climb_m_s == 0; }
  double heading_rad() const;
  Eigen::Vector3d velocity_m_s() const;  ///< over the ground, NED
};

/// Air and wind around a steady flight.
struct Ambient {
  CalmAir air;
  Eigen::Vector3d position_m = Eigen::Vector3d::Zero();  ///< NED
  double height_m = 0;                                   ///< over the ground
  MeanWind wind;

  /// Velocity through the air [m/s]: forward and to the right of where the nose points, and down.
  Eigen::Vector3d velocity_by_nose(const SteadyFlight& flight) const;
};

/// Ambient of a flight where the scenario of a vehicle starts, or over or below that place. Throws
/// Error(usage) where there is no gravity, or where the wind overflows.
Ambient ambient_of(const LoadedVehicle& loaded, const SteadyFlight& flight);

/// Linearisation about a trim that was found heading north at its velocity through the air, as
/// those about the flight: turned to its heading, and carried by the wind, which changes from place
/// to place. Forces depend on the velocity through the air alone.
LinearModel placed(LinearModel model, const SteadyFlight& flight, const Ambient& around);

/// "5 m/s to 70 deg, climbing at 0 m/s", or "hover".
std::string motion_text(const SteadyFlight& flight);
/// Lines of a report that tell of the wind; none in calm air.
std::string wind_text(const SteadyFlight& flight, const Ambient& around);
/// Why there is no trim, for a message: "" in calm air.
std::string wind_remark(const Ambient& around);

}  // namespace montecopter
