#pragma once
/// Bit identity: a small flight whose result is pinned by its hash.

#include <string>

#include "verify/check.hpp"
#include "verify/lab.hpp"

namespace montecopter::verify {

/// SHA-256 of the statuses, inputs, digests and traces of all samples, in the order of the columns
/// and of the rows. Metrics are left out: a new metric does not change a flight.
std::string content_hash(const FlightsInMemory& flown);

/// Whether flights have the pinned hash of the machine where it was recorded, and end as ok.
Check hash_check(const Claim& claim, const FlightsInMemory& flown, const std::string& pinned);

/// Checks of every kernel that this CPU supports.
std::vector<Check> bit_checks(const Lab& lab);

}  // namespace montecopter::verify
