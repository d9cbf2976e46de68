#pragma once
/// Conditions on samples: `max_tilt_deg > 40 and status != ok`. The language of metrics by formula,
/// over the columns of a result, with comparisons, `and`, `or` and `not`. Their meaning is defined
/// in docs/conditions.md; evaluate_rows() (evaluate.hpp) computes them, with a row for each sample.

#include <string>
#include <string_view>
#include <vector>

#include "core/formula/formula.hpp"

namespace montecopter {

/// A name that a condition may use for a number of each sample.
struct ConditionColumn {
  std::string name;  ///< as it is offered: "max_tilt_deg", "vehicle.mass_kg"
  std::vector<std::string> other_names = {};   ///< that mean the same: "m_max_tilt_deg"
  std::vector<std::string> former_names = {};  ///< refused, with the name of today
  /// Names by code, if its numbers are codes: "not_run", "ok", ... Conditions may use these names,
  /// too, and they come before any column; write them behind the name of the column where several
  /// columns have one.
  std::vector<std::string> codes = {};
};

/// Leaves 1 (holds) or 0 for each sample. Throws FormulaError.
Formula parse_condition(std::string_view text, const std::vector<ConditionColumn>& columns);

/// A number of each sample, such as `abs(final_error_m) / vehicle.mass_kg`. Throws FormulaError.
Formula parse_quantity(std::string_view text, const std::vector<ConditionColumn>& columns);

}  // namespace montecopter
