#pragma once
/// Sums and extremes over the steps of a flight, from which the metrics are computed at its end.
/// Plain data: at the end of a flight, the kernels write it into the LaneIo of each sample
/// (Recorder, ControlLoop, Estimation, BatteryState). BlockFlyer computes each metric from it by
/// the function of its row in metrics/.

#include <array>

#include "scenario/model/step_range.hpp"

namespace montecopter {

/// Extremes over all steps; squares where the square root can wait. The world is NED.
struct FlightExtremes {
  double position_error2, speed2, rate2;
  double sine2_half_tilt;  ///< sin^2(tilt / 2): dynamics/tilt.hpp
  double lowest_z, highest_z;
};

/// Tracking errors of a flight: sums and extremes over the updates of the controller.
struct TrackingSums {
  double updates = 0, saturated = 0;                  ///< how often; with rotors at their limits
  double position2 = 0, velocity2 = 0, heading2 = 0;  ///< sums of squares
  double most_position2 = 0, most_velocity2 = 0, most_heading2 = 0;
};

/// Value of a time that has not come.
inline constexpr double not_yet_s = 1e300;

/// Response to a step of the trajectory, at the updates of the controller.
struct StepResponse {
  double step_s = 0;                 ///< when the reference steps
  double tenth_s = not_yet_s;        ///< first update past a tenth of the way
  double nine_tenths_s = not_yet_s;  ///< and past nine
  double unsettled_s = -1;           ///< last update outside 2 % of the way; < 0: there is none
  double last_s = 0;                 ///< last update
  double most_progress = 0;          ///< furthest along the way, whose end is 1
  double end_error[3] = {};          ///< mean over the last tenth of the updates [m]
};

/// Sums of the errors of the estimate at the times of its readings.
struct EstimationSums {
  double count = 0;                                    ///< number of readings
  double position2 = 0, velocity2 = 0, attitude2 = 0;  ///< sums of squares
  double innovations = 0, innovation_squares = 0;      ///< numbers fused; normalised
  double nees = 0;                                     ///< e^T P^-1 e at the last reading
  double wind_count = 0, wind2 = 0, wind_nees = 0;     ///< the same for the wind
};

/// Energy drawn from the battery, and its state.
struct BatteryUse {
  double energy_j = 0, lowest_v = 0, state_of_charge = 0;
  double lowest_cell_v = 0;  ///< if the number of cells is known
  // If the battery has parts (BatteryForm):
  double emptied_s = not_yet_s;
  double most_current_a = 0, loss_j = 0, highest_k = 0;
};

/// What electric motors have used.
struct MotorUse {
  double loss_j = 0, most_current_a = 0;
  double full_fraction = 0;  ///< of the steps, with some duty at its highest
};

/// How a flight ended at a touchdown or by an event, and where its first event of another type
/// began.
struct FlightEnd {
  double after_s = 0;             ///< instant of the end, after the last whole step
  double mass_kg = 0;             ///< then
  double event_s = not_yet_s;     ///< when the first event began
  double event_position[3] = {};  ///< where [m], NED
};

/// Totals over the steps of a window of time.
struct WindowTotals {
  FlightExtremes extremes;
  TrackingSums tracking;
};

/// All totals of a flight.
struct FlightTotals {
  FlightExtremes extremes;
  TrackingSums tracking;                          ///< if the loop is closed
  StepResponse step_response;                     ///< if it follows a step
  EstimationSums estimation;                      ///< if there is an estimator
  BatteryUse battery_use;                         ///< if there is a battery
  MotorUse motor_use;                             ///< if the motors are electric
  FlightEnd end;                                  ///< if flights may end early, as planned
  std::array<WindowTotals, max_windows> windows;  ///< of the windows that exist
};

}  // namespace montecopter
