#pragma once
/// How the traced signals of a scenario are stored.

#include <cstdint>
#include <string>
#include <vector>

#include "scenario/scenario.hpp"

namespace montecopter {

struct SignalColumn {
  std::string name;
  std::string dimension;  ///< of its components
  std::int64_t width = 0;
  std::string components;  ///< names of the components, or what they are
  std::string unit, frame, long_name;
};

/// Those that the scenario asks for, in file order.
std::vector<SignalColumn> signal_columns(const Scenario& scenario);

}  // namespace montecopter
