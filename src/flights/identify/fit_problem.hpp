#pragma once
/// The fit as a problem: the parameters of the vehicle and of each log, in one vector.

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "flights/identify/fit.hpp"

namespace montecopter::identify {

/// Difference step of a parameter of the vehicle, as a fraction of its prior's standard deviation.
inline constexpr double step_by_sd = 1e-3;

/// Parameters of a log, in the order of LogErrors.
inline constexpr std::size_t log_size = 13;

struct FitProblem {
  FitProblem(FittedParameters& fitted, const CalmAir& calm, const std::vector<FitLog>& flights,
             int most_threads);

  /// Index of the first parameter of a log.
  std::size_t log_at(std::size_t log) const { return vehicle_size + log * log_size; }
  /// Number of parameters that one log depends on, the vehicle's first, and the index of the i-th
  /// one.
  std::size_t own_size() const { return vehicle_size + log_size; }
  std::size_t place(std::size_t log, std::size_t i) const {
    return i < vehicle_size ? i : log_at(log) + i - vehicle_size;
  }
  LogErrors errors_of(const std::vector<double>& x, std::size_t log) const;
  /// Clamps numbers, so that none leaves its range even when a step moves it.
  std::vector<double> within_range(std::vector<double> x) const;
  /// Starts the search at these draws of the vehicle and these errors of each log.
  void start_at(const std::vector<double>& draws, const std::vector<LogErrors>& log_errors);
  std::vector<double> prior_mean() const;
  Eigen::MatrixXd prior_information() const;

  FittedParameters& parameters;
  const CalmAir& air;
  const std::vector<FitLog>& logs;
  int threads;
  std::size_t vehicle_size, size;
  std::vector<double> steps;  ///< difference steps of the vehicle's parameters and of a delay
  std::vector<double> start;  ///< of the search; empty: the means of the priors
  std::array<double, 3> offset_sd_rad_s2 = {};  ///< prior of constant angular accelerations
};

/// A vehicle along a log.
struct LogFlights {
  DriveSchedule schedule;
  std::unique_ptr<RepeatedFlight> nominal;
};

/// The vehicle along each log; empty if the parameters make no valid vehicle.
std::vector<LogFlights> fly_logs(const FitProblem& problem, const std::vector<double>& x);

}  // namespace montecopter::identify
