#pragma once
/// True states that wait for an estimate which is behind: a late IMU makes an estimate of the past,
/// and its errors are those of the past.

#include "simulate/estimator_plan.hpp"
#include "simulate/kernel_api.hpp"

namespace montecopter {

template <class S>
class LateTruth {
 public:
  /// `memory` holds what the estimator remembers.
  LateTruth(const FlightPlan& plan, S* memory)
      : plan_(plan),
        states_(reinterpret_cast<EstimatedTruth<S>*>(memory + plan.estimator.truth_memory)) {}

  /// Keeps the truth of step n if readings come out when the estimate has got there.
  void keep(std::int64_t n, const EstimatedTruth<S>& truth) {
    if (!is_wanted(n)) return;
    states_[(first_ + count_++) % plan_.estimator.truths] = truth;
  }

  /// The truth of the first step that waits: each is taken once.
  EstimatedTruth<S> take() {
    const EstimatedTruth<S>& truth = states_[first_];
    first_ = (first_ + 1) % plan_.estimator.truths;
    --count_;
    return truth;
  }

  /// The step after n of which the truth is wanted.
  std::int64_t next(std::int64_t n) const {
    const std::int64_t latency = plan_.estimator.imu_latency;
    std::int64_t next = plan_.steps + 1;
    for (int i = 0; i < plan_.sensors.count; ++i) {
      if (!plan_.estimator.uses(i)) continue;
      const std::int64_t step = plan_.sensors.sensors[i].next_out(n + latency) - latency;
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
