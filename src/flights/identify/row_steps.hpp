#pragma once
/// One step from each row of a log to the next one.

#include <cstddef>
#include <vector>

#include "flights/identify/row_filter.hpp"
#include "flights/identify/window_flight.hpp"

namespace montecopter::identify {

/// How far a step from the state of a row, moved by an error, leads from the state of the next row.
/// States are those of the track, or what was put right of them.
StateError row_defect(const RepeatedFlight& flown, const std::vector<BodyState>& states,
                      std::size_t row, const StateError& from = {});

/// How errors of the state of a row lead to those of the next one: by differences.
Transition row_transition(const RepeatedFlight& flown, const std::vector<BodyState>& states,
                          std::size_t row);

}  // namespace montecopter::identify
