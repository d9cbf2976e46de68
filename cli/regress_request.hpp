#pragma once
/// Common parts of `regress` and `bless`: choice of scenarios, their flights, and reports.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "results/regress/in_parallel.hpp"
#include "results/regress/report.hpp"

namespace montecopter::cli {

struct ExaminationOptions {
  std::string path;
  std::optional<std::string> pattern, processes, profile;
  std::vector<std::string> words, across;
  std::string lanes = "auto";
};

Options examination_options(ExaminationOptions& options);

regress::ScenarioRequest wanted_cases(const ExaminationOptions& options);

/// The cases that options select. Error(usage) if there is none.
std::vector<regress::Case> cases_to_examine(const ExaminationOptions& options,
                                            const regress::ScenarioRequest& wanted);

std::vector<std::string> names_of(const std::vector<regress::Case>& cases);

/// The path of a case's scenario.
std::string scenario_of(const std::vector<regress::Case>& cases, const std::string& name);

/// Examines the cases in processes, until all are done or a signal comes; `take` gets each in
/// order. With `needs_golden`, scenarios without a golden are not flown.
regress::Findings examine_all(const ExaminationOptions& options,
                              const std::vector<regress::Case>& cases, bool needs_golden,
                              const regress::Take& take);

}  // namespace montecopter::cli
