#pragma once
/// Why a parameter of PX4 has no place here.

#include <vector>

#include "vehicle/import/imported.hpp"
#include "vehicle/import/parameter_file.hpp"
#include "vehicle/import/px4_values.hpp"

namespace montecopter {

/// All that were not asked for, and those of other components. A name that is a slip of the pen
/// away from one that was asked for is reported with it.
std::vector<OmittedSetting> px4_left_out(const ParameterFile& file, const Px4Values& values,
                                         std::size_t rotors);

}  // namespace montecopter
