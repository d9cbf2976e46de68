#include "dynamics/trajectories/sampled.hpp"

#include "core/numerics/angles.hpp"
#include "core/numerics/degrees.hpp"
#include "dynamics/trajectories/piece_arrays.hpp"
#include "dynamics/trajectories/smooth_spline.hpp"

namespace montecopter {

std::vector<std::string> SampledTrajectory::header() {
  return {"t_s", "x_m", "y_m", "z_m", "heading_deg"};
}

void SampledTrajectory::fit_track(PieceArrays& out) const {
  std::vector<double> times;
  std::vector<std::array<double, 3>> points;
  const FrameOfRows axes = frame_of_rows(frame);
  const auto along = [&](const std::vector<double>& row, std::size_t axis) {
    return axes.axes[axis].sign * row[1 + axes.axes[axis].axis];
  };
  for (const std::vector<double>& row : rows) {
    times.push_back(row[0]);
    points.push_back({along(row, 0), along(row, 1), along(row, 2)});
  }
  fit_smooth_spline<3, 3>(times, points, SplineEnds::free, out);
}

void SampledTrajectory::fit_turns(PieceArrays& out) const {
  std::vector<double> times;
  std::vector<std::array<double, 1>> angles;
  const FrameOfRows axes = frame_of_rows(frame);
  const double zero_deg = axes.heading_at_zero == 0 ? 0 : 90;
  double unwrapped_deg = 0.0;
  for (const std::vector<double>& row : rows) {
    if (row.size() < 5) return;
    const double heading_deg = axes.axes[3].sign * row[4] + zero_deg;
    unwrapped_deg += wrap_degrees(heading_deg - unwrapped_deg);
    times.push_back(row[0]);
    angles.push_back({unwrapped_deg * rad_per_deg});
  }
  fit_smooth_spline<3, 1>(times, angles, SplineEnds::free, out);
}

}  // namespace montecopter
