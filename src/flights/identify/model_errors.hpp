#pragma once
/// What is left between flights and the vehicle that was fitted to them: noise of the recorded
/// states, white accelerations, and accelerations that stay.

#include <array>
#include <vector>

#include "flights/identify/fit.hpp"

namespace montecopter::identify {

/// Errors of one quantity's three components: the spread of its records, the density of a white
/// rate of change, and a rate of change that stays over a window.
struct UnexplainedMotion {
  double noise = 0;    ///< unit of the quantity
  double density = 0;  ///< its square by s
  double drift = 0;    ///< unit by s
};

struct ModelErrors {
  double position_noise_m = 0, attitude_noise_rad = 0;
  std::array<UnexplainedMotion, 3> velocity = {};   ///< world axes
  std::array<UnexplainedMotion, 3> body_rate = {};  ///< body axes
};

/// Two-sided densities of white forces and moments, means over axes.
struct WhiteNoise {
  double force_n2_s = 0, moment_n2_m2_s = 0;
};

/// What accelerates the vehicle as the filter of filter error found, on the mean over logs. Output
/// error has none: there it is what makes errors grow, in which noise of the record hides much.
WhiteNoise white_noise(const Multirotor& vehicle, const ModelErrors& errors, const Fit& fit);

/// From the growth of the errors of windows that start at every row, up to half a second:
/// E e(h)^2 = 2 noise^2 + density h + drift^2 h^2. What errors of the recorded attitude make of
/// gravity is no drift.
ModelErrors find_model_errors(const Multirotor& vehicle, const CalmAir& air,
                              const std::vector<FitLog>& logs, const Fit& fit, int threads);

}  // namespace montecopter::identify
