#pragma once
/// What is known at a row of a log from the rows up to it: an observer of errors of the recorded
/// state and of accelerations that last.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "flights/identify/disturbances.hpp"
#include "flights/identify/flown_again.hpp"
#include "flights/identify/window_flight.hpp"

namespace montecopter::identify {

struct Observation {
  StateError error = {};  ///< of the recorded state
  /// Accelerations that last: of velocity [NED] and of body rate.
  std::array<double, 6> lasting = {};
};

struct ObservedMotion {
  Disturbances disturbances;
  std::vector<Observation> rows;  ///< of each row of a track

  /// Correlated accelerations move a state in a step, and decay.
  void accelerate(RepeatedFlight::State& state, double length_s,
                  std::array<double, 6>& lasting) const;
};

/// The filter of filter error along the track, from the start of each stretch on. The sizes
/// of noise and disturbances are estimated from the rows up to a time of the log, and so is the
/// correlation time of the accelerations: that with the smallest errors at the ends of windows of
/// these rows. Nothing if these errors are smaller from the states as recorded. Error(refused):
/// these rows are too few. The same bits for any number of threads.
std::optional<ObservedMotion> observe(const RepeatedFlight& flown, const Track& track,
                                      double until_s, const std::vector<double>& horizons_s,
                                      int threads, const std::string& log);

}  // namespace montecopter::identify
