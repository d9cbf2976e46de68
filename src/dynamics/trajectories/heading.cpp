#include "dynamics/trajectories/heading.hpp"

#include <array>

#include "dynamics/trajectories/path.hpp"
#include "dynamics/trajectories/piece_arrays.hpp"
#include "dynamics/trajectories/smooth_spline.hpp"
#include "dynamics/trajectories/track_turns.hpp"

namespace montecopter {

void FixedHeading::fold(PathConstants<double>& c) const {
  c.heading = angle_rad;
  c.heading_rate = rate_rad_s;
}

void AlongTrackHeading::fold(PathConstants<double>& c) const { c.heading = angle_rad; }

void AlongTrackHeading::shape(PathForm& form, PieceArrays& turns) const {
  form.slow_m_s = slow_m_s;
  if (form.kind == PathKind::pieces) fit_track_turns(form, turns);
}

void ProfileHeading::shape(PathForm&, PieceArrays& turns) const {
  std::vector<std::array<double, 1>> angles;
  for (const double angle : angles_rad) angles.push_back({angle});
  fit_smooth_spline<3, 1>(times_s, angles, SplineEnds::rest, turns);
}

}  // namespace montecopter
