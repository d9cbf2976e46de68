#pragma once
/// How far predictions are off in a flight of this vehicle: their spread in each component after
/// each horizon, and how it differs between flights.
///
/// The spread is proportional to a power of the flight's activity (its RMS body rate). The power is
/// near one unless the logs say otherwise: a model that is wrong by a fraction errs more on brisk
/// flights.
/// The rest of the difference between flights is a random effect, normal in the logarithm. Within a
/// flight errors are normal with a spread that is lognormal, because some parts are rougher.

#include <array>
#include <cstddef>
#include <vector>

#include "flights/identify/replay_errors.hpp"
#include "flights/identify/window_flight.hpp"

namespace montecopter::identify {

/// Horizons of the law [s]; others are interpolated.
inline constexpr std::array<double, 4> law_horizons_s = {0.05, 0.1, 0.25, 0.5};

/// Law after one horizon. The arrays of four hold one number for each quantity.
struct ErrorLawAt {
  double horizon_s = 0;
  StateError scale = {};                  ///< spread of each component at the mean activity
  std::array<double, 4> slope = {};       ///< power of the activity
  std::array<double, 4> slope_sd = {};    ///< its standard error
  std::array<double, 4> between_sd = {};  ///< of the logarithm of the spread, between flights
  std::array<double, 4> within_sd = {};   ///< the same, between parts of a flight
};

struct ErrorLaw {
  std::size_t logs = 0;        ///< with fewer than two, nothing is known of other flights
  double activity_rad_s = 0;   ///< geometric mean over the logs
  std::vector<ErrorLawAt> at;  ///< one for each of law_horizons_s
};

/// Mean squares and mean magnitudes of errors in one flight, by horizon.
struct SeenErrors {
  struct At {
    StateError squares = {}, sizes = {};
  };
  std::vector<At> at;
  double windows = 0, duration_s = 0;
};

/// The horizons of the law in rows of a track, one for each.
std::vector<Horizon> law_horizons(const Track& track);

/// Errors of predictions from rows `first` to `last` of a track, within these rows. Recorded rates
/// have the bias. Predictions that are not finite do not count.
SeenErrors see_errors(const RepeatedFlight& flown, const Track& track, std::size_t first,
                      std::size_t last, const std::array<double, 3>& rate_bias_rad_s,
                      const std::vector<Horizon>& horizons, int threads);

/// RMS body rate of a track [rad/s].
double activity_of(const Track& track);

/// Law of the errors seen in the logs of a fit, one for each log, at law_horizons_s.
ErrorLaw law_of(const std::vector<SeenErrors>& seen, const std::vector<double>& activities_rad_s);

/// Law after any horizon. Scales are interpolated as powers of the horizon; the other numbers are
/// those of the nearer horizon of the law.
ErrorLawAt law_at(const ErrorLaw& law, double horizon_s);

/// Logarithm of the spread of one flight relative to the law: Student's t about a mean.
struct FlightScale {
  double mean = 0, sd = 0, freedom = 1;
};

/// Scale of a flight that is known by its activity alone.
FlightScale predicted_scale(const ErrorLaw& law, const ErrorLawAt& at, std::size_t quantity,
                            double activity_rad_s);

/// Scale of a flight in whose part errors were seen; `at`: index of the horizon in them.
FlightScale seen_scale(const FlightScale& predicted, const ErrorLawAt& law, std::size_t quantity,
                       const SeenErrors& seen, std::size_t at);

}  // namespace montecopter::identify
