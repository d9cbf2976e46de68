#include "flights/identify/row_steps.hpp"

#include <algorithm>

namespace montecopter::identify {

StateError row_defect(const RepeatedFlight& flown, const std::vector<BodyState>& states,
                      std::size_t row, const StateError& from) {
  RepeatedFlight::State state = flown.state_at(row);
  std::copy(states[row].begin(), states[row].end(), state.x.begin());
  displace(state, from);
  flown.advance(row, state);
  StateError out;
  state_difference(state, states[row + 1], {}, out.data());
  return out;
}

Transition row_transition(const RepeatedFlight& flown, const std::vector<BodyState>& states,
                          std::size_t row) {
  Transition out{};
  for (std::size_t c = 0; c < error_size; ++c) {
    if (start_steps[c] == 0) {
      out[c * error_size + c] = 1;
      continue;
    }
    StateError less = {}, more = {};
    less[c] -= start_steps[c], more[c] += start_steps[c];
    const StateError below = row_defect(flown, states, row, less),
                     above = row_defect(flown, states, row, more);
    for (std::size_t i = 0; i < error_size; ++i)
      out[i * error_size + c] = (above[i] - below[i]) / (2 * start_steps[c]);
  }
  return out;
}

}  // namespace montecopter::identify
