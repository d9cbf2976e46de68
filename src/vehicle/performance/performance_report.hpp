#pragma once
/// Control authority, performance and envelope of a multirotor as text and JSON.

#include <optional>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "dynamics/linear/control_authority.hpp"
#include "vehicle/performance/multirotor_performance.hpp"

namespace montecopter {

/// Authority of all rotors, and of all but one.
struct AuthorityReport {
  AuthorityOfRotors intact;
  std::vector<AuthorityOfRotors> without;  ///< without the rotor of that index
};

AuthorityReport authority_report(const MultirotorModel& model);

/// "rotors 0 and 2 at their highest commands".
std::string limits_text(const std::vector<CommandAtLimit>& limits);

/// Lines for a terminal of at most 80 columns.
std::string authority_text(const AuthorityReport& report);
std::string performance_text(const MultirotorPerformance& performance);
std::string envelope_text(const std::vector<EnvelopePoint>& points);

/// Members of a JSON object.
void add_authority(const AuthorityReport& report, Json& json);
void add_performance(const MultirotorPerformance& performance, Json& json);
Json envelope_json(const std::vector<EnvelopePoint>& points);

}  // namespace montecopter
