#pragma once
/// Verdicts of samples in a design that was repeated (lhs or sobol with replicates).

#include <cstdint>

#include "results/requirements/judged_group.hpp"

namespace montecopter {

/// Bounds for a design with repetitions: Student's t over what each of them says. Where all say the
/// same (no flight violates a requirement, say) that shows nothing of what is rare, and the bounds
/// of independent samples, which are the wider, stay.
void judge_repetitions(const Requirement& requirement, const JudgedGroup& group,
                       std::int64_t repetitions, Judgement& out);

/// The finding of two claims that both have to hold (statistics::all_hold()). Each bound alone has
/// the confidence, and the verdict has it.
statistics::Finding both(const statistics::Finding& a, const statistics::Finding& b,
                         double confidence);

}  // namespace montecopter
