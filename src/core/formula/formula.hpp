#pragma once
/// Metrics by formula: `max(norm(specific_force)) / 9.80665`. The grammar is in
/// docs/scenario/metrics.md. Conditions on samples are the same language over other names:
/// condition.hpp.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/index.hpp"

namespace montecopter {

/// Operation of one step of a formula on the values of a stack.
enum class FormulaOp {
  number,     ///< pushes FormulaStep::number
  time,       ///< pushes the times [s]
  signal,     ///< pushes signal number FormulaStep::index
  component,  ///< keeps component FormulaStep::index
  negate,
  add,
  subtract,
  multiply,
  divide,
  power,  ///< to FormulaStep::index
  abs,
  sqrt,
  norm,     ///< of the components, at each time
  sum,      ///< of the components, at each time
  smaller,  ///< of two, at each time
  larger,
  less,  ///< 1 where it holds, 0 where not, as all comparisons; they hold for no NaN
  less_equal,
  greater,
  greater_equal,
  equal,
  unequal,  ///< less or greater
  both,     ///< of two truths, as all that follow up to `inverse`
  either,
  inverse,
  reduced,  ///< pushes FormulaStep::width values that a flight left, from FormulaStep::index on
  minimum,  ///< over the times of window FormulaStep::index - 1, or over all if that is 0; as all
            ///< that follow
  maximum,
  mean,
  rms,
  first,
  final,
  integral,         ///< by the trapezoidal rule
  time_of_minimum,  ///< of the first of the smallest values
  time_of_maximum,
  at,          ///< at the moment FormulaStep::index of FormulaNames::moments
  first_time,  ///< at which the first value exceeds the second, a constant
  last_time,
  fraction,  ///< of the times at which it does
};

struct FormulaStep {
  FormulaOp op;
  double number = 0.0;
  Index index = 0;
  Index width = 1;
};

/// Postfix: every step takes its operands from the stack and leaves one value.
struct Formula {
  std::vector<FormulaStep> steps;
};

/// A name that a formula may use for a signal.
struct FormulaSignal {
  std::string name;
  Index width = 1;
  std::vector<std::string> parts;  ///< names of the components, if they have any
  std::string missing;             ///< why it does not exist in this scenario; else empty
};

/// All of them, the names of windows of time over which functions may go, and the names of moments
/// for `at(...)`. Moments without a name are empty.
struct FormulaNames {
  std::vector<FormulaSignal> signals;
  std::vector<std::string> windows = {};
  std::vector<std::string> moments = {};
};

/// A fault in a formula and its place: `at` counts characters from 0.
struct FormulaError {
  std::size_t at = 0;
  std::string what, why, suggestion;
};

/// Whether an operation makes one value of a value over time.
constexpr bool is_over_time(FormulaOp op) { return op >= FormulaOp::minimum; }
/// Whether it has a second operand, a level.
constexpr bool compares_with_level(FormulaOp op) { return op >= FormulaOp::first_time; }

/// Number of values that an operation takes from the stack.
Index formula_operands(FormulaOp op);
/// Whether a function over time stands inside another one.
bool nests_over_time(const Formula& formula);

/// Throws FormulaError. The formula leaves one number per flight.
Formula parse_formula(std::string_view text, const FormulaNames& names);

}  // namespace montecopter
