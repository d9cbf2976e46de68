#pragma once
/// What explain() found, as text and as JSON.

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "explanation.hpp"

namespace montecopter::cli {

std::string explanations_text(const std::vector<Explanation>& explanations, std::size_t width);

/// Everything of one kind in one list; each entry has the word that it explains.
Json explanations_json(const std::vector<Explanation>& explanations);

Json metrics_json(const std::vector<NamedMetric>& metrics);

}  // namespace montecopter::cli
