#pragma once
/// Speed, endurance and range of a multirotor in level flight in calm air, and their change with
/// its mass and the air.

#include <optional>
#include <vector>

#include "dynamics/linear/multirotor_trim.hpp"
#include "vehicle/performance/known_flight.hpp"

namespace montecopter {

/// Speed at which the search for the top speed ends.
inline constexpr double fastest_level_flight_m_s = 200;

/// Shaft power of all rotors [W]: torque times speed; NaN if the input of their rotor law is not a
/// speed.
double shaft_power_w(const MultirotorModel& model, const MultirotorTrim& trim);
/// Power to which the battery's efficiency applies [W]: shaft power, or the power behind the speed
/// controllers of electric motors. With thrust_per_power_n_w: thrust [N].
double drawn_power_w(const MultirotorModel& model, const MultirotorTrim& trim);

/// Thrust of all rotors divided by their thrust at the highest commands, in the air of the trim.
double thrust_fraction(const MultirotorModel& model, const MultirotorTrim& trim);

/// Time [s] that the battery holds a trim, by endurance_s(); NaN without a battery or a power.
double endurance_s(const MultirotorModel& model, const MultirotorTrim& trim);

/// Level flight on a course counted from the nose to the right.
struct CourseSpeed {
  double course_deg = 0;
  FastestFlight fastest;
  KnownSpeed known;

  /// Top speed of the model; nullopt: the search ended before a command was at its limit.
  std::optional<double> top_speed_m_s() const;
  /// The same where the rotor laws know that flight.
  std::optional<double> known_top_speed_m_s() const;
};

/// Steady level flight, nose first.
struct FlightAtSpeed {
  double speed_m_s = 0, tilt_rad = 0;
  double shaft_power_w = 0, electric_power_w = 0;  ///< NaN: unknown
  double endurance_s = 0, range_m = 0;             ///< NaN: unknown
};

struct MultirotorPerformance {
  std::vector<CourseSpeed> courses;  ///< every 45 deg, starting nose first
  /// Flights from hover in round steps, and the fastest that is known, or 30 m/s if the search met
  /// no limit.
  std::vector<FlightAtSpeed> over_speed;
  /// Best flights, to a tenth of such a step; none without a battery.
  std::optional<FlightAtSpeed> longest, farthest;
  bool ends_at_known = false;  ///< faster flights are not in the list: the rotor laws end there

  /// Slowest of the top speeds: the wind from any side up to which the vehicle holds position and
  /// heading. nullopt: unknown.
  std::optional<double> wind_held_m_s() const;
  /// Slowest of the known speeds: the vehicle holds at least this wind. nullopt: no bound.
  std::optional<double> least_wind_held_m_s() const;
};

/// Computes the performance; `ahead`: the fastest flight nose first.
MultirotorPerformance performance_of(const MultirotorModel& model, const FastestFlight& ahead);

/// One mass in one air.
struct EnvelopePoint {
  double mass_kg = 0, air_density_kg_m3 = 0, thrust_to_weight = 0;
  bool can_hover = false;
  double thrust_fraction = 0, shaft_power_w = 0, endurance_s = 0;  ///< at hover; NaN: unknown
  std::optional<double> top_speed_m_s;                             ///< nose first, if known
};

/// Envelope for 0.8, 1, 1.2, 1.5 and 2 times the mass; the inertia is unchanged. If density matters
/// to the model, also in the air 1500, 3000 and 4500 m higher (density ratios of the standard
/// atmosphere).
std::vector<EnvelopePoint> envelope_of(const Multirotor& vehicle, const CalmAir& air);

}  // namespace montecopter
