#pragma once
/// The rows of a polynomial trajectory in NED.

#include "dynamics/trajectories/piece_arrays.hpp"
#include "dynamics/trajectories/polynomial.hpp"

namespace montecopter {

/// Replaces the pieces of `out` by those of the position, and of the heading.
void put_polynomial_track(const PolynomialTrajectory& trajectory, PieceArrays& out);
void put_polynomial_turns(const PolynomialTrajectory& trajectory, PieceArrays& out);

}  // namespace montecopter
