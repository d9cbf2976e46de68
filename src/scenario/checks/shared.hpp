#pragma once
/// Checks that several types of vehicle share.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fields/problems.hpp"
#include "dynamics/vehicles/rigid_body.hpp"
#include "scenario/model/scenario.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

struct Battery;
struct Helicopter;
struct Multirotor;

/// Limit of readings of a sensor that are in transit at once; each flight keeps them in memory.
inline constexpr std::int64_t max_under_way = 1000;

/// Is vehicle.inertia_kg_m2 that of some body?
void check_inertia(const Inertia& inertia, Report& report);

/// Are there not too many?
void check_contact_points(const std::vector<ContactPoint>& points, Report& report);

/// Is `min` below `max`? They are the keys `low` and `high` of the table at `at`.
void check_limits(const std::string& at, const std::string& low, double min,
                  const std::string& high, double max, Report& report);

/// Is the battery physically possible, and is the power drawn from it given exactly once?
void check_battery(const std::optional<Battery>& battery, Report& report);
/// Are rotors, motors and battery compatible? The second check is for helicopters.
void check_powertrain(const Multirotor& vehicle, Report& report);
void check_battery_of_engine(const Helicopter& vehicle, Report& report);

/// Do the rotors have what ground effect and interference need? Is there a ground?
void check_rotor_flow(const Multirotor& vehicle, Report& report);
void check_ground_effect(const Scenario& scenario, Report& report);

/// Do the terms of a response surface suit the vehicle?
void check_response_surface(const Multirotor& vehicle, const Scenario& scenario, Report& report);

/// Length of a step if it can be judged.
std::optional<double> known_step_s(const Integrator& integrator, const Report& report);

/// A lag in a vehicle, and how it is stepped.
struct SteppedLag {
  std::string_view of;      ///< "motor"
  std::string_view method;  ///< name of its integration method
  double time_constant_s;
  double stable_step_s;  ///< limit of stability: from here on it rings forever or grows
};

/// Reports a step from stable_step_s on as an error, and a step above the time constant as a
/// warning. The lag is given at `path`. Returns whether it reported either.
bool check_lag(const SteppedLag& lag, double step_s, const std::string& path, Report& report);

}  // namespace montecopter
