#pragma once
/// What is asked of flights: the parameters of a vehicle, and those of each log, in one vector.

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "flights/identify/fit.hpp"

namespace montecopter::identify {

/// Parameters of a log, in the order of LogErrors.
inline constexpr std::size_t log_size = 10;

struct FitProblem {
  FitProblem(FittedParameters& fitted, const CalmAir& calm, const std::vector<FitLog>& flights,
             int most_threads);

  /// Where the parameters of a log begin.
  std::size_t log_at(std::size_t log) const { return vehicle_size + log * log_size; }
  /// Parameters that one log depends on, the vehicle's first, and where the i-th of them is.
  std::size_t own_size() const { return vehicle_size + log_size; }
  std::size_t place(std::size_t log, std::size_t i) const {
    return i < vehicle_size ? i : log_at(log) + i - vehicle_size;
  }
  LogErrors errors_of(const std::vector<double>& x, std::size_t log) const;
  /// No number leaves its range, nor when it is moved by a step.
  std::vector<double> within_range(std::vector<double> x) const;
  std::vector<double> prior_mean() const;
  Eigen::MatrixXd prior_information() const;

  FittedParameters& parameters;
  const CalmAir& air;
  const std::vector<FitLog>& logs;
  int threads;
  std::size_t vehicle_size, size;
  std::vector<double> steps;  ///< of differences, of the vehicle's parameters and of a delay
  std::array<double, 3> offset_sd_rad_s2 = {};  ///< known before of angular accelerations that stay
};

/// A vehicle along a log.
struct LogFlights {
  DriveSchedule schedule;
  std::unique_ptr<RepeatedFlight> nominal;
};

/// The vehicle along each log; empty if no vehicle is so.
std::vector<LogFlights> fly_logs(const FitProblem& problem, const std::vector<double>& x);

}  // namespace montecopter::identify
