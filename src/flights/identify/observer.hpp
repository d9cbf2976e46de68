#pragma once
/// Estimate at each row of a log from the rows up to it: an observer of the errors of the recorded
/// state and of correlated accelerations.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "flights/identify/disturbances.hpp"
#include "flights/identify/flown_again.hpp"
#include "flights/identify/window_flight.hpp"

namespace montecopter::identify {

struct Observation {
  StateError error = {};  ///< error of the recorded state
  /// Correlated accelerations: of velocity [NED] and of body rate.
  std::array<double, 6> lasting = {};
};

struct ObservedMotion {
  Disturbances disturbances;
  std::vector<Observation> rows;  ///< one for each row of a track

  /// Moves a state by the correlated accelerations over a step, in which they decay.
  void accelerate(RepeatedFlight::State& state, double length_s,
                  std::array<double, 6>& lasting) const;
};

/// Runs the filter of filter error along the track, from the start of each stretch. Noise and
/// disturbances are estimated from the rows up to a time of the log. The correlation time of the
/// accelerations is the one with the smallest errors at the ends of windows of these rows. Returns
/// nullopt if the recorded states give smaller errors. Error(refused) if there are too few rows.
/// The bits do not depend on the number of threads.
std::optional<ObservedMotion> observe(const RepeatedFlight& flown, const Track& track,
                                      double until_s, const std::vector<double>& horizons_s,
                                      int threads, const std::string& log);

}  // namespace montecopter::identify
