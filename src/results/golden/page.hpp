#pragma once
/// The numbers of a golden as a page of text. It lies beside the golden in a repository, so that a
/// review shows changes.

#include <string>

#include "results/golden/golden.hpp"

namespace montecopter::golden {

/// The page: scenario, how the flights ended, statistics of every metric in six digits, the chosen
/// samples, and the history. It depends on the golden alone.
std::string page(const Golden& golden);

}  // namespace montecopter::golden
