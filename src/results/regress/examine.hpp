#pragma once
/// Flies one scenario and compares it with its golden.
///
/// Steps of examine(). It reads the golden, if there is one. It loads and plans the scenario, with
/// traces of the samples of the golden and of a new one. It flies into a result file in a temporary
/// folder. It reduces the result to the content of the golden (results/golden/reduce.hpp) and
/// compares both as `diff` does. Then it makes a new golden.

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
  /// Keys or tables of scenarios that may differ from the golden; "": any.
  std::vector<std::string> across = {};
  bool needs_golden = false;  ///< a scenario without a golden is not flown
};

/// Examines one case. All errors are in the verdict; it throws only std::bad_alloc.
Examination examine(const Case& examined, const HowToExamine& how);

}  // namespace montecopter::regress
