#pragma once
/// Flights that emptied their battery.

#include <vector>

#include "core/base/error.hpp"
#include "record/reader.hpp"
#include "results/summarise/samples.hpp"

namespace montecopter {

/// A warning with the number of flights whose battery was empty, and the first sample.
std::vector<Problem> emptied_battery_warnings(const record::ResultFile& file,
                                              const Samples& samples);

}  // namespace montecopter
