#pragma once
/// The claim of a requirement about the fraction of flights that meet it.

#include <optional>

#include "core/statistics/claim.hpp"
#include "scenario/model/requirement.hpp"

namespace montecopter {

/// The claim "at least this fraction of all flights meets it"; nullopt for a mean.
std::optional<statistics::ProportionClaim> success_claim(const Requirement& requirement);

}  // namespace montecopter
