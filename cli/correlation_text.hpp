#pragma once
/// Rank correlations: requested by a scenario, and achieved by its samples.

#include <string>

#include "core/base/json.hpp"
#include "core/base/table.hpp"
#include "plan/plan.hpp"

namespace montecopter::cli {

/// A table with a row for each correlated pair of inputs; empty if there is none.
std::string correlation_text(const Plan& plan, std::size_t width = usual_table_width);

/// Correlated pairs as a list of objects.
Json correlation_json(const Plan& plan);

/// Correlated pairs as a member of a JSON object, with a comma; empty if there is none.
std::string correlation_members(const Plan& plan);

}  // namespace montecopter::cli
