#pragma once
/// Words and JSON shared by both sensitivity reports.

#include <cstdint>
#include <string>

#include "core/base/json.hpp"
#include "core/statistics/resampling.hpp"
#include "results/summarise/samples.hpp"

namespace montecopter {

/// "q95", "q05", "q99.9"
std::string quantile_name(double p);

/// "58" of 0.58
std::string percent(double share);

/// "0.58 +- 0.05": a number between -1 and 1 with the half-width of its interval; "-" for NaN.
std::string cell(const statistics::Estimate& estimate);

/// An object with the members value, low95 and high95.
Json estimate_json(const statistics::Estimate& estimate);

Json count_json(std::int64_t count);

/// An object with the number of a sweep point and the values that the sweep sets there.
Json point_json(const Group& group);

}  // namespace montecopter
