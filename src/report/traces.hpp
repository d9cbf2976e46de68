#pragma once
/// Signals over time: what the traced samples of the point that is shown do, as envelopes, and some
/// of them as lines.

#include "report/section.hpp"

namespace montecopter::report {

std::optional<Section> traces_section(const Material& material);

}  // namespace montecopter::report
