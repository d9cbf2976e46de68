#pragma once
/// Where a trajectory made of pieces is slow, the direction of its velocity says little, and at
/// rest nothing. There an along-track heading turns smoothly from the one direction to the next.

#include "dynamics/trajectories/path_form.hpp"
#include "dynamics/trajectories/piece_arrays.hpp"

namespace montecopter {

/// The turns of a form along its track: from before it is first fast, when it heads for where it
/// will go, to after it is last fast, when it keeps its heading. Replaces the pieces of `out`; one
/// that heads north for ever where it never is fast.
void fit_track_turns(const PathForm& form, PieceArrays& out);

}  // namespace montecopter
