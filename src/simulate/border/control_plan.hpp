#pragma once
/// What the kernels know of the closed loop: plain data.

#include <array>
#include <cstdint>

#include "core/base/numbers_of.hpp"
#include "dynamics/controllers/known_model.hpp"
#include "dynamics/controllers/set_points.hpp"
#include "dynamics/trajectories/path.hpp"
#include "simulate/border/external_plan.hpp"

namespace montecopter {

/// What is kept of commands that wait because their delay is longer than a period: in the flight's
/// memory, so that others pay nothing for it. It has, in this order, the commands, what the control
/// law remembers of them, and its gains on them.
struct PendingPlan {
  int updates = 0;     ///< whose commands wait; 0: the delay is at most one period
  int width = 0;       ///< numbers of a command
  int law_width = 0;   ///< numbers that the control law remembers of an update
  int gains_each = 0;  ///< gains on those of one update, the last numbers of a sample's row

  int gains() const { return updates * gains_each; }
  int law_numbers() const { return updates * law_width + gains(); }
  /// Packs of the flight's memory.
  int memory() const { return updates * width + law_numbers(); }
};

/// The same for all samples.
struct ControlPlan {
  int kind = 0;                       ///< index in Controller
  bool closed = false;                ///< whether it closes a loop
  std::int64_t every = 1, delay = 0;  ///< steps
  PendingPlan pending;
  bool continuous = false;        ///< evaluated at every stage of the integrator
  bool uses_estimate = false;     ///< of the estimator; else the state itself
  CommandForm form;               ///< how the vehicle is commanded
  int rotors = 0;                 ///< or servos: numbers of a command
  bool quadratic_rotors = false;  ///< thrust of all is proportional to u |u| by their rotor laws
  int row = 0;                    ///< numbers of a sample's row, laid out below
  int allocation = 0;             ///< offset of the allocation there
  int trim = 0;                   ///< and of what holds the trim, if samples start in one
  bool trimmed = false;           ///< whether they do
  bool is_step = false;           ///< whether the path is a step, whose response is looked at
  std::int64_t updates = 0;       ///< in a whole flight
  bool follows_path = false;      ///< a trajectory; else the rows of the plan's commands
  SetPointKind set_point = SetPointKind::body_rate;
  int set_point_width = 0;
  PathForm path;
  ExternalPlan external;  ///< of a program that is loaded

  bool is_closed() const { return closed; }
  /// Steps from an update to when the commands that have waited longest take effect.
  std::int64_t release_after() const { return delay - pending.updates * every; }
};

/// What the controller of a sample knows whatever its control law. All members are S, so that
/// samples gather into lanes as flat arrays of doubles.
template <class S>
struct ControlBasis {
  KnownVehicle<S> vehicle;
  PathConstants<S> path;
};

/// A sample's row: the basis, the gains of its control law, the allocation to as many rotors as the
/// vehicle has, a HeldTrim if samples start in a trim, and gains on commands that wait.
inline constexpr int gains_offset = numbers_of<ControlBasis<double>>();

}  // namespace montecopter
