#pragma once
/// What a requirement claims of the flights that meet it.

#include <optional>

#include "inference/claim.hpp"
#include "scenario/requirement.hpp"

namespace montecopter {

/// "At least this fraction of all flights meets it"; of a mean nothing.
std::optional<inference::ProportionClaim> success_claim(const Requirement& requirement);

}  // namespace montecopter
