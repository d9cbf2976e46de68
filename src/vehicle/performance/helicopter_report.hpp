#pragma once
/// Report on a helicopter. The symbols are those of docs/models.md 1.6.

#include <array>
#include <optional>
#include <string>

#include "dynamics/linear/helicopter_trim.hpp"
#include "dynamics/vehicles/helicopter_setup.hpp"
#include "vehicle/performance/report_words.hpp"

namespace montecopter {

/// Shaft power at hover, by consumer [W].
struct HoverPower {
  double main_w = 0, tail_w = 0, friction_w = 0;
  double figure_of_merit = 0;  ///< ideal induced power of the main rotor over its actual power
};

/// Nutation: the free body precesses like a top, with the rotor as its gyroscope.
struct Nutation {
  double closed_form_rad_s = 0;            ///< J_M w / sqrt(J_x J_y)
  std::optional<double> eigenvalue_rad_s;  ///< of the nearest mode
};

struct HelicopterReport : Findings {
  BladeCoefficients main_blades, tail_blades;
  double engine_n_m = 0;                ///< g_e, per throttle
  double friction_n_m_s = 0;            ///< k_g
  double rotor_speed_rad_s = 0;         ///< for the hover
  std::optional<HelicopterTrim> hover;  ///< with servos within their limits
  /// Fraction of the range at hover; NaN for servos without both limits.
  std::array<double, helicopter_controls.size()> command_fraction{};
  HoverPower power;
  Nutation nutation;
  std::optional<FlappingMotion> flapping;  ///< at this speed
  double tilt_per_cyclic_rad = 0;          ///< of flapping blades without hub stiffness
  std::optional<double> endurance_s;       ///< of the battery in this hover
  double rate_per_cyclic_rad_s = 0;  ///< held by a cyclic pitch of 1: the rotor is a gyroscope
  std::string servo_advance;
  double servo_time_constant_s = 0;
  double servo_euler_limit_s = 0;  ///< longer steps are unstable with euler
  /// remaining fraction of a deviation after a step of the scenario
  std::optional<double> servo_left;
  /// Air speeds [m/s] along the discs of main and tail rotor. Above them the blades see reverse
  /// flow, for which the equations are not valid.
  std::array<double, 2> forward_flow_limit_m_s{};
};

/// Reports the hover at the requested speed of the main rotor, or at that of the first operating
/// point.
HelicopterReport report_on(const Helicopter& vehicle, const CalmAir& air, const Question& question);

/// "helicopter".
std::string title_of(const HelicopterReport& report);
/// Lines for a terminal, without modes and warnings.
std::string text_of(const HelicopterReport& report);
/// The same as members of a JSON object.
void add_members(const HelicopterReport& report, Json& json);

}  // namespace montecopter
