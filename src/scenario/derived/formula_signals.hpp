#pragma once
/// Names that formulas can use.

#include <cstddef>
#include <vector>

#include "core/formula/formula.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter {

/// All signals in the order of `signal_list`, and the windows in the order of their names.
FormulaNames formula_names(const Scenario& scenario);

/// The scenario's metrics by formula, in the order of their names. They have been validated.
std::vector<Formula> metric_formulas(const Scenario& scenario);

/// Whether one of the formulas names signal number `signal`.
bool is_named(const std::vector<Formula>& formulas, std::size_t signal);

}  // namespace montecopter
