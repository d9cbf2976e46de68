#pragma once
/// The scenario: numbers with what its text says of where they are from, the text as it was
/// written, and the resolved one, complete.

#include "report/section.hpp"

namespace montecopter::report {

std::optional<Section> scenario_section(const Material& material);

}  // namespace montecopter::report
