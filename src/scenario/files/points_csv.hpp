#pragma once
/// Designs of experiments that were made elsewhere: a CSV file with a row for each sample.

#include <string>

#include "scenario/model/scenario.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

/// More numbers than this in a file are refused: every result file keeps them.
inline constexpr std::size_t max_point_numbers = 1'000'000;

/// Turns the columns of monte_carlo.file, named by paths, into dispersions of listed values, and
/// the rows into the number of samples where that is not given: the scenario is then
/// self-contained. The file is looked for from base_dir. Problems go to the report.
void read_points_file(Scenario& scenario, const std::string& base_dir, Report& report);

}  // namespace montecopter
