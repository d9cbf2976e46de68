#pragma once
/// Metrics by formula of a plan: the signals that they need of every flight, and their values.
/// PreparedFlights asks which signals have to be traced. BlockFlyer gives these traces memory, even
/// if they are not stored, and calls compute() for each flown sample.

#include <array>
#include <cstdint>
#include <vector>

#include "core/formula/evaluate.hpp"
#include "core/formula/formula.hpp"
#include "plan/plan.hpp"
#include "simulate/border/kernel_api.hpp"

namespace montecopter {

class FormulaMetrics {
 public:
  explicit FormulaMetrics(const Plan& plan);

  std::size_t count() const { return formulas_.size(); }
  /// Whether a formula names the signal.
  bool needs(Index signal) const { return needed_[signal]; }
  /// Number of values in the trace of a signal.
  Index trace_size(Index signal) const { return widths_[signal] * outputs_; }
  /// Metrics of a flight whose traces hold the needed signals, in the order of the columns.
  std::vector<double> compute(const LaneIo& flown) const;

 private:
  std::vector<Formula> formulas_;
  std::array<bool, signal_count> needed_{};
  std::array<Index, signal_count> widths_{};
  std::vector<FormulaRows> windows_;  ///< rows of the traces within each window
  Index outputs_;
  std::int64_t output_every_;
  double period_s_;
};

}  // namespace montecopter
