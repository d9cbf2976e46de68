#pragma once
/// What is finite in a result (docs/result-file.md).

#include <string>

#include "plan/layout.hpp"

namespace montecopter::fuzz {

/// The first number of a sample with status ok that is not finite where it has to be: "m_energy_j
/// of sample 3 is inf"; empty: there is none. NaN may stand where a sensor read nothing, a response
/// never settled, or a formula has no value.
std::string not_finite(const Layout& layout, const Block& block);

}  // namespace montecopter::fuzz
