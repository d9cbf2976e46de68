#pragma once
/// Plan -> what the kernels need of one sample: draws, folding, initial state.
///
/// Each thread has a SampleBuilder with a copy of the scenario, into which it writes the numbers of
/// one sample after another, and gives it a SampleRow to fill. SampleBuilder::build()
///   1. goes to the sweep point of the row and, at a new one, finds its flights
///      (PreparedFlights::at()) and learns what controller and estimator know: its nominal numbers;
///   2. draws the dispersed numbers into its copy of the scenario and checks their ranges;
///   3. folds world, controller, pulses, winds, events, battery, initial state, vehicle and
///      estimator into the parts of the row. Vehicles come after the initial state, whose
///      actuators settle at the first commands.
/// Sensors are folded where somebody reads them: an estimator, a program in the loop, or a trace
/// (fold_sensors()).

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "fields/paths.hpp"
#include "plan/plan.hpp"
#include "scenario/paths.hpp"
#include "simulate/setup/prepared_flights.hpp"

namespace montecopter {

/// Builds samples one after another in a working copy of the scenario; one per thread.
class SampleBuilder {
 public:
  SampleBuilder(const Plan& plan, const PreparedFlights& prepared);

  /// Goes to the sweep point of a row and draws its inputs into `inputs` (one per dispersion, then
  /// one per swept parameter), folds its constants and its initial state. False if a value is out
  /// of its range or the vehicle is not physical; then only `inputs` is filled.
  bool build(std::int64_t row, std::span<double> inputs, SampleRow& sample);
  /// Folds the sensors of the row that was built last, which flies with or without them. False if
  /// a draw has left one of them nothing that it could do.
  bool fold_sensors(std::int64_t row, SampleRow& sample) const;
  /// The scenario of the row built last, and the flights of its sweep point.
  const Scenario& scenario() const { return scenario_; }
  const FlightPlan& flights() const { return flights_; }

 private:
  void apply_point(std::int64_t point, std::span<double> inputs) const;
  void find_flights(std::int64_t point);
  void learn_model(std::int64_t point);
  bool apply_draws(std::int64_t row, std::span<double> inputs);
  bool fill_initial_state(double* state) const;
  WorldConstants<double> fold_world() const;
  bool fold_vehicle(const WorldConstants<double>& world, SampleRow& sample) const;
  bool fold_estimator(std::int64_t row, SampleRow& sample) const;

  const Plan& plan_;
  const PreparedFlights& prepared_;
  Scenario scenario_;
  /// A number that a dispersion changes: relative to its swept value, or to the nominal one.
  struct Target {
    NumberRef number;  ///< into scenario_
    double nominal;
    bool is_swept;  ///< apply_point() has just set it
  };

  std::vector<std::vector<Target>> targets_;  ///< per dispersion
  SweepTargets swept_;                        ///< into scenario_
  FlightPlan flights_{};                      ///< of the point
  std::int64_t flown_point_ = -1;             ///< that flights_ is of
  std::int64_t known_point_ = -1;             ///< that known_ is of
  KnownModel known_;                          ///< of a closed loop
  std::array<double, max_rotors> hover_{};    ///< its commands
  std::vector<double> estimator_;             ///< what is known to the estimator
};

}  // namespace montecopter
