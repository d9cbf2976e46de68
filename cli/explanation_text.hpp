#pragma once
/// The explanations of explain(), as text and as JSON.

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "explanation.hpp"

namespace montecopter::cli {

std::string explanations_text(const std::vector<Explanation>& explanations, std::size_t width);

/// Explanations as one list for each kind; each entry has the word that it explains.
Json explanations_json(const std::vector<Explanation>& explanations);

Json metrics_json(const std::vector<NamedMetric>& metrics);

}  // namespace montecopter::cli
