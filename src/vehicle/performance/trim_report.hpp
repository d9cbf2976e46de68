#pragma once
/// Report of `montecopter trim`: a steady flight, and its distance from the limits.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "scenario/load.hpp"
#include "scenario/loaded_vehicle.hpp"
#include "vehicle/performance/known_flight.hpp"
#include "vehicle/performance/steady_flight.hpp"

namespace montecopter {

struct TrimReport {
  struct Control {
    std::string name;
    double command = 0;
    std::optional<double> fraction;  ///< of its range, if it has limits
  };
  struct RotorForce {
    std::string name;
    double thrust_n = 0, torque_n_m = 0;
  };

  std::string name;
  SteadyFlight flight;
  Ambient around;
  std::optional<double> rotor_speed_rad_s;  ///< of the main rotor of a helicopter
  double roll_rad = 0, pitch_rad = 0, tilt_rad = 0;
  std::array<double, 4> attitude{};      ///< quaternion, body to NED
  std::array<double, 3> velocity_m_s{};  ///< over the ground, NED
  std::vector<Control> controls;
  std::vector<RotorForce> rotors;
  /// Tilt of the main rotor's disc back and to the right [rad], and induced velocity [m/s].
  std::optional<std::array<double, 3>> flapping;
  std::vector<LimitWords> exceeded;  ///< limits of the vehicle's model
  double residual = 0;               ///< largest remaining acceleration [m/s2, rad/s2]
};

/// Trim of a vehicle as written. A helicopter flies at this speed of its main rotor, or at that of
/// its first operating point. nullopt: no commands within their limits hold that flight. Throws
/// Error(usage) without gravity, or if a multirotor is given a rotor speed.
std::optional<TrimReport> report_trim(const LoadedVehicle& loaded, const SteadyFlight& flight,
                                      std::optional<double> rotor_speed_rad_s);

/// Text for a terminal; ends with a newline.
std::string trim_text(const TrimReport& report);
/// One JSON object; ends with a newline.
std::string trim_json(const TrimReport& report);

}  // namespace montecopter
