#pragma once
/// Verdicts that a number of samples can reach about a claim, before any is flown.

#include <cstddef>
#include <optional>

#include "core/statistics/claim.hpp"

namespace montecopter::statistics {

/// Failures among n samples: up to how many the claim "at least p" is met, and from
/// how many on it is violated. Nothing: no such number of them does.
struct DecidingCounts {
  std::optional<std::size_t> met_up_to, violated_from;
};

/// `claim` is about successes (at_least). Clopper and Pearson (claim.hpp), found by halving: the
/// more failures, the less is the claim met.
DecidingCounts deciding_counts(const ProportionClaim& claim, std::size_t n);

/// As above for a claim among m that are judged together by Holm's method (holm.hpp), m >= 1, whose
/// verdict depends on the others. `first`: the claim is decided at Holm's first step, with
/// confidence 1 - (1 - c) / m, whatever the others show. `last`: at its last step, where all others
/// are decided in the same way, with its own confidence c; beyond it nothing decides it.
struct FamilyCounts {
  DecidingCounts first, last;
};
FamilyCounts deciding_counts_of_member(const ProportionClaim& claim, std::size_t n, std::size_t m);

/// The claim with the confidence that it takes at Holm's first step among m.
ProportionClaim first_of_family(const ProportionClaim& claim, std::size_t m);

}  // namespace montecopter::statistics
