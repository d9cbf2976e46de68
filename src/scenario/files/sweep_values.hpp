#pragma once
/// The values of swept parameters: lists, spacings and CSV files.

#include <string>
#include <vector>

#include "scenario/model/scenario.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

/// `count` >= 2 values from first to last, both included: those of numpy.linspace, bit for bit.
std::vector<double> equal_differences(double first, double last, std::int64_t count);

/// The same with equal ratios. Both ends have one sign and are not zero. Made of our own log and
/// exp: within a few ulp of numpy.geomspace, the same bits on every machine.
std::vector<double> equal_ratios(double first, double last, std::int64_t count);

/// Turns what each axis gives into `values` and empties the rest: the sweep is then self-contained.
/// Files are looked for from base_dir. Problems go to the report.
void read_sweep_values(Sweep& sweep, const std::string& base_dir, Report& report);

}  // namespace montecopter
