#pragma once
/// Plan -> what the kernels need of all samples (PreparedFlights) and of one sample (SampleBuilder:
/// draws, folding, initial state). The order of what happens stands at the head of
/// prepared_flights.cpp.
///
/// PreparedFlights is made once per run, owns the arrays that its FlightPlan points to, and is
/// shared by all threads. Each thread has a SampleBuilder with a copy of the scenario, into which
/// it writes the numbers of one sample after another, and gives it a SampleRow to fill.

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dynamics/environment/world.hpp"
#include "fields/paths.hpp"
#include "plan/plan.hpp"
#include "scenario/paths.hpp"
#include "simulate/border/kernel_api.hpp"
#include "simulate/setup/control_rows.hpp"
#include "simulate/setup/estimator_rows.hpp"
#include "simulate/setup/sample_setting.hpp"
#include "simulate/setup/sensor_rows.hpp"
#include "simulate/setup/wind_rows.hpp"

namespace montecopter {

/// The row of one sample.
class SampleRow {
 public:
  SampleRow() = default;
  explicit SampleRow(const SampleParts& parts)
      : parts_(&parts), numbers_(static_cast<std::size_t>(parts.size)) {}

  /// The numbers of a part.
  template <class Part>
  std::span<double> operator[](Part SampleParts::*part) {
    const Part& p = parts_->*part;
    return std::span(numbers_).subspan(static_cast<std::size_t>(p.first),
                                       static_cast<std::size_t>(p.size));
  }
  /// Stores the struct of a part that holds one.
  template <template <class> class Constants>
  void put(StructsPart<Constants> SampleParts::*part, const Constants<double>& constants) {
    const std::span<double> numbers = (*this)[part];
    std::memcpy(numbers.data(), &constants, numbers.size_bytes());
  }
  /// For LaneIo::row.
  const double* data() const { return numbers_.data(); }

 private:
  const SampleParts* parts_ = nullptr;
  std::vector<double> numbers_;
};

/// How the rows of a plan are divided.
SampleParts parts_of(const FlightPlan& flights);

/// A FlightPlan with the arrays it points to.
struct PreparedFlights {
  explicit PreparedFlights(const Plan& plan);
  PreparedFlights(const PreparedFlights&) = delete;
  PreparedFlights& operator=(const PreparedFlights&) = delete;

  int state_size() const;
  /// A row for a sample.
  SampleRow make_row() const { return SampleRow(*parts); }
  /// The flights of a sweep point: it has terms and per-batch parameters of its own, so that its
  /// flights are those of a scenario without the sweep. `there` is the scenario at the point
  /// without the numbers that samples have of their own (scenario/unknown_numbers.hpp).
  FlightPlan at(const Scenario& there) const;

  FlightPlan flights{};
  std::optional<SampleParts> parts;
  std::vector<double> commands;
  std::vector<std::int64_t> command_steps;
  std::vector<std::string> dispersed;  ///< paths of all numbers that are
  std::vector<std::string> varied;     ///< and of those that differ between sweep points
  PreparedControl control;
  PreparedSensors sensors;
  WindTables wind_tables;
};

/// Whether two sweep points have the same flights, so that one call of a kernel may fly both: they
/// agree in all that PreparedFlights::at() sets.
bool fly_together(const FlightPlan& a, const FlightPlan& b);

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
