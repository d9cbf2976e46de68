#pragma once
/// Plan -> the data that kernels need for one sample: draws, constants and initial state.
///
/// Each thread has a SampleBuilder with three copies of the scenario, all at one sweep point. One
/// is without the numbers that samples draw, one has the nominal numbers, and one has the numbers
/// of one sample after another. The steps of SampleBuilder::build(), which fills a SampleRow:
///   1. Go to the sweep point of the row. At a new point, find the flights by the first copy
///      (PreparedFlights::at()), and the models of controller and estimator by the second.
///   2. Draw the dispersed numbers into the third copy and check their ranges.
///   3. Write world, controller, pulses, winds, events, battery, initial state, vehicle and
///      estimator into the parts of the row. Vehicles come after the initial state, because their
///      actuators settle at the first commands or at the commands of the trim (trimmed_start.hpp).
///
/// The first part that the drawn numbers make impossible is the reason why a sample is not flown.
/// Sensors are added if an estimator, a program in the loop or a trace reads them (fold_sensors()).

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

/// A copy of the scenario that moves from sweep point to sweep point.
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
  /// one per swept parameter). Writes its constants and its initial state. If there is a reason not
  /// to fly it, only `inputs` is filled.
  InvalidReason build(std::int64_t row, std::span<double> inputs, SampleRow& sample);
  /// Writes the sensors of the row built last, which flies with or without them. False if a draw
  /// has made one of them impossible.
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
  std::int64_t point_ = -1;  ///< of all the following members
  PointScenario unknown_;    ///< the numbers that samples draw are NaN
  PointScenario nominal_;
  PointScenario drawn_;                     ///< of the row built last
  FlightPlan flights_{};                    ///< of the point
  KnownModel known_;                        ///< of a closed loop
  std::array<double, max_rotors> hover_{};  ///< hover commands of known_
  std::vector<double> estimator_;           ///< model of the estimator
};

}  // namespace montecopter
