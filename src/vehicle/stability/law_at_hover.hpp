#pragma once
/// The control law of the flights for small deviations from hover.

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "dynamics/linear/commanded_model.hpp"
#include "simulate/border/control_plan.hpp"

namespace montecopter {

/// Measured are position, velocity, rotation vector, body rate, and of a helicopter the speed of
/// its main rotor; of the memory there is what the control law changes.
struct LinearLaw {
  Eigen::MatrixXd slopes;  ///< of [commands, next memory] by [measured, memory]
  Eigen::Index commands = 0, measured = 0;

  Eigen::Index memory() const { return slopes.rows() - commands; }
};

/// How close the slopes of a control law are.
enum class SlopeDigits {
  six,
  few  ///< one difference each, over the longest step without saturation: for a search
};

/// The control law of a plan with the numbers of a sample's row, as of fold_control(); of a
/// controller that follows set-points, under those that ask for the hover. A control law that knows
/// another vehicle is taken where it holds this one, beside its place or heading. Differences over
/// steps that shrink until no command meets a limit. nullopt: it has no slopes at rest, where
/// commands saturate or the control law is not differentiable.
std::optional<LinearLaw> law_at_hover(const ControlPlan& control, double step_s,
                                      std::vector<double> row, const CommandedModel& model,
                                      SlopeDigits digits = SlopeDigits::six);

}  // namespace montecopter
