#pragma once
/// One window of a log flown again from its recorded state with errors, and how far that is from
/// the log at each of its rows.

#include <array>
#include <cstddef>
#include <vector>

#include "flights/identify/fit_windows.hpp"
#include "flights/identify/flown_again.hpp"

namespace montecopter::identify {

/// Differences of two states by component: position, velocity [NED], attitude (rotation vector
/// [rad], body axes), body rate; of an initial state its errors, which are free in each window.
inline constexpr std::size_t error_size = 12;
using StateError = std::array<double, error_size>;

/// What is not of the vehicle but of one log: delay of its drive, bias of its body rates, an
/// angular acceleration that stays, as a shifted battery makes it, and how much later than the body
/// rates position, velocity and attitude are recorded.
struct LogErrors {
  double delay_s = 0;
  std::array<double, 3> rate_bias_rad_s = {};
  std::array<double, 3> angular_acceleration_rad_s2 = {};
  std::array<double, 3> late_s = {};
};

/// Where a state is moved to find derivatives by it, in the units of StateError: small beside
/// errors of estimates, large beside rounding. Position moves all positions by as much.
inline constexpr StateError start_steps = {0,    0,    0,    1e-3, 1e-3, 1e-3,
                                           1e-4, 1e-4, 1e-4, 1e-3, 1e-3, 1e-3};

/// Moves a state by an error.
void displace(RepeatedFlight::State& state, const StateError& by);

/// Flown minus recorded; the recorded rates have the bias.
void state_difference(const RepeatedFlight::State& flown, const BodyState& recorded,
                      const std::array<double, 3>& rate_bias_rad_s, double* out);

/// Flown minus recorded, `error_size` numbers for each row of the window, the first one included.
/// The state starts `start` away from the recorded one. Recorded rates have the bias.
void window_residuals(const RepeatedFlight& flown, const Track& track, const FitWindow& window,
                      const StateError& start, const std::array<double, 3>& rate_bias_rad_s,
                      std::vector<double>& out);

}  // namespace montecopter::identify
