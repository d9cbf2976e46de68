#pragma once
/// Where the traced samples of the point that is shown flew: from above, from the side and in
/// space.

#include "report/section.hpp"

namespace montecopter::report {

std::optional<Section> paths_section(const Material& material);

}  // namespace montecopter::report
