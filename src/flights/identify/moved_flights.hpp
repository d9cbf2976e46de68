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

/// Along one log, vehicles of which one number is a step less and more: each parameter in turn,
/// then none, but a drive with another delay. One that would be no vehicle is that in the middle.
struct MovedFlights {
  DriveSchedule sooner, later;  ///< of a delay by a step less and more
  std::vector<std::unique_ptr<RepeatedFlight>> less, more;
};

/// Flights of all logs; `flights` are those of x. What is given has to outlive the result.
std::vector<MovedFlights> fly_neighbours(const FitProblem& problem, const std::vector<double>& x,
                                         const std::vector<LogFlights>& flights);

/// A window and what it is flown with.
struct WindowFlight {
  const Track& track;
  const FitWindow& window;
  const StateError& start;
  const std::array<double, 3>& rate_bias_rad_s;
};

/// Derivatives of all residuals of a window [column, residual]: by the parameters of the vehicle
/// and the delay (`steps`), by three biases of the rates, by what else there is of a log (left at
/// 0: output error has it not), then by the twelve errors of its start.
Eigen::MatrixXd residual_derivatives(const WindowFlight& w, const RepeatedFlight& nominal,
                                     const MovedFlights& moved, const std::vector<double>& steps);

}  // namespace montecopter::identify
