#pragma once
/// The numbers of a golden for people: a page of text that stands beside it in a repository, so
/// that a change shows in a review.

#include <string>

#include "results/golden/golden.hpp"

namespace montecopter::golden {

/// What it is of, how the flights ended, statistics of every metric in six digits, the chosen
/// samples, and the history. Depends on the golden alone.
std::string page(const Golden& golden);

}  // namespace montecopter::golden
