#pragma once
/// A closed loop for small deviations from hover: vehicle, hold, delay, age of what is measured,
/// and the control law with its memory.
///
/// `check`, `run`, `margins`, `tune` and the metrics of margins call, in this order: hover_loop(),
/// which trims and linearises the vehicle (commanded_model()) and the control law (law_at_hover()),
/// and takes period, delay and age from the plan; closed(), which samples the vehicle with hold and
/// delay and closes the loop; for margins, without_unobservable_states().
///
/// States of a sampled loop, in this order: those of the vehicle (position, velocity, rotation
/// vector, body rate, actuators), the commands that act or wait, the oldest first, the memory of
/// the control law that it changes, and body rates at past updates, the latest first. A
/// continuous loop has the states of the vehicle alone.

#include <Eigen/Core>
#include <complex>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dynamics/linear/commanded_model.hpp"
#include "plan/plan.hpp"
#include "vehicle/stability/law_at_hover.hpp"

namespace montecopter {

/// Slower growth (a time constant of 3 hours) may be rounding in a double eigenvalue of 1: ignored.
inline constexpr double least_growth_1_s = 1e-4;

/// A loop that is closed. Beside the matrix there is what is needed to break it: errors that are
/// added to the commands (of rotors or servos, `by_command`) or to the measurements (`by_measured`)
/// enter the next state; `commands` and `measurement` are the output matrices of the commands and
/// of what the controller measures.
struct LoopModel {
  /// From one update of the controller to the next: vehicle, past commands, memory of the
  /// controller, past body rates if its feedback is delayed. Of a continuous controller:
  /// the matrix of x' = A x.
  Eigen::MatrixXd matrix;
  double period_s = 0;    ///< 0: continuous
  double rate_age_s = 0;  ///< mean age of the body rates in its feedback

  Eigen::MatrixXd commands, by_command;  ///< [command][state], [state][command]
  /// [measured][state], [state][measured]
  Eigen::MatrixXd measurement, by_measured;
  /// For a sampled controller: the effect of an error of the body rate in its feedback on commands
  /// and next state.
  Eigen::MatrixXd commands_by_rate, by_rate;
  Eigen::VectorXd margin;  ///< from the hover to the nearer limit of each command; may be empty

  std::complex<double> dominant_eigenvalue() const;  ///< eigenvalue
  double growth_1_s() const;                         ///< rate at which that grows; below 0: decays
  bool is_unstable() const { return growth_1_s() > least_growth_1_s; }
};

/// What a loop is closed of.
struct HoverLoop {
  CommandedModel vehicle;
  LinearLaw law;
  double period_s = 0;    ///< between updates; 0: continuous
  double delay_s = 0;     ///< from an update to when its commands act
  double rate_age_s = 0;  ///< as of body_rate_age()
};

/// Loop of the nominal vehicle of a sweep point, where the scenario is `there`, under the control
/// law of its flights; with updates every so many steps and such a delay in steps. nullopt: it has
/// no hover. Throws Error(usage) where there is no regulator; `where` is the place of the
/// controller. `vehicle`: commanded_vehicle() of the scenario if it is at hand; null: it is
/// computed.
std::optional<HoverLoop> hover_loop(const Plan& plan, const Scenario& there, std::int64_t every,
                                    std::int64_t delay, const std::string& where = "controller",
                                    const CommandedModel* vehicle = nullptr,
                                    SlopeDigits digits = SlopeDigits::six);

/// The vehicle of a scenario at its hover, as hover_loop() takes it. nullopt: it has none.
std::optional<CommandedModel> commanded_vehicle(const Scenario& there);

/// The same of any vehicle under a control law that may know another one: of the scenario of a
/// sample under its row as of fold_control().
std::optional<HoverLoop> hover_loop(const Plan& plan, const Scenario& there,
                                    const ControlPlan& control, std::vector<double> row);

/// Closed.
LoopModel closed(const HoverLoop& loop);

/// A sampled loop of which a part of what is commanded acts later than the rest: commands u are
/// `axes` `shares` u and what is left.
class LateLoop {
 public:
  /// [command][axis], [axis][command]; shares axes = 1. The loop has to outlive it.
  LateLoop(const HoverLoop& loop, const Eigen::MatrixXd& axes, const Eigen::MatrixXd& shares);

  /// The matrix of the loop in which they are so late, exactly, with those of past updates as
  /// states. 0 <= later_s.
  Eigen::MatrixXd matrix(double later_s) const;

 private:
  const HoverLoop& loop_;
  Eigen::MatrixXd by_late_;  ///< what they do to the vehicle: [state][axis]
  Eigen::MatrixXd in_time_;  ///< the loop without them
  Eigen::MatrixXd now_;      ///< what they are asked for: [axis][state]
};

/// Growth [1/s] of what such a matrix moves: below 0, all of it decays.
double growth_1_s(const Eigen::MatrixXd& matrix, double period_s);

/// Without the states that are unobservable from the commands, such as the position under a body
/// rate controller.
LoopModel without_unobservable_states(const LoopModel& model);

/// hover_loop() without the states that are unobservable from the commands.
std::optional<LoopModel> loop_model(const Plan& plan, const Scenario& there, std::int64_t every,
                                    std::int64_t delay, const std::string& where = "controller");

}  // namespace montecopter
