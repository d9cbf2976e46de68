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

/// The same for all samples.
struct ControlPlan {
  int kind = 0;                       ///< index in Controller
  bool closed = false;                ///< whether it closes a loop
  std::int64_t every = 1, delay = 0;  ///< steps
  bool continuous = false;            ///< evaluated at every stage of the integrator
  bool uses_estimate = false;         ///< of the estimator; else the state itself
  CommandForm form;                   ///< how the vehicle is commanded
  int rotors = 0;                     ///< or servos: numbers of a command
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
};

/// What the controller of a sample knows whatever its control law. All members are S, so that
/// samples gather into lanes as flat arrays of doubles.
template <class S>
struct ControlBasis {
  KnownVehicle<S> vehicle;
  PathConstants<S> path;
};

/// A sample's row: the basis, the gains of its control law, the allocation to as many rotors as the
/// vehicle has, and a HeldTrim if samples start in a trim.
inline constexpr int gains_offset = numbers_of<ControlBasis<double>>();

}  // namespace montecopter
