#pragma once
/// Effects that belong to one flight and not to the vehicle: random effects over flights.
///
/// The effects are the delay of the rotor record, the bias of body rates, and constant
/// accelerations and angular accelerations: trim, a shifted centre of mass, a battery.

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "flights/identify/fit.hpp"

namespace montecopter::identify {

/// Effects over flights. With fewer than two logs the standard deviations are not known, and 0.
struct FlightSpread {
  std::size_t logs = 0;
  LogErrors mean, sd;
  bool is_known() const { return logs >= 2; }
};

/// Effects of one flight, and how well they are known: Student's t.
struct FlightEffects {
  LogErrors mean, sd;
  double freedom = 1;
  bool is_delay_at_edge = false;     ///< the best delay is the first or last one that was tried
  bool is_motion_of_flight = false;  ///< a part of the flight gave the accelerations
};

/// Constant accelerations that one step from each row misses: of velocity [m/s2, body axes] and of
/// body rate [rad/s2].
struct MissedMotion {
  std::array<double, 6> mean = {};
  std::array<double, 6> standard_error = {};  ///< from blocks; 0 of one block
  std::size_t blocks = 0;
};

/// Missed motion up to a time of the log; recorded rates have the bias. The first `settling_s` of
/// each stretch do not count. Blocks have a second, or a quarter of the time up to then if that is
/// less, but at least 0.25 s. nullopt if no step ends by then.
std::optional<MissedMotion> missed_motion(const RepeatedFlight& flown, const Track& track,
                                          const std::array<double, 3>& rate_bias_rad_s,
                                          double until_s, double settling_s);

/// Mean over all logs of each effect that a fit has.
LogErrors mean_log_errors(const Fit& fit);

/// Effects of each log of a fit: those that it fitted, and the motion that its vehicle misses
/// besides.
std::vector<LogErrors> effects_of_logs(const Multirotor& vehicle, const CalmAir& air,
                                       const std::vector<FitLog>& logs, const Fit& fit);

/// Mean and scatter over logs. The scatter contains the errors of the estimates.
FlightSpread spread_of(const std::vector<LogErrors>& effects);

/// Effects of a flight that the fit did not use. Constant accelerations of a single log are not
/// carried to it: they belong to that flight.
FlightEffects effects_of_new_flight(const FlightSpread& spread);

/// Effects found in a part of a log, up to a time: the delay by the errors of predictions of a
/// tenth of a second, and the missed motion. The spread, if known, is their prior, and all
/// there is with fewer than three blocks. Without it the delay has a standard deviation of 10 ms.
/// nullopt without a step in the part.
std::optional<FlightEffects> calibrated_effects(const Multirotor& vehicle, const CalmAir& air,
                                                const FitLog& log, double until_s,
                                                const FlightSpread& spread, int threads);

/// Moves the angular acceleration about body x and y that these flights have in common into the
/// vehicle: its centre of mass then lies beside the thrust of a hover. Returns the shift [m, axes
/// of the vehicle]. Nothing moves with fewer than two logs, or if the fit covers the centre of
/// mass.
std::array<double, 3> carry_common_moment(const FittedParameters& parameters, const CalmAir& air,
                                          std::size_t logs, LogErrors& common, Multirotor& vehicle);

/// Adds the constant accelerations to a flight. The delay is part of its schedule.
void apply_effects(const LogErrors& effects, RepeatedFlight& flown);

/// Calls `change` with each number of some effects in turn, and the same number of others.
template <class Change>
void for_each_effect(LogErrors& a, const LogErrors& b, const LogErrors& c, Change&& change) {
  change(a.delay_s, b.delay_s, c.delay_s);
  for (std::size_t k = 0; k < 3; ++k) {
    change(a.rate_bias_rad_s[k], b.rate_bias_rad_s[k], c.rate_bias_rad_s[k]);
    change(a.acceleration_m_s2[k], b.acceleration_m_s2[k], c.acceleration_m_s2[k]);
    change(a.angular_acceleration_rad_s2[k], b.angular_acceleration_rad_s2[k],
           c.angular_acceleration_rad_s2[k]);
  }
}

}  // namespace montecopter::identify
