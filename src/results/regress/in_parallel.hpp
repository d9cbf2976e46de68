#pragma once
/// Examines scenarios in parallel, each in its own process. A crash or a lack of memory breaks one
/// case only; the others are still flown.

#include <functional>
#include <vector>

#include "results/regress/examine.hpp"

namespace montecopter::regress {

/// Takes the examinations in the order of the cases, each as soon as it and all earlier ones are
/// done.
using Take = std::function<void(const Examination&)>;

/// Examines the cases, `processes` at a time. `stop` is called between answers: when it returns
/// true, the processes are ended and unfinished cases are dropped. Call it from a process with one
/// thread.
void examine_in_parallel(const std::vector<Case>& cases, const HowToExamine& how, int processes,
                         const std::function<bool()>& stop, const Take& take);

}  // namespace montecopter::regress
