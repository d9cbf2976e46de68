#pragma once
/// Statistical comparison of flights with a golden (`golden.compare = "statistical"`), as `compare`
/// does for two campaigns. It is used when the bits differ.

#include <set>
#include <string>

#include "results/golden/comparable.hpp"
#include "results/regress/examination.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter::regress {

/// Datasets that a golden must hold for all samples to allow this comparison.
std::set<std::string> judged_columns(const GoldenRules& rules);

/// Sets the verdict to equivalent if every mean with a margin is shown to be within it. The
/// fractions of samples that end ok must not differ significantly either. Otherwise the verdict
/// does not change. The details come from `compare`. Error(refused) if the golden lacks a compared
/// dataset.
void hold_statistically(const golden::Comparable& both, const Scenario& scenario,
                        Examination& examination);

}  // namespace montecopter::regress
