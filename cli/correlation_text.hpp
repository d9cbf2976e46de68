#pragma once
/// The rank correlations that a scenario asks for, and those that its samples reach.

#include <string>

#include "core/base/json.hpp"
#include "core/base/table.hpp"
#include "plan/plan.hpp"

namespace montecopter::cli {

/// A table with a row for each pair of inputs that go together; empty if there is none.
std::string correlation_text(const Plan& plan, std::size_t width = usual_table_width);

/// The same: a list of objects.
Json correlation_json(const Plan& plan);

/// The same as a member of a JSON object and a comma; empty if there is no such pair.
std::string correlation_members(const Plan& plan);

}  // namespace montecopter::cli
