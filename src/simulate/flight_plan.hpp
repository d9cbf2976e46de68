#pragma once
/// Plan -> what the kernels need, and the per-sample set-up: draws, folding, initial state.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fields/paths.hpp"
#include "plan/plan.hpp"
#include "simulate/kernel_api.hpp"

namespace montecopter {

/// A FlightPlan with the arrays it points to.
struct PreparedFlights {
  explicit PreparedFlights(const Plan& plan);
  PreparedFlights(const PreparedFlights&) = delete;
  PreparedFlights& operator=(const PreparedFlights&) = delete;

  int state_size() const;

  FlightPlan flights{};
  std::vector<double> commands;
  std::vector<std::int64_t> command_steps;
};

/// Builds samples one after another in a working copy of the scenario; one per thread.
class SampleBuilder {
 public:
  SampleBuilder(const Plan& plan, const PreparedFlights& prepared);

  /// Draws the inputs of a sample into `inputs` (one per dispersion), folds its constants and its
  /// initial state. False if a value is out of its range or the vehicle is not physical; then only
  /// `inputs` is filled.
  bool build(std::int64_t sample, std::span<double> inputs, double* constants, double* state);

 private:
  bool apply_draws(std::int64_t sample, std::span<double> inputs);
  bool fill_initial_state(double* state) const;
  void fill_motor_states(double* state) const;

  const Plan& plan_;
  const PreparedFlights& prepared_;
  Scenario scenario_;
  std::vector<std::vector<NumberRef>> targets_;  ///< per dispersion, into scenario_
};

}  // namespace montecopter
