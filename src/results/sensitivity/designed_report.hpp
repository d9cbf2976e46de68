#pragma once
/// Sensitivity from a sampling design, as text and as JSON.

#include <string>

#include "core/base/json.hpp"
#include "core/base/table.hpp"
#include "results/sensitivity/designed.hpp"

namespace montecopter {

/// A table for each metric with the most important input first, and sentences with the conclusions,
/// wrapped at `width` columns.
std::string designed_text(const DesignedSensitivity& sensitivity, std::size_t width,
                          std::size_t table_width = usual_table_width);
/// Adds members to an object: `points` of a sweep, or the members of all samples without a sweep.
void add_designed(Json& out, const DesignedSensitivity& sensitivity);

}  // namespace montecopter
