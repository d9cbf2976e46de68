#pragma once
/// What samples of a sampling design show, for people and for programs (JSON).

#include <string>

#include "core/base/json.hpp"
#include "core/base/table.hpp"
#include "results/sensitivity/designed.hpp"

namespace montecopter {

/// A table for each metric with the most important input first, and what it comes to in sentences,
/// which are wrapped at `width` columns.
std::string designed_text(const DesignedSensitivity& sensitivity, std::size_t width,
                          std::size_t table_width = usual_table_width);
/// Adds members to an object: `points` of a sweep, or else those of all samples.
void add_designed(Json& out, const DesignedSensitivity& sensitivity);

}  // namespace montecopter
