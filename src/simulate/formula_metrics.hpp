#pragma once
/// Metrics by formula of a plan: what flights compute of them, and their values. Flights compute
/// formulas while they fly (FormulaProgram). Formulas with a function over time inside another one,
/// and all of them on graphics cards, are computed from traces, which BlockFlyer gives memory even
/// if they are not stored. BlockFlyer calls compute() for each flown sample.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/formula/evaluate.hpp"
#include "core/formula/formula.hpp"
#include "plan/plan.hpp"
#include "simulate/border/kernel_api.hpp"
#include "simulate/formula_program.hpp"

namespace montecopter {

/// How formulas are computed.
enum class FormulaWay {
  in_flight,    ///< where they can be
  from_traces,  ///< all of them
};

class FormulaMetrics {
 public:
  FormulaMetrics(const Plan& plan, FormulaWay way);

  std::size_t count() const { return formulas_.size(); }
  /// Whether a formula needs the trace of the signal.
  bool needs(Index signal) const { return needed_[signal]; }
  /// Number of values in the trace of a signal.
  Index trace_size(Index signal) const { return widths_[signal] * outputs_; }
  /// What flights compute. Its arrays belong to these metrics.
  FormulaPlan plan() const { return program_.plan(); }
  /// Number of sums that a flight leaves.
  Index sums() const { return program_.sums(); }
  /// Metrics of a flight with its sums and the needed traces, in the order of the columns.
  std::vector<double> compute(const LaneIo& flown) const;

 private:
  std::vector<Formula> formulas_;
  std::array<bool, signal_count> needed_{};
  std::array<Index, signal_count> widths_{};
  std::vector<FormulaRows> windows_;  ///< rows of the traces within each window
  Index outputs_;
  std::int64_t output_every_;
  double period_s_;
  FormulaProgram program_;
  std::vector<std::optional<Index>> in_program_;  ///< number of each formula in the program
};

}  // namespace montecopter
