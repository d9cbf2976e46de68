#pragma once
/// What a helicopter amounts to. The symbols are those of docs/models.md 1.6.

#include <array>
#include <optional>
#include <string>

#include "dynamics/linear/helicopter_trim.hpp"
#include "dynamics/vehicles/helicopter_setup.hpp"
#include "vehicle/performance/report_words.hpp"

namespace montecopter {

/// Where shaft power goes in a hover [W].
struct HoverPower {
  double main_w = 0, tail_w = 0, friction_w = 0;
  double figure_of_merit = 0;  ///< ideal induced power of the main rotor over what it takes
};

/// The free body turns like a top: the rotor is its gyroscope.
struct Nutation {
  double closed_form_rad_s = 0;            ///< J_M w / sqrt(J_x J_y)
  std::optional<double> eigenvalue_rad_s;  ///< of the mode that is nearest to it
};

struct HelicopterReport : Findings {
  BladeCoefficients main_blades, tail_blades;
  double engine_n_m = 0;                ///< g_e, per throttle
  double friction_n_m_s = 0;            ///< k_g
  double rotor_speed_rad_s = 0;         ///< at which hover is looked for
  std::optional<HelicopterTrim> hover;  ///< servos within their limits
  /// Fraction of the range at hover; NaN for servos without both limits.
  std::array<double, helicopter_controls.size()> command_fraction{};
  HoverPower power;
  Nutation nutation;
  double rate_per_cyclic_rad_s = 0;  ///< that cyclic pitch of 1 holds: the rotor is a gyroscope
  std::string servo_advance;
  double servo_time_constant_s = 0;
  double servo_euler_limit_s = 0;    ///< steps from here on are unstable with euler
  std::optional<double> servo_left;  ///< fraction of a deviation that a step of the scenario leaves
  /// Air speeds [m/s] along the discs of main and tail rotor above which there is reverse flow at
  /// blades, for which the equations do not hold.
  std::array<double, 2> forward_flow_limit_m_s{};
};

/// Hover at the speed of the main rotor that is asked for, or else at that of the first operating
/// point.
HelicopterReport report_on(const Helicopter& vehicle, const CalmAir& air, const Question& question);

/// "helicopter".
std::string title_of(const HelicopterReport& report);
/// Lines for a terminal, without modes and warnings.
std::string text_of(const HelicopterReport& report);
/// The same as members of a JSON object.
void add_members(const HelicopterReport& report, Json& json);

}  // namespace montecopter
