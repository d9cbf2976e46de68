#pragma once
/// Flights that went on with an empty battery, as the model does and a real vehicle does not.

#include <vector>

#include "core/base/error.hpp"
#include "record/reader.hpp"
#include "results/summarise/samples.hpp"

namespace montecopter {

/// A warning with the number of flights whose battery was empty at the end, and the first of them.
std::vector<Problem> emptied_battery_warnings(const record::ResultFile& file,
                                              const Samples& samples);

}  // namespace montecopter
