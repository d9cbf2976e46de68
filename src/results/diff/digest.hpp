#pragma once
/// Finds where flights diverge by their digests alone: the first checkpoint at which the digests of
/// a sample differ. compare() calls it after all signals are compared.

#include <optional>

#include "results/diff/compare.hpp"

namespace montecopter::diff {

/// Compares the digests; nullopt if they are equal or cannot be compared.
std::optional<DigestReport> compare_digests(const record::ResultFile& a,
                                            const record::ResultFile& b);

}  // namespace montecopter::diff
