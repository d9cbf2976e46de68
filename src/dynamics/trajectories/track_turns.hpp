#pragma once
/// Turns where a trajectory made of pieces is slow. There the direction of its velocity says
/// little, and at rest nothing, so an along-track heading turns smoothly from one direction to the
/// next.

#include "dynamics/trajectories/path_form.hpp"
#include "dynamics/trajectories/piece_arrays.hpp"

namespace montecopter {

/// The turns of a form along its track. They last from before it is first fast, when it heads for
/// its later direction, to after it is last fast, when it keeps its heading. Replaces the pieces of
/// `out`; a form that is never fast heads north for ever.
void fit_track_turns(const PathForm& form, PieceArrays& out);

}  // namespace montecopter
