#pragma once
/// Noise of the sensors by the scenario, and Allan deviations of readings where all are stored.

#include "report/section.hpp"

namespace montecopter::report {

std::optional<Section> sensors_section(const Material& material);

}  // namespace montecopter::report
