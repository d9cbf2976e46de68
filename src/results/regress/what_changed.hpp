#pragma once
/// Changes between a golden and new flights, in the order in which a reviewer asks for them:
/// requirements whose verdict changed, then metrics that moved beyond noise, largest effect first.
/// Signals and digests follow in the report of `diff`.

#include <string>
#include <vector>

#include "results/golden/comparable.hpp"
#include "results/regress/changes.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter::regress {

/// Compares requirements and means. The golden judges its flights by its own scenario. Metrics are
/// compared in pairs of samples where the golden holds them for all samples; else by their stored
/// means and standard deviations. `scenario` was flown, and has the margins.
WhatChanged find_changes(const golden::Comparable& both, const Scenario& scenario);

}  // namespace montecopter::regress
