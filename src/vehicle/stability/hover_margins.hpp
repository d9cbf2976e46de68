#pragma once
/// Margins of a loop that is closed at hover: of each axis that is commanded and of each number
/// that is measured, while all others stay closed; and of all commanded axes at once.

#include <optional>
#include <string>
#include <vector>

#include "vehicle/stability/loop_model.hpp"
#include "vehicle/stability/margins.hpp"

namespace montecopter {

/// Phase lag of a commanded axis at a frequency, by cause [deg]: the hold between two updates, the
/// time that computing takes, the lag of motors or servos, and the age of measured body rates.
struct PhaseLag {
  double rad_s = 0;
  double hold_deg = 0, delay_deg = 0, actuators_deg = 0, rate_age_deg = 0;
};

/// What a measured number does when it is asked for a 1 more, from when it was 0.
struct LoopStep {
  std::vector<double> time_s, value;  ///< at the updates; of a continuous loop as closely
};

/// A loop that is broken at one place.
struct BrokenLoop {
  std::string name;  ///< "roll"; "body_rate.x"
  LoopMargins margins;
  std::optional<PhaseLag> taken;  ///< at the phase margin of a commanded axis
  std::vector<Complex> closed;    ///< T at the frequencies of HoverMargins::grid_rad_s
  LoopStep step;                  ///< of a measured number, if steps are asked for
};

struct HoverMargins {
  double period_s = 0;  ///< 0: continuous
  double delay_s = 0, rate_age_s = 0;
  double growth_1_s = 0;   ///< of the slowest motion; below 0: it decays
  bool is_stable = false;  ///< else there are no margins
  std::vector<double> grid_rad_s;
  std::vector<BrokenLoop> at_command, at_measurement;  ///< without what is not fed back
  std::optional<DiskMargin> all_commands;
  /// By which all commands may act later than they do, of a sampled loop: from eigenvalues, so
  /// exact between two updates, too. nullopt: none was found within 100 periods.
  std::optional<double> later_s;
};

/// All of it, steps if they are asked for.
HoverMargins hover_margins(const HoverLoop& loop, bool with_steps = false);

/// How the measured number k of a closed loop follows a step of what it is asked for: as it answers
/// an error of its measurement of -1. Until this time, or 4000 updates.
LoopStep step_response(const LoopModel& model, Eigen::Index k, double until_s);

/// The loop that is broken at the measured number k of one that is stable. nullopt: that is not fed
/// back.
std::optional<BrokenLoop> measured_loop(const HoverLoop& loop, const LoopModel& model,
                                        Eigen::Index k);

/// Commanded axes alone, of a loop that is stable: thrust, roll, pitch and yaw of a multirotor, the
/// servos of a helicopter.
std::vector<BrokenLoop> commanded_loops(const HoverLoop& loop, const LoopModel& model);

/// The commanded axes one by one and all at once.
struct CommandMargins {
  std::vector<BrokenLoop> axes;  ///< delays from their phases
  DiskMargin at_once;
  std::optional<double> later_s;  ///< as that of HoverMargins
};

/// Margins of a loop that is stable.
CommandMargins command_margins(const HoverLoop& loop, const LoopModel& model);

/// The least of their delays; infinite if there is none.
double least_delay_s(const std::vector<BrokenLoop>& loops);

/// Phase lag of a commanded axis at a frequency; axes are counted as in commanded_axes().
PhaseLag phase_taken(const HoverLoop& loop, Eigen::Index axis, double rad_s);

/// Names of the commanded axes.
std::vector<std::string> commanded_axes(const HoverLoop& loop);

}  // namespace montecopter
