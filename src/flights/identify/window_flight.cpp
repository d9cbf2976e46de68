#include "flights/identify/window_flight.hpp"

#include "core/numerics/quaternion_exp.hpp"

namespace montecopter::identify {

void displace(RepeatedFlight::State& state, const StateError& by) {
  for (std::size_t k = 0; k < 6; ++k) state.x[k] += by[k];
  const Quat<double> q_WB = {state.x[6], state.x[7], state.x[8], state.x[9]};
  const Quat<double> turned =
      product(q_WB, quaternion_exp(Vec3<double>{0.5 * by[6], 0.5 * by[7], 0.5 * by[8]}));
  state.x[6] = turned.w, state.x[7] = turned.x, state.x[8] = turned.y, state.x[9] = turned.z;
  for (std::size_t k = 0; k < 3; ++k) state.x[10 + k] += by[9 + k];
}

void state_difference(const RepeatedFlight::State& flown, const BodyState& recorded,
                      const std::array<double, 3>& rate_bias_rad_s, double* out) {
  for (std::size_t k = 0; k < 6; ++k) out[k] = flown.x[k] - recorded[k];
  const Quat<double> q_WF = {flown.x[6], flown.x[7], flown.x[8], flown.x[9]};
  const Quat<double> q_WR = {recorded[6], recorded[7], recorded[8], recorded[9]};
  const Vec3<double> turn = rotation_vector(product(conjugate(q_WR), q_WF));
  out[6] = turn.x, out[7] = turn.y, out[8] = turn.z;
  for (std::size_t k = 0; k < 3; ++k)
    out[9 + k] = flown.x[10 + k] + rate_bias_rad_s[k] - recorded[10 + k];
}

void window_residuals(const RepeatedFlight& flown, const Track& track, const FitWindow& window,
                      const StateError& start, const std::array<double, 3>& rate_bias_rad_s,
                      std::vector<double>& out) {
  out.resize((window.last - window.first + 1) * error_size);
  RepeatedFlight::State state = flown.state_at(window.first);
  displace(state, start);
  for (std::size_t row = window.first;; ++row) {
    state_difference(state, track.states[row], rate_bias_rad_s,
                     &out[(row - window.first) * error_size]);
    if (row == window.last) return;
    flown.advance(row, state);
  }
}

}  // namespace montecopter::identify
