#pragma once
/// Scenario -> what the kernels know of the closed loop, and what it knows of a sample.
///
/// Once per run PreparedControl plans the loop (ControlPlan: the control law's index in its list,
/// steps between updates, delay, form of the trajectory). At each sweep point SampleBuilder asks
/// for the model that the controller knows, which is the nominal vehicle (known_model()) and never
/// the sample's, and for the commands of hover. For each sample fold_control() fills its part of
/// the row.

#include <memory>

#include "dynamics/environment/world.hpp"
#include "dynamics/trajectories/path_setup.hpp"
#include "plan/plan.hpp"
#include "simulate/border/control_plan.hpp"

namespace montecopter {

/// A ControlPlan with the arrays it points to.
struct PreparedControl {
  explicit PreparedControl(const Plan& plan);

  ControlPlan control;
  PathTables tables;
  std::shared_ptr<const ExternalProgram> external_program;  ///< if one is loaded
};

/// Sets the steps between updates and of the delay, and what follows from them.
void set_timing(ControlPlan& control, std::int64_t every, std::int64_t delay);

/// What the controller knows of the vehicle: of the nominal one of a sweep point. Throws
/// Error(usage) if there is no regulator for it; `where` is the place of the controller.
KnownModel known_model(const Scenario& nominal, const WorldConstants<double>& world,
                       const TimeGrid& time, const std::string& where = "controller");

/// Commands by which the rotors carry the known weight [unit of the rotors' input], or of servos.
std::array<double, max_rotors> hover_commands(const Controller& controller, const KnownModel& known,
                                              const ControlPlan& control);

/// Gains and trajectory of a sample, and the model that its controller knows: a row of control.row
/// numbers, in the order of control_plan.hpp. False if drawn limits leave nothing between them.
bool fold_control(const Scenario& scenario, const KnownModel& known, const ControlPlan& control,
                  double* row);

}  // namespace montecopter
