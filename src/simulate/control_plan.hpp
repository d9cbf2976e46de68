#pragma once
/// What the kernels know of the closed loop: plain data.

#include <cstdint>

#include "dynamics/controllers/allocation.hpp"
#include "dynamics/controllers/feedback.hpp"
#include "dynamics/controllers/indi_law.hpp"
#include "dynamics/controllers/lee_law.hpp"
#include "dynamics/controllers/lqr_law.hpp"
#include "dynamics/controllers/px4_law.hpp"
#include "dynamics/controllers/rate_law.hpp"
#include "dynamics/controllers/set_points.hpp"
#include "dynamics/trajectories/path.hpp"
#include "dynamics/vehicles/multirotor.hpp"

namespace montecopter {

/// In the order of models.hpp's `Controller`.
enum class ControllerKind : int { command_table, lee, mellinger, px4, indi, rate, lqr };

/// The same for all samples.
struct ControlPlan {
  ControllerKind kind = ControllerKind::command_table;
  std::int64_t every = 1, delay = 0;  ///< steps
  bool continuous = false;            ///< evaluated at every stage of the integrator
  bool sees_estimate = false;         ///< of the estimator; else the state itself
  int rotors = 0;                     ///< or servos: what is commanded
  bool quadratic_rotors = false;      ///< thrust of all is proportional to u |u| by their laws
  LqrForm lqr;
  bool is_step = false;       ///< whether the path is a step, whose response is looked at
  std::int64_t looks = 0;     ///< in a whole flight
  bool follows_path = false;  ///< a trajectory; else the rows of the plan's commands
  SetPointKind set_point = SetPointKind::body_rate;
  int set_point_width = 0;
  PathForm path;

  bool is_closed() const { return kind != ControllerKind::command_table; }
};

/// Of one sample. All members are S, so that samples gather into lanes as flat arrays of doubles.
template <class S>
struct ControlConstants {
  KnownVehicle<S> vehicle;
  LeeGains<S> lee;  ///< and of Mellinger's controller
  PathConstants<S> path;
  Allocation<S, max_rotors> allocation;
  Px4Gains<S> px4;
  IndiGains<S> indi;
  RateGains<S> rate;
  LqrGains<S> lqr;
};

/// What a controller remembers from look to look. All members are S.
template <class S>
struct ControlMemory {
  Wrench<S> given, before;  ///< what the rotors could do of the last demand, and of that before it
  Vec3<S> lacking;          ///< moment that they could not
  Px4Memory<S> px4;
  IndiMemory<S> indi;
  RateMemory<S> rate;
  LqrMemory<S> lqr;
};

}  // namespace montecopter
