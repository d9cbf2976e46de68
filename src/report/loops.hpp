#pragma once
/// Margins of the closed loops at hover, of the nominal vehicle: numbers of the scenario, not of
/// the flights.

#include "report/section.hpp"

namespace montecopter::report {

std::optional<Section> loops_section(const Material& material);

}  // namespace montecopter::report
