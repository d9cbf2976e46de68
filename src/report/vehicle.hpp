#pragma once
/// The vehicle as the scenario has it: where its rotors are, which way they push and turn. A wrong
/// sign shows.

#include "report/section.hpp"

namespace montecopter::report {

std::optional<Section> vehicle_section(const Material& material);

}  // namespace montecopter::report
