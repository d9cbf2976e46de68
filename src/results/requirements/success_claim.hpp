#pragma once
/// What a requirement claims of the flights that meet it.

#include <optional>

#include "core/statistics/claim.hpp"
#include "scenario/model/requirement.hpp"

namespace montecopter {

/// "At least this fraction of all flights meets it"; of a mean nothing.
std::optional<statistics::ProportionClaim> success_claim(const Requirement& requirement);

}  // namespace montecopter
