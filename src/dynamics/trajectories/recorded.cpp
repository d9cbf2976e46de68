#include "dynamics/trajectories/recorded.hpp"

#include "core/numerics/angles.hpp"
#include "core/numerics/degrees.hpp"
#include "dynamics/trajectories/piece_arrays.hpp"

namespace montecopter {

namespace {

using Points = std::vector<std::vector<double>>;  ///< [rows][axes]

/// One row alone, and the last one if rows hold, lasts to the end of time: for a piece without a
/// slope any length will do.
constexpr double last_piece_s = 1.0;

void put_pieces(const RecordedTrajectory& trajectory, const Points& points, PieceArrays& out) {
  out = {};
  const bool is_held = trajectory.between == "hold" || points.size() == 1;
  const std::size_t pieces = is_held ? points.size() : points.size() - 1;
  for (std::size_t i = 0; i < pieces; ++i) {
    const double start = trajectory.rows[i][0];
    const bool is_last = i + 1 == points.size();
    const double end = is_last ? start + last_piece_s : trajectory.rows[i + 1][0];
    out.add(start, end);
    for (std::size_t axis = 0; axis < points[i].size(); ++axis) {
      std::array<double, path_terms> c{points[i][axis]};
      if (!is_held) c[1] = (points[i + 1][axis] - points[i][axis]) / (end - start);
      out.coefficients.insert(out.coefficients.end(), c.begin(), c.end());
    }
  }
}

}  // namespace

void RecordedTrajectory::fit_track(PieceArrays& out) const {
  Points points;
  for (const std::vector<double>& row : rows) points.push_back({row[1], row[2], row[3]});
  put_pieces(*this, points, out);
}

void RecordedTrajectory::fit_turns(PieceArrays& out) const {
  out = {};
  Points angles;
  double unwrapped_deg = 0.0;
  for (const std::vector<double>& row : rows) {
    if (row.size() < 5) return;
    unwrapped_deg += wrap_degrees(row[4] - unwrapped_deg);
    angles.push_back({unwrapped_deg * rad_per_deg});
  }
  put_pieces(*this, angles, out);
}

}  // namespace montecopter
