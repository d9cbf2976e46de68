#pragma once
/// Uses of a log, with the signals and rates that each use needs.

#include <string>
#include <vector>

#include "core/logs/recorded_flight.hpp"

namespace montecopter::logs {

struct UseVerdict {
  std::string use;                   ///< "identify the vehicle"
  std::vector<std::string> missing;  ///< a sentence for each need that is not met; empty: good
};

/// For all uses, in a fixed order.
std::vector<UseVerdict> judge_uses(const RecordedFlight& flight);

}  // namespace montecopter::logs
