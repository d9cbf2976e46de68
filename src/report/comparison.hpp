#pragma once
/// Two results: what differs, by how much, and how sure that is.

#include "report/section.hpp"

namespace montecopter::report {

std::optional<Section> comparison_section(const Material& material);

}  // namespace montecopter::report
