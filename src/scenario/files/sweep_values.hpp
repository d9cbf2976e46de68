#pragma once
/// The values of swept parameters: lists, spacings and CSV files.

#include <string>
#include <vector>

#include "scenario/model/scenario.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

/// `count` >= 2 values from first to last, both included: equal to numpy.linspace, bit for bit.
std::vector<double> equal_differences(double first, double last, std::int64_t count);

/// `count` >= 2 values with equal ratios. Both ends have one sign and are not zero. Computed with
/// our own log and exp: within a few ulp of numpy.geomspace, the same bits on every machine.
std::vector<double> equal_ratios(double first, double last, std::int64_t count);

/// Turns the keys of each axis into `values` and empties the others: the sweep is then
/// self-contained. Files are looked for from base_dir. Problems go to the report.
void read_sweep_values(Sweep& sweep, const std::string& base_dir, Report& report);

}  // namespace montecopter
