#pragma once
/// What moves recorded states besides the vehicle that is fitted: noise of the record, white
/// accelerations, and accelerations that last for a while (Gauss-Markov), by component.

#include <array>
#include <vector>

#include "flights/identify/track.hpp"
#include "flights/identify/window_flight.hpp"

namespace montecopter::identify {

/// Disturbance of one axis, along which the rate of something is accelerated: velocity [NED] or
/// body rate.
struct Disturbance {
  double wander = 0;    ///< of position or attitude besides their rate, as where estimators correct
                        ///< them: a density, its square by s
  double density = 0;   ///< of a white acceleration: its square by Hz, two-sided
  double lasting = 0;   ///< standard deviation of an acceleration that lasts
  double time_s = 0.2;  ///< its correlation time
};

/// Density of the white acceleration that leads as far within a tenth of a second, in the mean
/// square, as both of them together.
double as_white(const Disturbance& disturbance);

struct Disturbances {
  StateError record = {};                ///< standard deviations of the recorded states
  std::array<Disturbance, 6> axes = {};  ///< velocity, body rate
  bool is_known = false;                 ///< else they are found from scratch
};

/// How far one step from a recorded state leads from the next recorded one.
using Defects = std::vector<StateError>;

/// Rows `first` to `last` of a track, both included, without a gap between.
struct Stretch {
  std::size_t first = 0, last = 0;
};

/// Makes them more likely, by Nelder and Mead's method: axis by axis, as if axes did not turn
/// within a step, from some thousand rows. Defects of row k lead to the one behind it.
/// Accelerations of correlation times below `shortest_time_s` are white.
/// The same bits for any number of threads.
void find_disturbances(const Track& track, const std::vector<Stretch>& stretches,
                       const Defects& defects, double shortest_time_s, int threads,
                       Disturbances& disturbances);

}  // namespace montecopter::identify
