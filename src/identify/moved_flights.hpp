#pragma once
/// Derivatives of residuals by central differences: vehicles that differ by a step in one number,
/// along the same log.

#include <array>
#include <memory>
#include <vector>

#include "identify/fitted_parameters.hpp"
#include "identify/window_flight.hpp"

namespace montecopter::identify {

/// Vehicles of which one number is a step less and more: each parameter in turn, then none, for the
/// delay, which is no number of the vehicle. One that would be none is that in the middle.
struct Neighbours {
  std::vector<Multirotor> less, more;
};

/// `steps` [parameters]; those behind are not used.
Neighbours neighbours_of(FittedParameters& parameters, const PlainVector& x,
                         const PlainVector& steps);

/// The neighbours along one log.
struct MovedFlights {
  DriveSchedule sooner, later;  ///< of a delay by a step less and more
  std::vector<std::unique_ptr<FlownAgain>> less, more;
};

/// `schedule`: with the delay in the middle. What is given has to outlive the flights, and so has
/// the result's place.
void fly_neighbours(const Neighbours& neighbours, const CalmAir& air, const Drive& drive,
                    const Track& track, const DriveSchedule& schedule, double delay_s,
                    double delay_step_s, int threads, MovedFlights& moved);

/// A window and what it is flown with.
struct WindowFlight {
  const Track& track;
  const FitWindow& window;
  const StateError& start;
  const std::array<double, 3>& rate_bias_rad_s;
};

/// Of all residuals of a window [residuals, columns]: by the parameters of the vehicle and the
/// delay (`steps`), by three biases of the rates, then by the twelve errors of its start.
PlainMatrix residual_derivatives(const WindowFlight& w, const FlownAgain& nominal,
                                 const MovedFlights& moved, const PlainVector& steps);

}  // namespace montecopter::identify
