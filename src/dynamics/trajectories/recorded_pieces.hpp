#pragma once
/// The rows of a recorded trajectory as pieces: lines between them, or steps.

#include "dynamics/trajectories/piece_arrays.hpp"
#include "dynamics/trajectories/recorded.hpp"

namespace montecopter {

/// Replaces the pieces of `out` by those of the position, and of the heading, the short way round
/// from one to the next. No pieces if the rows have no heading.
void put_recorded_track(const RecordedTrajectory& trajectory, PieceArrays& out);
void put_recorded_turns(const RecordedTrajectory& trajectory, PieceArrays& out);

}  // namespace montecopter
