#pragma once
/// What a multirotor amounts to.

#include <optional>
#include <string>
#include <vector>

#include "dynamics/linear/multirotor_trim.hpp"
#include "vehicle/performance/performance_report.hpp"
#include "vehicle/performance/report_words.hpp"

namespace montecopter {

struct MultirotorReport : Findings {
  std::string law, motor, command_unit;
  int rotors = 0;
  /// Whether the rotor law loses thrust as the rotor advances into the air. If it does not, what is
  /// said of fast flight is an upper bound.
  bool loses_thrust_by_advance = false;
  double thrust_to_weight = 0;
  std::optional<MultirotorTrim> hover;   ///< commands within their limits
  std::vector<double> command_fraction;  ///< of the range, at hover
  double thrust_fraction = 0;            ///< of all rotors at hover, by the greatest
  std::vector<double> speed_fraction;    ///< at hover, by the highest; none where it is no speed
  double hover_power_w = 0;              ///< torque times speed; NaN where the input is no speed
  FastestFlight fastest;                 ///< level, nose first
  double pitch_at_5_m_s_deg = 0;         ///< NaN if level flight at 5 m/s is out of reach
  AuthorityReport authority;
  MultirotorPerformance performance;    ///< of one that can hover
  std::vector<EnvelopePoint> envelope;  ///< if it was asked for

  /// nullopt: the search ended before a command was at its limit.
  std::optional<double> top_speed_m_s() const;
};

/// Throws Error(usage): --rotor-speed makes no sense of a multirotor.
[[noreturn]] void refuse_rotor_speed();

/// Error(usage) if a rotor speed is asked for.
MultirotorReport report_on(const Multirotor& vehicle, const CalmAir& air, const Question& question);

/// "4 rotors (linear, direct)".
std::string title_of(const MultirotorReport& report);
/// Lines for a terminal, without modes and warnings.
std::string text_of(const MultirotorReport& report);
/// The same as members of a JSON object.
void add_members(const MultirotorReport& report, Json& json);

}  // namespace montecopter
