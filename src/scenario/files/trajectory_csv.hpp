#pragma once
/// Trajectories from CSV files.

#include <string>

#include "dynamics/trajectories/trajectory.hpp"
#include "scenario/text/report.hpp"

namespace montecopter {

/// Reads the file of a trajectory (relative to base_dir), if it names one, into its `rows` and
/// empties `file`: the trajectory is then self-contained. Problems go to the report.
void read_trajectory_file(Trajectory& trajectory, const std::string& base_dir, Report& report);

}  // namespace montecopter
