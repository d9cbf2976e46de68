#pragma once
/// Terms that a vehicle has in any flight of a scenario, found from one vehicle.
///
/// Flights that differ in a number share the form of a kernel and the signals. A term exists if its
/// factor is not zero in one of the flights. A number that differs between flights therefore gets
/// the value NaN: it is not zero, and not equal to anything. Arithmetic passes it on to every
/// dependent number. A test whether a factor is not zero then holds for all flights, and no list of
/// keys is needed. The exception are factors that vanish for every value of the number, since 0 *
/// NaN is NaN (has_products()). Such a vehicle is only inspected, neither folded nor flown.

#include <limits>
#include <string>
#include <vector>

#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

inline constexpr double unknown_number = std::numeric_limits<double>::quiet_NaN();

/// The scenario with NaN in place of the numbers at these paths.
Scenario with_unknown_numbers(Scenario scenario, const std::vector<std::string>& paths);

/// The vehicle of the scenario with NaN at these paths, which is less to copy.
Vehicle with_unknown_numbers(Vehicle vehicle, const std::vector<std::string>& paths);

}  // namespace montecopter
