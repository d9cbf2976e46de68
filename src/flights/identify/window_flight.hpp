#pragma once
/// One window of a log flown again from its recorded state with errors, and its difference from the
/// log at each row.

#include <array>
#include <cstddef>
#include <vector>

#include "flights/identify/fit_windows.hpp"
#include "flights/identify/flown_again.hpp"

namespace montecopter::identify {

/// Components of the difference of two states: position, velocity [NED], attitude (rotation vector
/// [rad], body axes), body rate. Each window has free errors of its initial state.
inline constexpr std::size_t error_size = 12;
using StateError = std::array<double, error_size>;

/// Parameters of one log, not of the vehicle. They are the delay of its drive, the bias of its body
/// rates, a constant angular acceleration, and the lag of position, velocity and attitude behind
/// the body rates. A shifted battery, for example, causes an angular acceleration. Only prediction
/// fits the constant acceleration.
struct LogErrors {
  double delay_s = 0;
  std::array<double, 3> rate_bias_rad_s = {};
  std::array<double, 3> angular_acceleration_rad_s2 = {};
  std::array<double, 3> late_s = {};
  std::array<double, 3> acceleration_m_s2 = {};  ///< body axes
};

/// Difference steps of a state, in the units of StateError: small beside errors of estimates, large
/// beside rounding. Position moves all positions equally.
inline constexpr StateError start_steps = {0,    0,    0,    1e-3, 1e-3, 1e-3,
                                           1e-4, 1e-4, 1e-4, 1e-3, 1e-3, 1e-3};

/// Moves a state by an error.
void displace(RepeatedFlight::State& state, const StateError& by);

/// Computes flown minus recorded; the recorded rates have the bias.
void state_difference(const RepeatedFlight::State& flown, const BodyState& recorded,
                      const std::array<double, 3>& rate_bias_rad_s, double* out);

/// Computes flown minus recorded, `error_size` numbers for each row of the window, the first one
/// included. The state starts `start` away from the recorded one. Recorded rates have the bias.
void window_residuals(const RepeatedFlight& flown, const Track& track, const FitWindow& window,
                      const StateError& start, const std::array<double, 3>& rate_bias_rad_s,
                      std::vector<double>& out);

}  // namespace montecopter::identify
