#include "dynamics/trajectories/headings/profile.hpp"

#include <array>

#include "dynamics/trajectories/piece_arrays.hpp"
#include "dynamics/trajectories/smooth_spline.hpp"

namespace montecopter {

void ProfileHeading::shape(PathForm&, PieceArrays& turns) const {
  std::vector<std::array<double, 1>> angles;
  for (const double angle : angles_rad) angles.push_back({angle});
  fit_smooth_spline<3, 1>(times_s, angles, SplineEnds::rest, turns);
}

}  // namespace montecopter
