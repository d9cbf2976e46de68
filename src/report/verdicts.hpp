#pragma once
/// How the samples ended, and what the requirements of the scenario say of them: at every point of
/// a sweep, worst first in words.

#include "report/section.hpp"

namespace montecopter::report {

std::optional<Section> verdicts_section(const Material& material);

}  // namespace montecopter::report
