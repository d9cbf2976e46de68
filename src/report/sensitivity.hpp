#pragma once
/// Which dispersed input matters for which metric, at the point that is shown.

#include "report/section.hpp"

namespace montecopter::report {

std::optional<Section> sensitivity_section(const Material& material);

}  // namespace montecopter::report
