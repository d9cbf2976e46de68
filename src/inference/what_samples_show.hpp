#pragma once
/// What a number of samples can show of a claim, before any is flown.

#include <cstddef>
#include <optional>

#include "inference/claim.hpp"

namespace montecopter::inference {

/// Of n samples: with how many that are no success at most the claim "at least p" is met, and from
/// how many on it is violated. Nothing: no such number of them does.
struct DecidingCounts {
  std::optional<std::size_t> met_up_to, violated_from;
};

/// `claim` is about successes (at_least). Clopper and Pearson (claim.hpp), found by halving: the
/// more failures, the less is the claim met.
DecidingCounts deciding_counts(const ProportionClaim& claim, std::size_t n);

}  // namespace montecopter::inference
