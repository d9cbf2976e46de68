#pragma once
/// A requested steady flight, and the air and wind around the vehicle.

#include <Eigen/Core>
#include <optional>
#include <string>

#include "dynamics/linear/calm_air.hpp"
#include "dynamics/linear/linear_model.hpp"
#include "scenario/load.hpp"
#include "scenario/loaded_vehicle.hpp"
#include "vehicle/performance/mean_wind.hpp"

namespace montecopter {

/// A flight without acceleration. Speeds are over the ground.
struct SteadyFlight {
  double speed_m_s = 0;            ///< horizontal
  double climb_m_s = 0;            ///< upwards
  double course_deg = 0;           ///< direction of flight, from north to east
  double heading_deg = 0;          ///< direction of the nose
  double time_s = 0;               ///< at which the winds are evaluated
  std::optional<double> height_m;  ///< over the ground; none: where the scenario starts
  bool in_wind = true;             ///< with the scenario's wind, or in calm air

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

  /// Velocity through the air [m/s]: forward and right of the heading, and down.
  Eigen::Vector3d velocity_by_nose(const SteadyFlight& flight) const;
};

/// Ambient of a flight at the start of the vehicle's scenario, or at another height there. Throws
/// Error(usage) without gravity, or if the wind overflows.
Ambient ambient_of(const LoadedVehicle& loaded, const SteadyFlight& flight);

/// Converts a linearisation that was found heading north at the velocity through the air. It is
/// turned to the heading of the flight, and carried by the wind, which changes from place to place.
/// Forces depend on the velocity through the air alone.
LinearModel placed(LinearModel model, const SteadyFlight& flight, const Ambient& around);

/// "5 m/s, course 70 deg, climb 0 m/s", or "hover".
std::string motion_text(const SteadyFlight& flight);
/// Lines of a report about the wind; empty in calm air.
std::string wind_text(const SteadyFlight& flight, const Ambient& around);
/// Remark on the wind for messages without a trim; empty in calm air.
std::string wind_remark(const Ambient& around);

}  // namespace montecopter
