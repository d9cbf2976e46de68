#pragma once
/// Where flights diverge, found by their digests alone: the first checkpoint at which a sample's
/// differ. compare() calls it after all signals are compared.

#include <optional>

#include "results/diff/compare.hpp"

namespace montecopter::diff {

/// Nothing if the digests are equal or cannot be compared.
std::optional<DigestReport> compare_digests(const record::ResultFile& a,
                                            const record::ResultFile& b);

}  // namespace montecopter::diff
