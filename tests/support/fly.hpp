#pragma once
/// Flies scenario texts in memory.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "simulate/flights_in_memory.hpp"

namespace montecopter {

class Flown : public FlightsInMemory {
 public:
  /// Flies all samples of the scenario text with the kernel of that name. A warning of the loader
  /// is fine, an error throws. Traces can be read where output.traces is "all".
  explicit Flown(const std::string& scenario_text, std::string_view kernel = "auto");
  /// Flies some samples (ascending), or all of them if `rows` is empty.
  Flown(Plan plan, std::string_view kernel, std::vector<std::int64_t> rows = {});
};

/// The names of all integrators.
std::vector<std::string> all_integrators();

/// Scenario text -> Plan.
Plan plan_of(const std::string& scenario_text);

}  // namespace montecopter
