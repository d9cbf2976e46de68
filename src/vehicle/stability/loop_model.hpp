#pragma once
/// A closed loop for small deviations from hover: vehicle, hold, delay, age of measurements, and
/// the control law with its memory.
///
/// Callers are `check`, `run`, `margins`, `tune` and the metrics of margins. First, hover_loop()
/// trims and linearises the vehicle (commanded_model()) and the control law (law_at_hover()), and
/// takes period, delay and age from the plan. Then closed() samples the vehicle with hold and delay
/// and closes the loop. For margins, without_unobservable_states() follows.
///
/// A sampled loop has these states, in this order. First the vehicle (position, velocity, rotation
/// vector, body rate, actuators). Then the commands that act or wait, the oldest first. Then the
/// memory that the control law changes, and body rates at past updates, the latest first. A
/// continuous loop has only the states of the vehicle.

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

/// A closed loop, and the matrices to break it. Errors added to the commands (of rotors or servos,
/// `by_command`) or to the measurements (`by_measured`) enter the next state. `commands` and
/// `measurement` are the output matrices of the commands and the measurements.
struct LoopModel {
  /// Transition between updates: vehicle, past commands, memory of the controller, past body rates
  /// if its feedback is delayed. For a continuous controller: the matrix of x' = A x.
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
  double growth_1_s() const;                         ///< its growth rate; below 0: it decays
  bool is_unstable() const { return growth_1_s() > least_growth_1_s; }
};

/// Parts of a loop.
struct HoverLoop {
  CommandedModel vehicle;
  LinearLaw law;
  double period_s = 0;    ///< between updates; 0: continuous
  double delay_s = 0;     ///< from an update until its commands act
  double rate_age_s = 0;  ///< see body_rate_age()
};

/// Loop of the nominal vehicle at a sweep point, under the control law of its flights. `there`:
/// scenario of that point; update period and delay are in steps. nullopt: it has no hover. Throws
/// Error(usage) if there is no regulator; `where`: place of the controller. `vehicle`:
/// commanded_vehicle() of the scenario, if known; null: it is computed.
std::optional<HoverLoop> hover_loop(const Plan& plan, const Scenario& there, std::int64_t every,
                                    std::int64_t delay, const std::string& where = "controller",
                                    const CommandedModel* vehicle = nullptr,
                                    SlopeDigits digits = SlopeDigits::six);

/// The vehicle of a scenario at its hover, for hover_loop(). nullopt: it has no hover.
std::optional<CommandedModel> commanded_vehicle(const Scenario& there);

/// Loop of any vehicle under a control law that may be designed for another one: scenario and row
/// of a sample, see fold_control().
std::optional<HoverLoop> hover_loop(const Plan& plan, const Scenario& there,
                                    const ControlPlan& control, std::vector<double> row);

/// Closes a loop.
LoopModel closed(const HoverLoop& loop);

/// A sampled loop in which a part of the commands acts later than the rest: commands u are `axes`
/// `shares` u and the remainder.
class LateLoop {
 public:
  /// Takes axes: [command][axis], shares: [axis][command]; shares axes = 1. The loop has to outlive
  /// it.
  LateLoop(const HoverLoop& loop, const Eigen::MatrixXd& axes, const Eigen::MatrixXd& shares);

  /// Exact matrix of the loop with this delay, with the commands of past updates as states. 0 <=
  /// later_s.
  Eigen::MatrixXd matrix(double later_s) const;

 private:
  const HoverLoop& loop_;
  Eigen::MatrixXd by_late_;  ///< their effect on the vehicle: [state][axis]
  Eigen::MatrixXd in_time_;  ///< the loop without them
  Eigen::MatrixXd now_;      ///< their current commands: [axis][state]
};

/// Growth rate [1/s] of a loop with this matrix: below 0 it decays.
double growth_1_s(const Eigen::MatrixXd& matrix, double period_s);

/// The loop without the states that are unobservable from the commands, such as the position under
/// a body rate controller.
LoopModel without_unobservable_states(const LoopModel& model);

/// Computes hover_loop() without the states that are unobservable from the commands.
std::optional<LoopModel> loop_model(const Plan& plan, const Scenario& there, std::int64_t every,
                                    std::int64_t delay, const std::string& where = "controller");

}  // namespace montecopter
