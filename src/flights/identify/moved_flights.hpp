#pragma once
/// Derivatives of residuals by central differences: vehicles that differ by a step in one number,
/// along the same log.

#include <Eigen/Core>
#include <array>
#include <memory>
#include <vector>

#include "flights/identify/fit_problem.hpp"
#include "flights/identify/window_flight.hpp"

namespace montecopter::identify {

/// Vehicles along one log with one number a step lower and higher: each parameter in turn, then the
/// same vehicle with another delay of the drive. An invalid vehicle is replaced by the one in the
/// middle.
struct MovedFlights {
  DriveSchedule sooner, later;  ///< delay a step shorter and longer
  std::vector<std::unique_ptr<RepeatedFlight>> less, more;
};

/// Flights of all logs; `flights`: at x. The arguments must outlive the result.
std::vector<MovedFlights> fly_neighbours(const FitProblem& problem, const std::vector<double>& x,
                                         const std::vector<LogFlights>& flights);

/// A window and its flights.
struct WindowFlight {
  const Track& track;
  const FitWindow& window;
  const StateError& start;
  const std::array<double, 3>& rate_bias_rad_s;
};

/// Derivatives of all residuals of a window [column, residual]. The columns are the vehicle's
/// parameters and the delay (`steps`), three rate biases, the remaining parameters of a log, and
/// the twelve errors of its start. Output error does not use the remaining parameters, which stay
/// 0.
Eigen::MatrixXd residual_derivatives(const WindowFlight& w, const RepeatedFlight& nominal,
                                     const MovedFlights& moved, const std::vector<double>& steps);

}  // namespace montecopter::identify
