#pragma once
/// Why a parameter of PX4 has no place here.

#include <set>
#include <string>
#include <vector>

#include "import/imported.hpp"
#include "import/parameter_file.hpp"

namespace montecopter {

/// All that were not asked for, those of one reason together.
std::vector<LeftOut> px4_left_out(const ParameterFile& file, const std::set<std::string>& asked,
                                  std::size_t rotors);

}  // namespace montecopter
