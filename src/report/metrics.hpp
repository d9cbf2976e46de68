#pragma once
/// Every metric of the point that is shown: statistics with intervals, and its distribution.

#include "report/section.hpp"

namespace montecopter::report {

std::optional<Section> metrics_section(const Material& material);

}  // namespace montecopter::report
