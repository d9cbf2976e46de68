#pragma once
/// Disturbances of recorded states besides the fitted vehicle, by component: record noise, white
/// accelerations, and time-correlated (Gauss-Markov) accelerations.

#include <array>
#include <vector>

#include "flights/identify/track.hpp"
#include "flights/identify/window_flight.hpp"

namespace montecopter::identify {

/// Disturbance of one axis, whose rate (velocity [NED] or body rate) is accelerated.
struct Disturbance {
  double wander = 0;    ///< of position or attitude besides their rate, as where estimators correct
                        ///< them: a density, its square by s
  double density = 0;   ///< white acceleration: its square by Hz, two-sided
  double lasting = 0;   ///< standard deviation of a correlated acceleration
  double time_s = 0.2;  ///< its correlation time
};

/// Density of the white acceleration that has the same mean-square effect within a tenth of a
/// second as both accelerations together.
double as_white(const Disturbance& disturbance);

struct Disturbances {
  StateError record = {};                ///< standard deviations of the recorded states
  std::array<Disturbance, 6> axes = {};  ///< velocity, body rate
  bool is_known = false;                 ///< false: they are found from scratch
};

/// Difference between one step from a recorded state and the next recorded state.
using Defects = std::vector<StateError>;

/// Rows `first` to `last` of a track, both included, without a gap.
struct Stretch {
  std::size_t first = 0, last = 0;
};

/// Finds the most likely disturbances by Nelder and Mead's method: axis by axis, as if axes did not
/// turn within a step, from some thousand rows. The defects of row k belong to the step to the next
/// row. Accelerations with correlation times below `shortest_time_s` are white. The bits do not
/// depend on the number of threads.
void find_disturbances(const Track& track, const std::vector<Stretch>& stretches,
                       const Defects& defects, double shortest_time_s, int threads,
                       Disturbances& disturbances);

}  // namespace montecopter::identify
