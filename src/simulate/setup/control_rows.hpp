#pragma once
/// Scenario -> the closed loop as kernels know it, and its part of a sample's row.
///
/// Once per run PreparedControl plans the loop (ControlPlan: the control law's index in its list,
/// steps between updates, delay, form of the trajectory). At each sweep point SampleBuilder asks
/// for hover commands and the controller's model. This is the nominal vehicle (known_model()) and
/// never the sample's. For each sample fold_control() fills its part of the row.

#include <memory>

#include "dynamics/environment/world.hpp"
#include "dynamics/trajectories/path_setup.hpp"
#include "plan/plan.hpp"
#include "simulate/border/control_plan.hpp"

namespace montecopter {

/// A ControlPlan with the arrays it points to.
struct PreparedControl {
  /// Plans the loop without its path. A flight adds it by plan_path(); the loop at hover needs
  /// none.
  explicit PreparedControl(const Plan& plan);

  /// Adds the path of a trajectory that the loop follows.
  void plan_path(const Trajectory& trajectory);

  ControlPlan control;
  PathTables tables;
  std::shared_ptr<const ExternalProgram> external_program;  ///< if a program is loaded
};

/// Sets the steps between updates and the steps of the delay, and everything derived from them.
void set_timing(ControlPlan& control, std::int64_t every, std::int64_t delay);

/// The controller's model of the vehicle: the nominal vehicle of a sweep point. Throws Error(usage)
/// if it has no regulator; `where` is the place of the controller.
KnownModel known_model(const Scenario& nominal, const WorldConstants<double>& world,
                       const TimeGrid& time, const std::string& where = "controller");

/// Commands by which the rotors, or servos, carry the known weight [unit of the vehicle's input].
std::array<double, max_rotors> hover_commands(const Controller& controller, const KnownModel& known,
                                              const ControlPlan& control);

/// Writes gains, trajectory and the controller's model of a sample: control.row numbers in the
/// order of control_plan.hpp. False if the drawn limits leave an empty range.
bool fold_control(const Scenario& scenario, const KnownModel& known, const ControlPlan& control,
                  double* row);

}  // namespace montecopter
