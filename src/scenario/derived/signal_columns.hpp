#pragma once
/// Signals of a scenario: storage of the traced signals, and reasons for missing signals.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenario/model/scenario.hpp"

namespace montecopter {

struct SignalColumn {
  std::string name;
  std::string dimension;  ///< dimension of the components; empty: a single number
  std::int64_t width = 0;
  std::string components;  ///< names of the components, or their meaning
  std::string unit, frame, long_name;
};

/// All signals, in the order of `signal_list`.
std::vector<SignalColumn> all_signal_columns(const Scenario& scenario);

/// Signals that the scenario asks for, in file order.
std::vector<SignalColumn> signal_columns(const Scenario& scenario);

/// Why a signal does not exist in a scenario; nullopt: it exists.
std::optional<SignalAbsence> signal_absence(std::string_view signal, const Scenario& scenario);

}  // namespace montecopter
