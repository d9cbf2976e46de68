#pragma once
/// How fast, how long and how far a multirotor flies, level in calm air; and how that changes with
/// its mass and the air.

#include <optional>
#include <vector>

#include "dynamics/linear/multirotor_trim.hpp"

namespace montecopter {

/// Where the search for the top speed ends.
inline constexpr double fastest_level_flight_m_s = 200;

/// Shaft power of all rotors [W]: torque times speed; NaN where the input of their rotor law is no
/// speed.
double shaft_power_w(const MultirotorModel& model, const MultirotorTrim& trim);

/// Thrust of all rotors by that at their highest commands, in the air of the trim.
double thrust_fraction(const MultirotorModel& model, const MultirotorTrim& trim);

/// Time [s] that the battery holds a trim, by endurance_s(); NaN without a battery or a power.
double endurance_s(const MultirotorModel& model, const MultirotorTrim& trim);

/// Level flight towards a course that counts from the nose to the right.
struct CourseSpeed {
  double course_deg = 0;
  FastestFlight fastest;

  /// nullopt: the search ended before a command was at its limit.
  std::optional<double> top_speed_m_s() const;
};

/// Steady level flight, nose first.
struct FlightAtSpeed {
  double speed_m_s = 0, tilt_rad = 0;
  double shaft_power_w = 0, electric_power_w = 0;  ///< NaN: not known
  double endurance_s = 0, range_m = 0;             ///< NaN: not known
};

struct MultirotorPerformance {
  std::vector<CourseSpeed> courses;  ///< each 45 deg; the first nose first
  /// From hover in round steps, and the fastest, or 30 m/s where the search met no limit.
  std::vector<FlightAtSpeed> over_speed;
  /// To a tenth of such a step; none without a battery.
  std::optional<FlightAtSpeed> longest, farthest;

  /// The slowest of the top speeds: a wind from any side up to which it stays in place with its
  /// heading held. nullopt: unknown.
  std::optional<double> wind_held_m_s() const;
};

/// `ahead`: the fastest flight nose first.
MultirotorPerformance performance_of(const MultirotorModel& model, const FastestFlight& ahead);

/// One mass in one air.
struct EnvelopePoint {
  double mass_kg = 0, air_density_kg_m3 = 0, thrust_to_weight = 0;
  bool can_hover = false;
  double thrust_fraction = 0, shaft_power_w = 0, endurance_s = 0;  ///< at hover; NaN: not known
  std::optional<double> top_speed_m_s;                             ///< nose first
};

/// 0.8, 1, 1.2, 1.5 and 2 times the mass, in the air given and in that of 1500, 3000 and 4500 m
/// above it (the standard atmosphere's ratios of density), if the density matters to the vehicle's
/// model at all. The inertia stays as it is.
std::vector<EnvelopePoint> envelope_of(const Multirotor& vehicle, const CalmAir& air);

}  // namespace montecopter
