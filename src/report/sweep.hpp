#pragma once
/// Metrics over the points of a sweep: along one axis as lines, over two as a map.

#include "report/section.hpp"

namespace montecopter::report {

std::optional<Section> sweep_section(const Material& material);

}  // namespace montecopter::report
