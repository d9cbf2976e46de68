#pragma once
/// Splines through points with the least integral of the square of the nth derivative. They are
/// polynomials of degree 2n - 1 that are continuous to the derivative 2n - 2 (n = 3: minimum jerk;
/// n = 4: minimum snap, Mellinger & Kumar, ICRA 2011). docs/models.md, 1.9.

#include <array>
#include <cstddef>
#include <vector>

#include "dynamics/trajectories/piece_arrays.hpp"

namespace montecopter {

enum class SplineEnds {
  rest,  ///< derivatives 1 to n - 1 are zero
  free,  ///< natural: derivatives n to 2n - 2 are; takes n points at least
};

/// Points at ascending times [s], at least two. Replaces the pieces of `out`.
template <int n, std::size_t axes>
void fit_smooth_spline(const std::vector<double>& times,
                       const std::vector<std::array<double, axes>>& points, SplineEnds ends,
                       PieceArrays& out);

}  // namespace montecopter
