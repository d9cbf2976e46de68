#pragma once
/// What the kernels know of the closed loop: plain data.

#include <cstdint>

#include "dynamics/controllers/allocation.hpp"
#include "dynamics/controllers/feedback.hpp"
#include "dynamics/controllers/lee_law.hpp"
#include "dynamics/controllers/lqr_law.hpp"
#include "dynamics/trajectories/path.hpp"
#include "dynamics/vehicles/multirotor.hpp"

namespace montecopter {

/// In the order of models.hpp's `Controller`.
enum class ControllerKind : int { command_table, lee, lqr };

/// The same for all samples.
struct ControlPlan {
  ControllerKind kind = ControllerKind::command_table;
  std::int64_t every = 1, delay = 0;  ///< steps
  bool continuous = false;            ///< evaluated at every stage of the integrator
  int rotors = 0;                     ///< or servos: what is commanded
  LqrForm lqr;
  PathForm path;

  bool is_closed() const { return kind != ControllerKind::command_table; }
};

/// Of one sample. All members are S, so that samples gather into lanes as flat arrays of doubles.
template <class S>
struct ControlConstants {
  KnownVehicle<S> vehicle;
  LeeGains<S> lee;
  PathConstants<S> path;
  Allocation<S, max_rotors> allocation;
  LqrGains<S> lqr;
};

/// What controllers remember from one look to the next; zero at the start. All members are S.
template <class S>
struct ControlMemory {
  LqrMemory<S> lqr;
};

/// How well a flight has followed its trajectory: sums and extremes over the times at which the
/// controller looked.
struct TrackingSums {
  double looks = 0, saturated = 0;                    ///< how often; with rotors at their limits
  double position2 = 0, velocity2 = 0, heading2 = 0;  ///< sums of squares
  double most_position2 = 0, most_velocity2 = 0, most_heading2 = 0;
};

}  // namespace montecopter
