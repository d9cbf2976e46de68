#include "regress_request.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "interrupt.hpp"
#include "options.hpp"
#include "record/partial.hpp"
#include "results/diff/profile.hpp"
#include "simulate/dispatch.hpp"
#include "streams.hpp"
#include "temporary_folder.hpp"

namespace montecopter::cli {
Options examination_options(ExaminationOptions& options) {
  return {
      Option{"PATH", &options.path, "Folder of scenarios, or one scenario", "FOLDER"}.required(),
      {"--pattern", &options.pattern,
       "Only scenarios whose file name matches this pattern, e.g. 'hover*.toml'; default: '*.toml'",
       "GLOB"},
      Option{"-k", &options.words, "Only scenarios whose name contains this text (repeatable)",
             "NAME"}
          .one_by_one(),
      {"--profile", &options.profile,
       "Tolerance profile, as in `diff --profile`; default: the same bits", "FILE.toml"},
      {"-j,--threads", &options.processes,
       "Number of scenarios flown at once; default: all processors that this process may use", "N"},
      lanes_option(
          options.lanes,
          "Instruction set, or a graphics card; the bits are the same, only the speed differs"),
  };
}

regress::ScenarioRequest wanted_cases(const ExaminationOptions& options) {
  regress::ScenarioRequest wanted;
  if (options.pattern) wanted.pattern = *options.pattern;
  wanted.words = options.words;
  return wanted;
}

std::vector<regress::Case> cases_to_examine(const ExaminationOptions& options,
                                            const regress::ScenarioRequest& wanted) {
  std::vector<regress::Case> cases = regress::find_cases(options.path, wanted);
  if (!cases.empty()) return cases;
  const bool all = wanted.pattern == "*.toml" && wanted.words.empty() && !wanted.only_names;
  throw Error(
      ExitCode::usage,
      Problem{options.path, all ? "there are no scenarios" : "no scenario matches these options",
              "", "A scenario is a file named *.toml with a line `schema = 1`"});
}

std::vector<std::string> names_of(const std::vector<regress::Case>& cases) {
  std::vector<std::string> names;
  for (const regress::Case& one : cases) names.push_back(one.name);
  return names;
}

std::string scenario_of(const std::vector<regress::Case>& cases, const std::string& name) {
  const auto found = std::find_if(cases.begin(), cases.end(),
                                  [&](const regress::Case& one) { return one.name == name; });
  return found == cases.end() ? name : found->scenario;
}

regress::Findings examine_all(const ExaminationOptions& options,
                              const std::vector<regress::Case>& cases, bool needs_golden,
                              const regress::Take& take) {
  const int wanted = threads_wanted(options.processes);
  const int side_by_side = std::min(wanted, static_cast<int>(cases.size()));
  regress::HowToExamine how;
  if (options.profile) how.tolerances = diff::load_profile(*options.profile);
  how.kernel = &choose_kernel(options.lanes);
  how.threads = std::max(1, wanted / side_by_side);
  how.across = options.across;
  how.needs_golden = needs_golden;
  (void)stop_on_signals();
  for (const regress::Case& one : cases) {  // left by a `bless` that was killed
    for (const std::string& file : {one.golden, one.page}) {
      for (const std::string& message : record::clear_partials(file)) remark(message + "\n");
    }
  }
  std::optional<FinishesFlights> finishes;  // outlives the folder
  const TemporaryFolder folder("the flights");
  how.folder = folder.path();
  regress::Findings findings{.folder = options.path, .cases = {}};
  const auto start = std::chrono::steady_clock::now();
  regress::examine_in_parallel(
      cases, how, side_by_side,
      [&] {
        // Files of stopped work are removed, however long that takes.
        if (signal_exit_code() && !finishes) finishes.emplace();
        return finishes.has_value();
      },
      [&](const regress::Examination& one) {
        findings.cases.push_back(one);
        take(one);
      });
  findings.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return findings;
}

}  // namespace montecopter::cli
