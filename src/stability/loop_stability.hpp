#pragma once
/// Whether the gains of a controller suit its rate and its delay: the loop without a flight.

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
  /// controller, past body rates if it sees old ones. Of a continuous controller: the slope.
  Eigen::MatrixXd matrix;
  double period_s = 0;    ///< 0: continuous
  double rate_age_s = 0;  ///< of the body rates that it sees

  // Of a sampled controller: commands of rotors or servos by the state, and what an error of the
  // body rate that it sees makes of commands and next state.
  Eigen::MatrixXd commands, commands_by_rate, by_rate;
  Eigen::VectorXd room;  ///< from the hover to the nearer limit of each command; may be empty

  std::complex<double> slowest_to_decay() const;  ///< eigenvalue
  double growth_1_s() const;                      ///< rate at which that grows; below 0: decays
};

/// Of the nominal vehicle of a sweep point, where the scenario is `there`, under the law that flies
/// it; with updates every so many steps and such a delay in steps. nullopt: it has no hover.
/// Throws Error(usage) where there is no regulator; `where` is the place of the controller.
std::optional<LoopModel> loop_model(const Plan& plan, const Scenario& there, std::int64_t every,
                                    std::int64_t delay, const std::string& where = "controller");

/// Warns where a loop is unstable, of the first 100 points of a sweep. Throws as loop_model() does.
std::vector<Problem> loop_warnings(const Plan& plan, const std::string& where);

}  // namespace montecopter
