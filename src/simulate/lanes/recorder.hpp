#pragma once
/// Records a flight of one pack of samples: extremes for metrics at every step, rows of traced
/// signals at the output rate, and the state at checkpoints of the digest. Flight calls it between
/// the inputs of a step and the step itself; finish() writes the lanes' outputs.

#include <array>

#include "dynamics/vehicles/helicopter_limits.hpp"
#include "simulate/lanes/extremes.hpp"
#include "simulate/lanes/signals.hpp"
#include "simulate/lanes/trace_rows.hpp"

namespace montecopter {

template <class Vehicle>
class Recorder {
  using S = typename Vehicle::S;
  using StateType = typename Vehicle::StateType;
  using Flying = decltype(S(0.0) < S(0.0));

 public:
  /// `start` is the initial position, NED [m].
  Recorder(const FlightPlan& plan, LaneIo* lanes, int count, const Vec3<S>& start)
      : plan_(plan), lanes_(lanes), count_(count), extremes_(start), windows_(plan.windows, start) {
    next_checkpoint_ = plan.checkpoints[0];
    for (int s = 0; s < signal_count; ++s) {
      if (plan.traced[s]) traced_[traced_count_++] = s;
    }
  }

  /// Records the state at the start of a step, and what flying lanes exceed: winds go on to change
  /// about the others.
  void observe(const Vehicle& vehicle, const StateType& state, const Flying& flying) {
    extremes_.update(state.position(), state.velocity(), state.attitude(), state.body_rate());
    if constexpr (Vehicle::has_limits) {
      const auto now = vehicle.exceeded_limits(state);
      for (int k = 0; k < helicopter_limit_count; ++k)
        exceeded_[k] = select(flying, max(exceeded_[k], now[k]), exceeded_[k]);
    }
  }

  /// Records the state at step n for the windows that contain it.
  void observe_windows(std::int64_t n, const StateType& state) {
    windows_.update(n, state.position(), state.velocity(), state.attitude(), state.body_rate());
  }

  /// Extremes of the flight so far, which change from step to step.
  const Extremes<S>& extremes() const { return extremes_; }
  /// Sets the extremes left by steps at which nothing was due.
  void set_extremes(const Extremes<S>& extremes) { extremes_ = extremes; }
  static constexpr bool only_extremes_change = !Vehicle::has_limits;  ///< from step to step

  /// The next step at which a row of traces is recorded.
  std::int64_t next_row() const { return next_row_; }

  /// Records a row of every traced signal.
  template <class Reader>
  void record_row(Reader& reader, const Flying& flying) {
    const std::int64_t n = reader.step;
    next_row_ = n + plan_.output_every;
    const std::int64_t row = row_++;
    for (int k = 0; k < traced_count_; ++k) {
      const int s = traced_[k];
      S values[max_rotors];
      const int numbers = reader.read(s, values);
      traced_sum_ = traced_sum_ + store_trace(s, row, values, numbers, flying, lanes_, count_);
    }
  }

  /// The next step at which the state is kept for the digest.
  std::int64_t next_checkpoint() const { return next_checkpoint_; }

  /// Keeps the state at step n. A short flight may have several checkpoints at one step. `flown` is
  /// the number of steps with a finite result.
  void record_checkpoint(std::int64_t n, const StateType& state, int size, const S& flown) {
    for (; checkpoint_ < checkpoint_count && plan_.checkpoints[checkpoint_] == n; ++checkpoint_) {
      for (int i = 0; i < count_; ++i) {
        lanes_[i].checkpoint_steps[checkpoint_] = static_cast<std::int64_t>(flown.lane(i));
        for (int k = 0; k < size; ++k) {
          lanes_[i].checkpoint_states[checkpoint_ * size + k] = state.x[k].lane(i);
        }
      }
    }
    next_checkpoint_ = checkpoint_ < checkpoint_count ? plan_.checkpoints[checkpoint_] : -1;
  }

  void finish(const StateType& last, int size) const {
    windows_.finish(lanes_, count_);
    for (int i = 0; i < count_; ++i) {
      LaneIo& io = lanes_[i];
      for (int k = 0; k < size; ++k) io.final_state[k] = last.x[k].lane(i);
      io.extremes = extremes_.of(i);
      io.traces_are_finite = traced_sum_.lane(i) == 0.0;
      for (int k = 0; k < helicopter_limit_count; ++k) {
        io.exceeded_limits[k] = exceeded_[k].lane(i) != 0.0;
      }
    }
  }

 private:
  const FlightPlan& plan_;
  LaneIo* lanes_;
  int count_;
  Extremes<S> extremes_;
  WindowExtremes<S> windows_;
  std::array<int, signal_count> traced_;  ///< places in `signal_list`, the first traced_count_
  int traced_count_ = 0;
  S traced_sum_ = S(0.0);  ///< 0 times the traced numbers: NaN once one was not finite
  std::int64_t row_ = 0, next_row_ = 0, next_checkpoint_ = -1;
  int checkpoint_ = 0;
  /// 1 for each of the `helicopter_limits` that has been exceeded, else 0.
  std::array<S, helicopter_limit_count> exceeded_ = {};
};

}  // namespace montecopter
