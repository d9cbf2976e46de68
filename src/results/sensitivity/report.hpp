#pragma once
/// What matters, for people (tables of 100 columns and sentences) and for programs (JSON).

#include <string>

#include "core/base/json.hpp"
#include "core/base/table.hpp"
#include "results/sensitivity/sensitivity.hpp"

namespace montecopter {

/// A table for each metric with the most important input first, and what it comes to in sentences,
/// which are wrapped at `width` columns.
std::string sensitivity_text(const Sensitivity& sensitivity, std::size_t width,
                             std::size_t table_width = usual_table_width);
/// Adds members to an object: `points` of a sweep, or else those of all samples.
void add_sensitivity(Json& out, const Sensitivity& sensitivity);

}  // namespace montecopter
