#pragma once
/// Set-up of trajectories: the common part of all samples once, the numbers of each sample once per
/// sample. It uses correctly rounded operations in a fixed order and our own functions only (the
/// result is part of the bits).

#include <vector>

#include "dynamics/trajectories/path.hpp"
#include "dynamics/trajectories/piece_arrays.hpp"
#include "dynamics/trajectories/trajectory.hpp"

namespace montecopter {

struct PathTables {
  PieceArrays track, turns;
};

/// The form of a trajectory that is valid (scenario/checks/trajectory.cpp). It points into the
/// tables and holds until they are copied or changed. Only numbers that no sample may change count.
PathForm form_of(const Trajectory& trajectory, PathTables& storage);

PathConstants<double> fold_path(const Trajectory& trajectory);

/// A valid trajectory at `intervals` + 1 equally spaced times from 0 to `duration_s`.
std::vector<Reference<double>> points_along(const Trajectory& trajectory, double duration_s,
                                            int intervals);

}  // namespace montecopter
