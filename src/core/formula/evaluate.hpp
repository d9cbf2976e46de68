#pragma once
/// Formulas over the traces of one flight.

#include <span>
#include <vector>

#include "core/formula/formula.hpp"

namespace montecopter {

/// One signal of a flight: [rows][width].
struct FormulaTrace {
  const double* values = nullptr;
  Index width = 0;
};

/// Rows first to end - 1 of the traces: those of a window of time.
struct FormulaRows {
  Index first = 0, end = 0;
};

/// The value of a formula for a flight whose traces have `rows` rows, `period_s` apart, from t = 0.
/// `signal_list` are the signals that the formula was parsed with; `values` of signals that it does
/// not name may be null. NaN: the formula has no finite value. Sums go from the first row to the
/// last. `windows` are the windows that the formula was parsed with; one that begins behind the
/// last row has no value.
double evaluate(const Formula& formula, std::span<const FormulaTrace> signals, Index rows,
                double period_s, std::span<const FormulaRows> windows = {});

/// The value of a formula whose functions over time are all FormulaOp::reduced.
double evaluate(const Formula& formula, std::span<const double> reduced);

/// The value of every row: for a condition or a quantity of samples, whose rows are the samples
/// (condition.hpp). Truths are 1 and 0.
std::vector<double> evaluate_rows(const Formula& formula, std::span<const FormulaTrace> columns,
                                  Index rows);

}  // namespace montecopter
