#pragma once
/// Formulas in the form in which flights compute them (border/formula_plan.hpp). Each function over
/// time becomes a reduction, and the rest of a formula is evaluated at the end of the flight, from
/// the reduced values. Formulas with one function over time inside another go over the flight twice
/// and are not for this: evaluate() reads them from traces.

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "core/formula/evaluate.hpp"
#include "core/formula/formula.hpp"
#include "simulate/border/formula_plan.hpp"

namespace montecopter {

class FormulaProgram {
 public:
  /// `widths` are the components of each signal. `end` is the number of the moment at which a
  /// flight ends.
  FormulaProgram(std::span<const Index> widths, std::span<const FormulaRows> windows,
                 double period_s, int end);

  /// Adds a formula without nested functions over time.
  void add(const Formula& formula);
  /// Its arrays belong to this program, which must not change any more.
  FormulaPlan plan() const;
  /// Number of sums that a flight leaves.
  Index sums() const { return sums_; }
  /// Values of all formulas, from the sums of a flight whose traces have so many rows.
  std::vector<double> values(std::span<const double> sums, Index rows) const;

 private:
  /// A value on the stack.
  struct Value {
    FormulaOperand place;
    int width = 1;
    bool is_temporary = false;
  };

  Value value_of(const FormulaStep& step);
  Value signal(Index which);
  Value constant(double number);
  Value temporary(int width);
  std::optional<Value> shared(FormulaRowStep step, const Value& a, const Value& b);
  void fuse_product(const Value& a, const Value& b);
  void release(const Value& value);
  std::vector<Value> rows_of(std::span<const FormulaStep> steps);
  void add_reduction(const FormulaStep& step, std::span<const FormulaStep> arguments);
  double reduced(const FormulaReduction& reduction, const double* sums, Index rows) const;

  std::vector<Index> widths_;
  std::vector<FormulaRows> windows_;
  double period_s_;
  int end_;
  std::vector<FormulaInput> inputs_;
  std::vector<FormulaConstant> constants_;
  std::vector<FormulaRowStep> shared_steps_, steps_;
  std::vector<FormulaReduction> reductions_;
  std::vector<Formula> rests_;            ///< of the formulas, of their reduced values
  int memory_ = 2 * formula_stride;       ///< first the time, and whether a lane flies
  std::map<int, std::vector<int>> free_;  ///< places of temporary values, by width
  Index sums_ = 0;
  Index reduced_ = 0;  ///< number of reduced values
};

}  // namespace montecopter
