#pragma once
/// One scenario, flown afresh and held against its golden.
///
/// examine() does, in this order: the golden is read, if there is one; the scenario is loaded and
/// planned, with traces of the samples that the golden holds and of those that a new one would; it
/// is flown into a result file in a folder of its own, which is removed again; the result is
/// reduced to what the golden holds (results/golden/reduce.hpp), and both are compared as `diff`
/// compares two results; and a new golden is made of it.

#include <string>

#include "results/diff/options.hpp"
#include "results/regress/examination.hpp"
#include "results/regress/find_scenarios.hpp"
#include "simulate/border/kernel_api.hpp"

namespace montecopter::regress {

struct HowToExamine {
  diff::CompareOptions tolerances = {};
  const Kernel* kernel = nullptr;
  int threads = 1;
  std::string folder = {};  ///< for result files while they are needed
};

/// Whatever goes wrong is in the verdict; nothing is thrown but std::bad_alloc.
Examination examine(const Case& examined, const HowToExamine& how);

}  // namespace montecopter::regress
