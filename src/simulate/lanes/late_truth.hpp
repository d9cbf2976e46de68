#pragma once
/// True states of past steps, kept in a ring until the estimate at the delayed fusion horizon has
/// reached their time. Errors compare an estimate with the truth of the same time.

#include "simulate/border/estimator_plan.hpp"
#include "simulate/border/kernel_api.hpp"

namespace montecopter {

template <class S>
class LateTruth {
 public:
  /// `memory` points to the packs of the estimator's memory.
  LateTruth(const FlightPlan& plan, S* memory)
      : plan_(plan),
        states_(reinterpret_cast<EstimatedTruth<S>*>(memory + plan.estimator.truth_memory)) {}

  /// Keeps the truth of step n if readings will be fused at this time.
  void keep(std::int64_t n, const EstimatedTruth<S>& truth) {
    if (!is_wanted(n)) return;
    states_[(first_ + count_++) % plan_.estimator.truths] = truth;
  }

  /// Takes the oldest truth out of the ring.
  EstimatedTruth<S> take() {
    const EstimatedTruth<S>& truth = states_[first_];
    first_ = (first_ + 1) % plan_.estimator.truths;
    --count_;
    return truth;
  }

  /// The first step after n at whose time readings will be fused.
  std::int64_t next(std::int64_t n) const {
    const EstimatorPlan& e = plan_.estimator;
    std::int64_t next = plan_.steps + 1;
    for (int i = 0; i < e.lines_count; ++i) {
      const std::int64_t behind = e.horizon - e.lines[i].wait;
      const SensorPlan& sensor = plan_.sensors.sensors[e.lines[i].sensor];
      const std::int64_t step = sensor.next_out(n + behind) - behind;
      next = step < next ? step : next;
    }
    return next;
  }

 private:
  bool is_wanted(std::int64_t n) const { return next(n - 1) == n; }

  const FlightPlan& plan_;
  EstimatedTruth<S>* states_;
  int first_ = 0, count_ = 0;
};

}  // namespace montecopter
