#pragma once
/// What all headings need. Angles are from north, right-handed about z (down): 90 degrees is east.

#include "dynamics/trajectories/path_form.hpp"
#include "dynamics/trajectories/ranges.hpp"
#include "dynamics/trajectories/reference.hpp"
#include "fields/fields.hpp"

namespace montecopter {

struct PieceArrays;

}  // namespace montecopter
