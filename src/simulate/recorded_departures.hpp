#pragma once
/// Departures of flights from a recorded flight, computed from traces. Used like FormulaMetrics:
/// PreparedFlights asks which signals have to be traced, and BlockFlyer calls compute() for each
/// flown sample.

#include <cstdint>
#include <vector>

#include "core/base/index.hpp"
#include "plan/metrics/metric.hpp"
#include "plan/plan.hpp"
#include "simulate/border/kernel_api.hpp"

namespace montecopter {

/// The recorded values that flights of a plan are compared with, at every row of the traces. Empty
/// without [recorded].
class RecordedDepartures {
 public:
  explicit RecordedDepartures(const Plan& plan);

  /// Whether the trace of the signal is compared with a recording.
  bool needs(Index signal) const;
  /// Departures of the whole flight, then of each time window. The traces hold the needed signals.
  std::vector<Departures> compute(const LaneIo& flown) const;

 private:
  struct Quantity {
    std::size_t place;               ///< in `recorded_quantities`
    std::vector<double> there;       ///< [rows][width], recorded values
    std::vector<std::int64_t> rows;  ///< ascending
  };

  std::vector<Quantity> quantities_;
  std::vector<TraceRows> windows_;  ///< rows of the traces within each window
  std::int64_t output_every_ = 1;
};

}  // namespace montecopter
