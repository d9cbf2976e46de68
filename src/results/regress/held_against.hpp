#pragma once
/// Comparison of flights with a golden: the same comparison as `diff`, over the content of the
/// golden.

#include "record/reader.hpp"
#include "results/diff/options.hpp"
#include "results/golden/golden.hpp"
#include "results/regress/examination.hpp"
#include "scenario/model/scenario.hpp"

namespace montecopter::regress {

/// What may differ.
struct Permitted {
  diff::CompareOptions tolerances;
  std::vector<std::string> keys;  ///< keys or tables of the scenario; "": any
};

/// Fills verdict, worst, details, changed_keys, not_compared and diff_json. `path` is the path of
/// the golden, for messages; `scenario` was flown, and sets how to compare.
void hold_against(const golden::Golden& there, const std::string& path,
                  const record::ResultFile& flown, const Scenario& scenario,
                  const Permitted& permitted, Examination& examination);

}  // namespace montecopter::regress
