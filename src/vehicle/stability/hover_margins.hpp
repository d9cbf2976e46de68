#pragma once
/// Margins of a closed loop at hover: of each commanded axis and of each measurement, while all
/// others stay closed; and of all commanded axes at once.

#include <optional>
#include <string>
#include <vector>

#include "vehicle/stability/loop_model.hpp"
#include "vehicle/stability/margins.hpp"

namespace montecopter {

/// Phase lag of a commanded axis at a frequency, by cause [deg]. The causes are the hold between
/// two updates, the computing delay, the lag of motors or servos, and the age of measured body
/// rates.
struct PhaseLag {
  double rad_s = 0;
  double hold_deg = 0, delay_deg = 0, actuators_deg = 0, rate_age_deg = 0;
};

/// Response of a measurement to a step of its reference from 0 to 1.
struct LoopStep {
  std::vector<double> time_s, value;  ///< at the updates; for a continuous loop as closely
};

/// A loop broken at one place.
struct BrokenLoop {
  std::string name;  ///< "roll"; "body_rate.x"
  LoopMargins margins;
  std::optional<PhaseLag> taken;  ///< at the phase margin of a commanded axis
  std::vector<Complex> closed;    ///< T at the frequencies of HoverMargins::grid_rad_s
  LoopStep step;                  ///< of a measurement, on request
};

struct HoverMargins {
  double period_s = 0;  ///< 0: continuous
  double delay_s = 0, rate_age_s = 0;
  double growth_1_s = 0;   ///< of the slowest mode; below 0: it decays
  bool is_stable = false;  ///< false: there are no margins
  std::vector<double> grid_rad_s;
  std::vector<BrokenLoop> at_command, at_measurement;  ///< only places with feedback
  std::optional<DiskMargin> all_commands;
  /// Additional delay that all commands of a sampled loop tolerate: from eigenvalues, so exact
  /// between updates, too. nullopt: none within 100 periods.
  std::optional<double> later_s;
};

/// Computes all margins, with steps on request.
HoverMargins hover_margins(const HoverLoop& loop, bool with_steps = false);

/// Response of measurement k of a closed loop to a step of its reference: the same as to a
/// measurement error of -1. It ends at this time, or after 4000 updates.
LoopStep step_response(const LoopModel& model, Eigen::Index k, double until_s);

/// Loop broken at measurement k; the closed loop is stable. nullopt: the measurement is not fed
/// back.
std::optional<BrokenLoop> measured_loop(const HoverLoop& loop, const LoopModel& model,
                                        Eigen::Index k);

/// Loops of the commanded axes only; the closed loop is stable: thrust, roll, pitch and yaw of a
/// multirotor, the servos of a helicopter.
std::vector<BrokenLoop> commanded_loops(const HoverLoop& loop, const LoopModel& model);

/// Margins of the commanded axes one by one and all at once.
struct CommandMargins {
  std::vector<BrokenLoop> axes;  ///< delays from their phases
  DiskMargin at_once;
  std::optional<double> later_s;  ///< see HoverMargins
};

/// Margins of a stable loop.
CommandMargins command_margins(const HoverLoop& loop, const LoopModel& model);

/// Smallest of their delays; infinite if there is none.
double least_delay_s(const std::vector<BrokenLoop>& loops);

/// Phase lag of a commanded axis at a frequency; index as in commanded_axes().
PhaseLag phase_taken(const HoverLoop& loop, Eigen::Index axis, double rad_s);

/// Names of the commanded axes.
std::vector<std::string> commanded_axes(const HoverLoop& loop);

}  // namespace montecopter
