#pragma once
/// Flights that continued with an empty battery: the model does so, a real vehicle does not.

#include <vector>

#include "core/base/error.hpp"
#include "record/reader.hpp"
#include "results/summarise/samples.hpp"

namespace montecopter {

/// A warning with the number of flights whose battery was empty at the end, and the first sample.
std::vector<Problem> emptied_battery_warnings(const record::ResultFile& file,
                                              const Samples& samples);

}  // namespace montecopter
