#pragma once
/// What the kernels know about metrics by formula: plain data. A flight works on the rows of its
/// traces in groups, while they are in the cache, and leaves a few sums of every reduction. A
/// reduction is a function over time, such as max(...), and formula_program.hpp makes its plan.
///
/// All numbers of a flight lie in one array of packs: inputs, constants, intermediate values, sums.
/// Values over time have `formula_rows` rows for each component, and one more for an instant that
/// `at(...)` asks for.

#include <cstdint>

#include "core/formula/formula.hpp"

namespace montecopter {

/// Rows of the traces that are worked on together.
inline constexpr int formula_rows = 16;
/// Packs between two components of a value over time.
inline constexpr int formula_stride = formula_rows + 1;
/// Sums of a reduction for each component.
inline constexpr int reduction_sums = 3;

/// Place of an operand in the array. A step of 0 repeats its only number.
struct FormulaOperand {
  int first = 0, per_component = 0, per_row = 0;

  bool operator==(const FormulaOperand&) const = default;
};

/// One operation on rows. The operations are those up to FormulaOp::larger, and a + b * c.
struct FormulaRowStep {
  FormulaOp op = FormulaOp::add;
  bool adds_product = false;  ///< a + b * c, where c is one number; op is `add`
  FormulaOperand a, b, c;
  int to = 0;        ///< place of its value
  int width = 1;     ///< components of the value, or of the operand of norm and sum
  int exponent = 1;  ///< of power

  bool operator==(const FormulaRowStep&) const = default;
};

/// A function over time, and the operations that make its argument.
struct FormulaReduction {
  FormulaOp op = FormulaOp::final;
  int first_step = 0, end_step = 0;         ///< its operations
  FormulaOperand value, level;              ///< the arguments
  int width = 1;                            ///< components of the result
  int sums = 0;                             ///< place of its sums
  std::int64_t first_row = 0, end_row = 0;  ///< rows of its window
  int moment = 0;                           ///< of `at`: number of the event, or plan.end
};

/// A signal among the inputs.
struct FormulaInput {
  int signal = 0;  ///< place in `signal_list`
  int first = 0;   ///< place of its values
};

/// A number of a formula, and its place.
struct FormulaConstant {
  double number = 0.0;
  int place = 0;
};

/// All reductions of the flights of a plan. The arrays belong to the caller.
struct FormulaPlan {
  const FormulaInput* inputs = nullptr;
  const FormulaConstant* constants = nullptr;
  const FormulaRowStep* shared_steps = nullptr;  ///< whose values several reductions may use
  const FormulaRowStep* steps = nullptr;
  const FormulaReduction* reductions = nullptr;
  int input_count = 0, constant_count = 0, shared_count = 0, reduction_count = 0;
  int memory = 0;            ///< packs of the array
  int end = 0;               ///< number of the moment at which a flight ends
  bool has_moments = false;  ///< whether a formula asks for an instant
  double period_s = 0.0;     ///< between rows

  bool any() const { return reduction_count > 0; }
};

}  // namespace montecopter
