#pragma once
/// True states of past steps, kept in a ring until the estimate at the delayed fusion horizon has
/// reached their time. Errors compare an estimate with the truth of the same time.

#include <algorithm>
#include <array>

#include "simulate/border/estimator_plan.hpp"
#include "simulate/border/kernel_api.hpp"

namespace montecopter {

template <class S>
class LateTruth {
 public:
  /// `memory` points to the packs of the estimator's memory.
  LateTruth(const FlightPlan& plan, S* memory)
      : plan_(plan),
        states_(reinterpret_cast<EstimatedTruth<S>*>(memory + plan.estimator.truth_memory)) {
    const EstimatorPlan& e = plan.estimator;
    for (int i = 0; i < e.lines_count; ++i) {
      const std::int64_t behind = e.horizon - e.lines[i].wait;
      wanted_[i] = sensor(i).next_out(behind - 1) - behind;
    }
  }

  /// Keeps the truth of step n if readings will be fused at this time. Must be called at every such
  /// step.
  void keep(std::int64_t n, const EstimatedTruth<S>& truth) {
    bool is_wanted = false;
    for (int i = 0; i < plan_.estimator.lines_count; ++i) {
      if (wanted_[i] != n) continue;
      is_wanted = true;
      wanted_[i] += sensor(i).every;
    }
    if (is_wanted) states_[(first_ + count_++) % plan_.estimator.truths] = truth;
  }

  /// Takes the oldest truth out of the ring.
  EstimatedTruth<S> take() {
    const EstimatedTruth<S>& truth = states_[first_];
    first_ = (first_ + 1) % plan_.estimator.truths;
    --count_;
    return truth;
  }

  /// The first step after n at whose time readings will be fused. Steps before n have been kept.
  std::int64_t next(std::int64_t n) const {
    std::int64_t next = plan_.steps + 1;
    for (int i = 0; i < plan_.estimator.lines_count; ++i) {
      next = std::min(next, wanted_[i] > n ? wanted_[i] : wanted_[i] + sensor(i).every);
    }
    return next;
  }

 private:
  /// The sensor of a line.
  const SensorPlan& sensor(int i) const {
    return plan_.sensors.sensors[plan_.estimator.lines[i].sensor];
  }

  const FlightPlan& plan_;
  EstimatedTruth<S>* states_;
  /// The next step of each line at whose time readings will be fused.
  std::array<std::int64_t, most_delay_lines> wanted_{};
  int first_ = 0, count_ = 0;
};

}  // namespace montecopter
