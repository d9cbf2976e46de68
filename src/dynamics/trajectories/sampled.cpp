#include "dynamics/trajectories/sampled.hpp"

#include "dynamics/degrees.hpp"
#include "dynamics/trajectories/piece_arrays.hpp"
#include "dynamics/trajectories/smooth_spline.hpp"

namespace montecopter {

std::vector<std::string> SampledTrajectory::header() {
  return {"t_s", "x_m", "y_m", "z_m", "heading_deg"};
}

void SampledTrajectory::fit_track(PieceArrays& out) const {
  std::vector<double> times;
  std::vector<std::array<double, 3>> points;
  for (const std::vector<double>& row : rows) {
    times.push_back(row[0]);
    points.push_back({row[1], row[2], row[3]});
  }
  fit_smooth_spline<3, 3>(times, points, SplineEnds::free, out);
}

void SampledTrajectory::fit_turns(PieceArrays& out) const {
  std::vector<double> times;
  std::vector<std::array<double, 1>> angles;
  double unwrapped_deg = 0.0;
  for (const std::vector<double>& row : rows) {
    if (row.size() < 5) return;
    unwrapped_deg += wrap_degrees(row[4] - unwrapped_deg);
    times.push_back(row[0]);
    angles.push_back({unwrapped_deg * units::degree});
  }
  fit_smooth_spline<3, 1>(times, angles, SplineEnds::free, out);
}

}  // namespace montecopter
