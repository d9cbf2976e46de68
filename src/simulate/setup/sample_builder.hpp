#pragma once
/// Plan -> what the kernels need of one sample: draws, folding, initial state.
///
/// Each thread has a SampleBuilder with three copies of the scenario, all at one sweep point:
/// without the numbers that samples draw, with the nominal ones, and with those of one sample after
/// another. It is given a SampleRow to fill. SampleBuilder::build()
///   1. goes to the sweep point of the row and, at a new one, finds its flights by the first copy
///      (PreparedFlights::at()), and what controller and estimator know by the second;
///   2. draws the dispersed numbers into the third copy and checks their ranges;
///   3. folds world, controller, pulses, winds, events, battery, initial state, vehicle and
///      estimator into the parts of the row. Vehicles come after the initial state, whose
///      actuators settle at the first commands, or at those of the trim (trimmed_start.hpp).
/// The first of these that what was drawn does not allow is the reason why the sample is not flown.
/// Sensors are folded where somebody reads them: an estimator, a program in the loop, or a trace
/// (fold_sensors()).

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/fields/paths.hpp"
#include "plan/invalid_reason.hpp"
#include "plan/plan.hpp"
#include "scenario/derived/paths.hpp"
#include "simulate/setup/prepared_flights.hpp"

namespace montecopter {

struct TrimmedStart;  // trimmed_start.hpp

/// A copy of the scenario that goes from sweep point to sweep point.
struct PointScenario {
  explicit PointScenario(const Plan& plan);
  PointScenario(const PointScenario&) = delete;  // its numbers are addressed
  void go_to(std::int64_t point) { swept_.go_to(point); }

  Scenario scenario;
  std::vector<std::vector<NumberRef>> dispersed;  ///< per dispersion

 private:
  SweepTargets swept_;
};

/// Builds samples one after another; one per thread.
class SampleBuilder {
 public:
  SampleBuilder(const Plan& plan, const PreparedFlights& prepared);

  /// Goes to the sweep point of a row and draws its inputs into `inputs` (one per dispersion, then
  /// one per swept parameter), folds its constants and its initial state. If there is a reason not
  /// to fly it, only `inputs` is filled.
  InvalidReason build(std::int64_t row, std::span<double> inputs, SampleRow& sample);
  /// Folds the sensors of the row that was built last, which flies with or without them. False if
  /// a draw has left one of them nothing that it could do.
  bool fold_sensors(std::int64_t row, SampleRow& sample) const;
  /// The scenario of the row built last, and the flights of its sweep point.
  const Scenario& scenario() const { return drawn_.scenario; }
  const FlightPlan& flights() const { return flights_; }

 private:
  void go_to_point(std::int64_t point);
  void learn_model(const Scenario& nominal);
  InvalidReason apply_draws(std::int64_t row, std::span<double> inputs);
  InvalidReason fold(std::int64_t row, SampleRow& sample) const;
  bool fill_initial_state(double* state) const;
  double heading_at_start(const double* state) const;
  InvalidReason start_trimmed(const WorldConstants<double>& constants, SampleRow& sample,
                              TrimmedStart& trim) const;
  InvalidReason fold_vehicle(const WorldConstants<double>& world, SampleRow& sample) const;
  bool fold_estimator(std::int64_t row, SampleRow& sample) const;

  const Plan& plan_;
  const PreparedFlights& prepared_;
  std::int64_t point_ = -1;  ///< that all of the following is of
  PointScenario unknown_;    ///< the numbers that samples draw are NaN
  PointScenario nominal_;
  PointScenario drawn_;                     ///< of the row built last
  FlightPlan flights_{};                    ///< of the point
  KnownModel known_;                        ///< of a closed loop
  std::array<double, max_rotors> hover_{};  ///< its commands
  std::vector<double> estimator_;           ///< what is known to the estimator
};

}  // namespace montecopter
