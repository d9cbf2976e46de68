#pragma once
/// Which terms a vehicle has in some flight of a scenario, asked of one vehicle.
///
/// Flights that differ in a number share what is made for its term: a kernel's form, a signal. The
/// term is there if its factor is not zero in one of them. So a number that differs is not known,
/// and its value is NaN: that is not zero either, nor equal to anything, and arithmetic passes it
/// on to all that depends on it. Asked whether a factor is not zero, such a vehicle answers for all
/// flights, and no list of keys is needed beside the question. (Factors that vanish for every value
/// of the number are the exception, since 0 * NaN is NaN: has_products().) It is asked, and neither
/// folded nor flown.

#include <limits>
#include <string>
#include <vector>

#include "dynamics/vehicles/vehicle.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

inline constexpr double unknown_number = std::numeric_limits<double>::quiet_NaN();

/// The scenario with that in place of the numbers at these paths.
Scenario with_unknown_numbers(Scenario scenario, const std::vector<std::string>& paths);

/// The same of its vehicle alone, which is less to copy.
Vehicle with_unknown_numbers(Vehicle vehicle, const std::vector<std::string>& paths);

}  // namespace montecopter
