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

/// How well a flight has followed its trajectory: sums and extremes over the times at which the
/// controller looked.
struct TrackingSums {
  double looks = 0, saturated = 0;                    ///< how often; with rotors at their limits
  double position2 = 0, velocity2 = 0, heading2 = 0;  ///< sums of squares
  double most_position2 = 0, most_velocity2 = 0, most_heading2 = 0;
};

/// Of a time that has not come.
inline constexpr double not_yet_s = 1e300;

/// How a flight has followed a step of its trajectory, seen at the looks of the controller.
struct StepResponse {
  double step_s = 0;                 ///< when the reference steps
  double tenth_s = not_yet_s;        ///< first look past a tenth of the way
  double nine_tenths_s = not_yet_s;  ///< and past nine
  double unsettled_s = -1;           ///< last look outside 2 % of the way; < 0: there is none
  double last_s = 0;                 ///< last look
  double most_progress = 0;          ///< furthest along the way, whose end is 1
  double end_error[3] = {};          ///< mean over the last tenth of the looks [m]
};

}  // namespace montecopter
