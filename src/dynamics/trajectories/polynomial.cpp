#include "dynamics/trajectories/polynomial.hpp"

#include "dynamics/trajectories/piece_arrays.hpp"

namespace montecopter {

namespace {

void put_axes(const PolynomialTrajectory& trajectory, std::size_t first, std::size_t end,
              PieceArrays& out) {
  out = {};
  const FrameOfRows frame = frame_of_rows(trajectory.frame);
  double start = 0.0;
  for (const std::vector<double>& row : trajectory.rows) {
    out.add(start, start + row[0]);
    start += row[0];
    for (std::size_t axis = first; axis < end; ++axis) {
      const FromRow from = frame.axes[axis];
      for (std::size_t k = 0; k < path_terms; ++k) {
        double c = from.sign * row[1 + from.axis * path_terms + k];
        if (axis == 3 && k == 0) c += frame.heading_at_zero;
        out.coefficients.push_back(c);
      }
    }
  }
}

}  // namespace

/// "duration", "x^0" ... "yaw^7".
std::vector<std::string> PolynomialTrajectory::header() {
  std::vector<std::string> names = {"duration"};
  for (const char* axis : {"x", "y", "z", "yaw"}) {
    for (std::size_t power = 0; power < path_terms; ++power) {
      names.push_back(axis + std::string("^") + std::to_string(power));
    }
  }
  return names;
}

void PolynomialTrajectory::fit_track(PieceArrays& out) const { put_axes(*this, 0, 3, out); }

void PolynomialTrajectory::fit_turns(PieceArrays& out) const { put_axes(*this, 3, 4, out); }

}  // namespace montecopter
