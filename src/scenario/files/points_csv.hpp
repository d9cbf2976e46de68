#pragma once
/// Designs of experiments from other programs: a CSV file with a row for each sample.

#include <string>

#include "scenario/model/scenario.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

/// Limit of numbers in a file, because every result file stores them.
inline constexpr std::size_t max_point_numbers = 1'000'000;

/// Turns the columns of monte_carlo.file, named by paths, into dispersions of listed values. If the
/// number of samples is not given, it is the number of rows. The scenario is then self-contained.
/// The file is looked for from base_dir. Problems go to the report.
void read_points_file(Scenario& scenario, const std::string& base_dir, Report& report);

}  // namespace montecopter
