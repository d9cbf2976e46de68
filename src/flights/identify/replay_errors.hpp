#pragma once
/// Errors of a vehicle model against a log (model validation, `montecopter validate`): deviation of
/// windows flown again from the recorded flight.

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "flights/identify/flown_again.hpp"
#include "flights/identify/observer.hpp"

namespace montecopter::identify {

struct Quantity {
  std::string_view name, unit;
};
/// Magnitudes of vector differences; for attitudes the angle of the rotation between them.
inline constexpr std::array<Quantity, 4> quantities = {
    {{"position", "m"}, {"velocity", "m s-1"}, {"attitude", "rad"}, {"body_rate", "rad s-1"}}};

/// Horizons of predictions that are reported where none are requested [s].
inline constexpr std::array<double, 3> prediction_horizons_s = {0.1, 0.25, 0.5};

/// Errors of one quantity at the ends of all windows: flown again, or held at their starts.
struct QuantityErrors {
  double rms = 0, mean = 0, unchanged_rms = 0, unchanged_mean = 0;
};

struct HorizonErrors {
  double horizon_s = 0;  ///< as requested if it is a whole number of rows, else rounded
  double asked_s = 0;
  std::size_t windows = 0;  ///< one for each row from which the track reaches this far
  std::size_t lost = 0;     ///< windows that end with non-finite numbers; not in the errors
  std::array<QuantityErrors, 4> errors = {};
};

/// Requested horizons [s] as numbers of rows: each once, ascending.
struct Horizon {
  std::size_t rows = 0;
  double length_s = 0;  ///< as requested if it is a whole number of rows, within a thousandth
  double asked_s = 0;   ///< first requested horizon with this many rows
};
std::vector<Horizon> horizons_in_rows(const std::vector<double>& horizons_s, double period_s);

/// Differences of two states, one for each quantity.
std::array<double, 4> differences(const BodyState& a, const BodyState& b);

/// One entry for each horizon [s], rounded to at least one row. Windows overlap; they start from
/// the recorded state, or from the observed state at their first row. The bits do not depend on the
/// number of threads.
std::vector<HorizonErrors> replay_errors(const RepeatedFlight& flown, const Track& track,
                                         const std::vector<double>& horizons_s,
                                         const std::optional<ObservedMotion>& observed,
                                         int threads);

}  // namespace montecopter::identify
