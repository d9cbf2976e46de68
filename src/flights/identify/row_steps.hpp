#pragma once
/// One step from each row of a log to the next one.

#include <cstddef>
#include <vector>

#include "flights/identify/row_filter.hpp"
#include "flights/identify/window_flight.hpp"

namespace montecopter::identify {

/// Difference between a step from the state of a row, moved by an error, and the state of the next
/// row. States are those of the track or their corrected values.
StateError row_defect(const RepeatedFlight& flown, const std::vector<BodyState>& states,
                      std::size_t row, const StateError& from = {});

/// Propagation of state errors from a row to the next, by differences.
Transition row_transition(const RepeatedFlight& flown, const std::vector<BodyState>& states,
                          std::size_t row);

}  // namespace montecopter::identify
