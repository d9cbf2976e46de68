#pragma once
/// What the numbers rest on, after NASA-STD-7009B: limits of the models, verification, inputs,
/// warnings, unmet criteria, errors and uncertainty, waivers and defects; "none" where there is
/// nothing.

#include "report/section.hpp"

namespace montecopter::report {

std::optional<Section> record_section(const Material& material);

}  // namespace montecopter::report
