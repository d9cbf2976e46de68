#pragma once
/// Parameters of PX4 that were left out, with reasons.

#include <vector>

#include "vehicle/import/imported.hpp"
#include "vehicle/import/parameter_file.hpp"
#include "vehicle/import/px4_values.hpp"

namespace montecopter {

/// All parameters that were not used, and those of other components. A misspelt name of a used
/// parameter is reported with that parameter.
std::vector<OmittedSetting> px4_left_out(const ParameterFile& file, const Px4Values& values,
                                         std::size_t rotors);

}  // namespace montecopter
