#pragma once
/// Errors that remain between flights and the vehicle fitted to them: noise of the recorded states,
/// white accelerations, and constant accelerations.

#include <array>
#include <vector>

#include "flights/identify/fit.hpp"

namespace montecopter::identify {

/// Errors of the three components of one quantity: spread of its records, density of a white rate
/// of change, and a rate of change that is constant over a window.
struct UnexplainedMotion {
  double noise = 0;    ///< unit of the quantity
  double density = 0;  ///< its square divided by s
  double drift = 0;    ///< its unit divided by s
};

struct ModelErrors {
  double position_noise_m = 0, attitude_noise_rad = 0;
  std::array<UnexplainedMotion, 3> velocity = {};   ///< world axes
  std::array<UnexplainedMotion, 3> body_rate = {};  ///< body axes
};

/// Two-sided densities of white forces and moments, averaged over axes.
struct WhiteNoise {
  double force_n2_s = 0, moment_n2_m2_s = 0;
};

/// White noise that accelerates the vehicle, as found by the filter of filter error, averaged over
/// logs. Output error has no filter: it uses the growth of errors, in which record noise hides
/// much.
WhiteNoise white_noise(const Multirotor& vehicle, const ModelErrors& errors, const Fit& fit);

/// Model errors from the growth of errors in windows that start at every row, up to half a second:
/// E e(h)^2 = 2 noise^2 + density h + drift^2 h^2. The effect of attitude errors on gravity does
/// not count as drift.
ModelErrors find_model_errors(const Multirotor& vehicle, const CalmAir& air,
                              const std::vector<FitLog>& logs, const Fit& fit, int threads);

}  // namespace montecopter::identify
