#pragma once
/// Report on a multirotor.

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
  bool loses_thrust_by_advance = false;  ///< the rotor law, with the advance ratio
  RotorLimits unmonitored;  ///< limits of the rotor law that nothing can be compared with
  double thrust_to_weight = 0;
  std::optional<MultirotorTrim> hover;   ///< with commands within their limits
  std::vector<double> command_fraction;  ///< fraction of the range at hover
  double thrust_fraction = 0;            ///< of all rotors at hover, relative to the maximum
  /// at hover, relative to the highest; empty if the input is not a speed
  std::vector<double> speed_fraction;
  double hover_power_w = 0;       ///< torque times speed; NaN if the input is not a speed
  FastestFlight fastest;          ///< level, nose first
  double pitch_at_5_m_s_deg = 0;  ///< NaN if level flight at 5 m/s is out of reach
  AuthorityReport authority;
  MultirotorPerformance performance;    ///< if it can hover
  std::vector<EnvelopePoint> envelope;  ///< on request

  /// Top speed of the model, known or not; nullopt: the search ended before a command was at its
  /// limit.
  std::optional<double> top_speed_m_s() const;
};

/// Throws Error(usage): --rotor-speed does not apply to a multirotor.
[[noreturn]] void refuse_rotor_speed();

/// Throws Error(usage) if a rotor speed is given.
MultirotorReport report_on(const Multirotor& vehicle, const CalmAir& air, const Question& question);

/// "4 rotors (linear, direct)".
std::string title_of(const MultirotorReport& report);
/// Lines for a terminal, without modes and warnings.
std::string text_of(const MultirotorReport& report);
/// The same as members of a JSON object.
void add_members(const MultirotorReport& report, Json& json);

}  // namespace montecopter
