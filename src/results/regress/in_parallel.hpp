#pragma once
/// Scenarios examined side by side, each in a process of its own: one that crashes or runs out of
/// memory is one broken case, and the others are flown all the same.

#include <functional>
#include <vector>

#include "results/regress/examine.hpp"

namespace montecopter::regress {

/// Takes the examinations in the order of the cases, each as soon as it and all before it are done.
using Take = std::function<void(const Examination&)>;

/// Examines the cases, `processes` at a time. `stop` is asked between answers: when it says true,
/// the processes are ended, and what is not done is not taken. Call from a process with one thread.
void examine_in_parallel(const std::vector<Case>& cases, const HowToExamine& how, int processes,
                         const std::function<bool()>& stop, const Take& take);

}  // namespace montecopter::regress
