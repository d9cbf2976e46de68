#pragma once
/// Stability of the closed loop, linearised at hover and sampled: whether the gains of a controller
/// suit its rate and its delay. No flight is needed.

#include <Eigen/Core>
#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "plan/plan.hpp"

namespace montecopter {

/// A closed loop for small deviations from hover.
struct LoopModel {
  /// From one update of the controller to the next: vehicle, last commands, memory of the
  /// controller, past body rates if its feedback is delayed. Of a continuous controller:
  /// the matrix of x' = A x.
  Eigen::MatrixXd matrix;
  double period_s = 0;    ///< 0: continuous
  double rate_age_s = 0;  ///< mean age of the body rates in its feedback

  // Of a sampled controller: commands of rotors or servos by the state, and the effect of an error
  // of the body rate in its feedback on commands and next state.
  Eigen::MatrixXd commands, commands_by_rate, by_rate;
  Eigen::VectorXd margin;  ///< from the hover to the nearer limit of each command; may be empty

  std::complex<double> slowest_to_decay() const;  ///< eigenvalue
  double growth_1_s() const;                      ///< rate at which that grows; below 0: decays
};

/// Of the nominal vehicle of a sweep point, where the scenario is `there`, under the control law of
/// its flights; with updates every so many steps and such a delay in steps. nullopt: it has no
/// hover. Throws Error(usage) where there is no regulator; `where` is the place of the controller.
std::optional<LoopModel> loop_model(const Plan& plan, const Scenario& there, std::int64_t every,
                                    std::int64_t delay, const std::string& where = "controller");

/// Warns where a loop is unstable, of the first 100 points of a sweep. Throws as loop_model() does.
std::vector<Problem> loop_warnings(const Plan& plan, const std::string& where);

}  // namespace montecopter
