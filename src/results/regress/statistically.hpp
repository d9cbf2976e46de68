#pragma once
/// Flights whose bits differ from those of the golden, held against it as `compare` holds two
/// campaigns against each other: `golden.compare = "statistical"`.

#include <set>
#include <string>

#include "results/golden/comparable.hpp"
#include "results/regress/examination.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter::regress {

/// Datasets of which a golden needs all samples for that.
std::set<std::string> judged_columns(const GoldenRules& rules);

/// The verdict is equivalent if every mean with a margin is shown to be within it, and if the
/// fractions of samples that end ok do not differ significantly; else it stays what it is. Details
/// are those of `compare`. Error(refused) if the golden does not hold what is judged.
void hold_statistically(const golden::Comparable& both, const Scenario& scenario,
                        Examination& examination);

}  // namespace montecopter::regress
