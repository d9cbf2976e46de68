#pragma once
/// Verdicts for repeated sampling designs (lhs or sobol with replicates).

#include <cstdint>

#include "results/requirements/judged_group.hpp"

namespace montecopter {

/// Sets bounds for a design with repetitions: Student's t over the results of the repetitions.
/// Where all repetitions agree (no flight violates a requirement, say), they show nothing about
/// rare events. Then the wider bounds of independent samples stay.
void judge_repetitions(const Requirement& requirement, const JudgedGroup& group,
                       std::int64_t repetitions, Judgement& out);

/// The finding of two claims that must both hold (statistics::all_hold()). Each bound alone and the
/// verdict have the confidence.
statistics::Finding both(const statistics::Finding& a, const statistics::Finding& b,
                         double confidence);

}  // namespace montecopter
