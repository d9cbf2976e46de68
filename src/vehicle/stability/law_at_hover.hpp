#pragma once
/// The control law of the flights for small deviations from hover.

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "dynamics/linear/commanded_model.hpp"
#include "simulate/border/control_plan.hpp"

namespace montecopter {

/// Linearised control law. Measurements are position, velocity, rotation vector, body rate, and for
/// a helicopter the main rotor speed; the memory contains what the control law changes.
struct LinearLaw {
  Eigen::MatrixXd slopes;  ///< derivatives of [commands, next memory] by [measured, memory]
  Eigen::Index commands = 0, measured = 0;

  Eigen::Index memory() const { return slopes.rows() - commands; }
};

/// Accuracy of the derivatives of a control law.
enum class SlopeDigits {
  six,
  few  ///< one difference each, over the longest step without saturation: for a search
};

/// Linearises the control law of a plan with the numbers of a sample's row (see fold_control()). A
/// controller that follows set-points gets the set-points of the hover. A control law for another
/// vehicle is taken where it holds this one, beside its position or heading. The differences use
/// steps that shrink until no command meets a limit. nullopt: it has no derivatives at rest, where
/// commands saturate or the control law is not differentiable.
std::optional<LinearLaw> law_at_hover(const ControlPlan& control, double step_s,
                                      std::vector<double> row, const CommandedModel& model,
                                      SlopeDigits digits = SlopeDigits::six);

}  // namespace montecopter
