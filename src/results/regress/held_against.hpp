#pragma once
/// Flights held against a golden: the same comparison as `diff` makes, of what the golden holds.

#include "record/reader.hpp"
#include "results/diff/options.hpp"
#include "results/golden/golden.hpp"
#include "results/regress/examination.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter::regress {

/// Fills verdict, worst, details, changed_keys, not_compared and diff_json. `path` is that of the
/// golden, for messages; `scenario` is what was flown, and says how it is compared.
void hold_against(const golden::Golden& there, const std::string& path,
                  const record::ResultFile& flown, const Scenario& scenario,
                  const diff::CompareOptions& tolerances, Examination& examination);

}  // namespace montecopter::regress
