#pragma once
/// How far flights go from a recorded one, computed of their traces. Used as FormulaMetrics:
/// PreparedFlights asks which signals have to be traced, BlockFlyer calls compute() for each flown
/// sample.

#include <cstdint>
#include <vector>

#include "plan/metrics/metric.hpp"
#include "plan/plan.hpp"
#include "simulate/border/kernel_api.hpp"

namespace montecopter {

/// What the flights of a plan are compared with, at every row of the traces; nothing without
/// [recorded].
class RecordedDepartures {
 public:
  explicit RecordedDepartures(const Plan& plan);

  /// Whether the trace of the signal is compared with something.
  bool needs(int signal) const;
  /// Departures of the whole flight, then of each window of time. The traces hold what is needed.
  std::vector<Departures> compute(const LaneIo& flown) const;

 private:
  struct Quantity {
    std::size_t place;               ///< in `recorded_quantities`
    std::vector<double> there;       ///< [rows][width], of those that were recorded
    std::vector<std::int64_t> rows;  ///< ascending
  };

  std::vector<Quantity> quantities_;
  std::vector<TraceRows> windows_;  ///< rows of the traces that are in them
  std::int64_t output_every_ = 1;
};

}  // namespace montecopter
