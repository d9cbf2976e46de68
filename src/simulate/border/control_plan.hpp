#pragma once
/// What the kernels know about the closed loop: plain data.

#include <array>
#include <cstdint>

#include "core/base/numbers_of.hpp"
#include "dynamics/controllers/known_model.hpp"
#include "dynamics/controllers/set_points.hpp"
#include "dynamics/trajectories/path.hpp"
#include "simulate/border/external_plan.hpp"

namespace montecopter {

/// Storage of commands that wait because their delay is longer than a period. It is in the flight's
/// memory, so other flights pay nothing for it. It holds, in this order, the commands, what the
/// control law remembers of them, and the gains on them.
struct PendingPlan {
  int updates = 0;     ///< updates whose commands wait; 0: the delay is at most one period
  int width = 0;       ///< numbers of a command
  int law_width = 0;   ///< numbers that the control law remembers of an update
  int gains_each = 0;  ///< gains on the commands of one update, the last numbers of a sample's row

  int gains() const { return updates * gains_each; }
  int law_numbers() const { return updates * law_width + gains(); }
  /// Packs of the flight's memory.
  int memory() const { return updates * width + law_numbers(); }
};

/// Control data that all samples share.
struct ControlPlan {
  int kind = 0;                       ///< index in Controller
  bool closed = false;                ///< whether it closes a loop
  std::int64_t every = 1, delay = 0;  ///< steps
  PendingPlan pending;
  bool continuous = false;     ///< evaluated at every stage of the integrator
  bool uses_estimate = false;  ///< of the estimator; otherwise of the true state
  CommandForm form;            ///< how the vehicle is commanded
  int rotors = 0;              ///< or servos: numbers of a command
  bool quadratic_rotors =
      false;                  ///< thrust of all rotors is proportional to u |u| by their rotor laws
  int row = 0;                ///< numbers of a sample's row, laid out below
  int allocation = 0;         ///< offset of the allocation there
  int trim = 0;               ///< offset of the trim, if samples start in one
  int reallocations = 0;      ///< allocations that events choose, the last numbers of the row
  bool trimmed = false;       ///< whether samples start in a trim
  bool is_step = false;       ///< whether the path is a step, whose response is evaluated
  std::int64_t updates = 0;   ///< in a whole flight
  bool follows_path = false;  ///< a trajectory; else the rows of the plan's commands
  SetPointKind set_point = SetPointKind::body_rate;
  int set_point_width = 0;
  PathForm path;
  ExternalPlan external;  ///< a loaded program

  bool is_closed() const { return closed; }
  int allocation_size() const { return trim - allocation; }
  /// Offset of the allocation that an event chooses, from 1 on; 0: of that to all rotors.
  int allocation_at(int index) const {
    return index == 0 ? allocation : row - (reallocations + 1 - index) * allocation_size();
  }
  /// Numbers at the start of the row that a control law keeps; gains on waiting commands follow.
  int kept() const { return row - pending.gains() - reallocations * allocation_size(); }
  /// Steps from an update to the time when its longest-waiting commands take effect.
  std::int64_t release_after() const { return delay - pending.updates * every; }
};

/// What every control law knows about a sample. All members are S, so that samples gather into
/// lanes as flat arrays of doubles.
template <class S>
struct ControlBasis {
  KnownVehicle<S> vehicle;
  PathConstants<S> path;
};

/// Parts of a sample's row, in order: the basis, gains of its control law, the allocation to the
/// rotors, a HeldTrim for a trimmed start, and gains on waiting commands. Allocations that events
/// choose come last.
inline constexpr int gains_offset = numbers_of<ControlBasis<double>>();

}  // namespace montecopter
