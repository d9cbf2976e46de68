#pragma once
/// The same bits: a small flight whose result is pinned by its hash.

#include <string>

#include "verify/check.hpp"
#include "verify/lab.hpp"

namespace montecopter::verify {

/// SHA-256 of the statuses, inputs, digests and traces of all samples, in this order of the columns
/// and in the order of the rows.
std::string content_hash(const FlightsInMemory& flown);

/// Whether a flight has the hash that it had on the machine where it was pinned.
Check hash_check(const Claim& claim, const FlightsInMemory& flown, const std::string& pinned);

/// Every kernel that this CPU has.
std::vector<Check> bit_checks(const Lab& lab);

}  // namespace montecopter::verify
