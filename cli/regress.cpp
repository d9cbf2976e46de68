/// montecopter regress: flies all scenarios of a folder, and compares them with their goldens.

#include "core/base/counted.hpp"
#include "results/regress/annotations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "core/base/input_file.hpp"
#include "core/base/junit.hpp"
#include "core/base/text.hpp"
#include "interrupt.hpp"
#include "regress_request.hpp"
#include "results/diff/profile.hpp"
#include "results/diff/scenario_keys.hpp"
#include "results/golden/format.hpp"
#include "results/regress/last_failed.hpp"
#include "scenario/load.hpp"
#include "streams.hpp"
#include "verdict_files.hpp"

namespace montecopter::cli {
namespace {

struct RegressRequest : ExaminationOptions {
  bool last_failed = false, json = false, github = false;
  VerdictFiles files;
};

/// Selects the cases that did not pass last time, with --last-failed.
void take_last_failed(const RegressRequest& request, regress::ScenarioRequest& wanted) {
  if (!request.last_failed) return;
  const auto names = regress::read_last_failed(regress::folder_of(request.path));
  if (!names || names->empty()) {
    remark(names ? "note: no scenario failed last time: all are flown\n"
                 : "note: no earlier run is known: all are flown\n");
    return;
  }
  wanted.only_names = true;
  wanted.names = *names;
}

void keep_failed(const RegressRequest& request, const regress::Findings& findings) {
  std::vector<std::string> names;
  for (const regress::Examination& one : findings.cases) {
    if (regress::exit_code(one.verdict) != ExitCode::ok) names.push_back(one.name);
  }
  if (regress::write_last_failed(regress::folder_of(request.path), names)) return;
  remark(fmt::format("{}: note: the list of failed scenarios cannot be stored for --last-failed\n",
                     request.path));
}

/// Notes the files that the processes of the cases read, because this process must not overwrite
/// them.
void note_files(const std::vector<regress::Case>& cases) {
  for (const regress::Case& one : cases) {
    try {
      (void)load_scenario(one.scenario);
    } catch (const Error&) {  // its own examination reports the error
    }
    for (const std::string& file : {one.golden, one.page}) {
      std::string why;
      (void)read_input_file(file, 0, why);
    }
  }
}

/// All keys of the scenarios and of their goldens, as far as they can be read.
std::vector<std::string> known_keys(const std::vector<regress::Case>& cases) {
  std::vector<std::string> all;
  const auto add = [&](const auto& resolved) {
    try {
      for (std::string& key : diff::keys_of(resolved())) all.push_back(std::move(key));
    } catch (const Error&) {  // its own examination reports the error
    }
  };
  for (const regress::Case& one : cases) {
    add([&] { return load_scenario(one.scenario).resolved; });
    add([&] { return golden::read_golden(one.golden).resolved_text(); });
  }
  return all;
}

/// Refuses unknown keys: a misspelt key would silently permit nothing.
void require_known_keys(const RegressRequest& request, const std::vector<regress::Case>& cases) {
  if (request.across.empty() || request.across == std::vector<std::string>{""}) return;
  const std::vector<std::string> keys = known_keys(cases);
  for (const std::string& permitted : request.across) {
    const auto is_permitted = [&](const std::string& key) { return diff::permits(permitted, key); };
    if (std::any_of(keys.begin(), keys.end(), is_permitted)) continue;
    const auto near = near_name(permitted, keys);
    throw Error(ExitCode::usage,
                Problem{"--across", fmt::format("no scenario has the key '{}'", permitted), "",
                        near ? fmt::format("Did you mean '{}'?", *near)
                             : "Name a key or a table of a resolved scenario"});
  }
}

ExitCode run_regress(const RegressRequest& request) {
  regress::ScenarioRequest wanted = wanted_cases(request);
  take_last_failed(request, wanted);
  const std::vector<regress::Case> cases = cases_to_examine(request, wanted);
  require_known_keys(request, cases);
  if (request.files.any()) note_files(cases);
  if (request.profile) (void)diff::load_profile(*request.profile);
  VerdictOutput files(request.files);
  const regress::Lines lines(names_of(cases));
  if (!request.json) answer_verdicts(lines.head());
  const auto findings = examine_all(request, cases, true, [&](const regress::Examination& one) {
    if (!request.json) answer_verdicts_now(lines.line(one));
  });
  if (const auto code = signal_exit_code()) {
    remark(fmt::format("interrupted: {} of {} {} compared with their goldens\n",
                       findings.cases.size(), counted(cases.size(), "scenario"),
                       verb(findings.cases.size(), "was", "were")));
    return *code;
  }
  keep_failed(request, findings);
  if (request.json) {
    answer(regress::findings_json(findings).print() + "\n");
  } else {
    for (const regress::Examination& one : findings.cases)
      answer_verdicts(regress::details_text(one));
    answer_verdicts(fmt::format("\n{} ({:.1f} s)\n", findings.summary(), findings.wall_s));
  }
  if (request.github) {
    remark(regress::annotations(
        findings, [&](const regress::Examination& one) { return scenario_of(cases, one.name); }));
  }
  files.finish([&] { return junit_text(regress::findings_junit(findings)); },
               [&] { return regress::findings_markdown(findings); },
               [&] { return regress::findings_html(findings); });
  return findings.exit_code();
}

}  // namespace

Command regress_command() {
  auto request = std::make_shared<RegressRequest>();
  const Options own = {
      Option{"--across", &request->across,
             "Also compare flights whose scenario differs from the golden in these keys or tables; "
             "without a key, in any",
             "KEY"}
          .or_alone(),
      {"--last-failed", &request->last_failed, "Only scenarios that did not pass last time"},
      {"--json", &request->json, "Print JSON"},
      {"--github", &request->github,
       "Also annotate a pull request on GitHub: print its workflow commands on stderr"},
  };
  const Options page = {
      {"--html", &request->files.html, "Also write one HTML page for a pull request", "FILE.html"}};
  return {
      .name = "regress",
      .doc = "Fly all scenarios of a folder, and compare each with its golden",
      .options = joined(
          {examination_options(*request), own,
           verdict_options(request->files, "Also write JUnit XML, with a case for each scenario",
                           "Also write Markdown for a pull request"),
           page}),
      .footer =
          "The golden of NAME.toml is NAME.golden beside it. `montecopter bless` writes goldens; "
          "this command never does.\n"
          "Exit code 6: the machine failed (disk, memory, a crash); else 3: a golden is missing, "
          "or the "
          "scenario changed or cannot be read; else 1: flights differ; else 0.\n"
          "Examples:\n"
          "  montecopter regress scenarios/regression\n"
          "  montecopter regress scenarios/regression -k gust -k ekf\n"
          "  montecopter regress scenarios/regression --last-failed\n"
          "  montecopter regress flights --across controller integrator --html regress.html\n"
          "  montecopter regress scenarios/regression --junit regress.xml --markdown regress.md",
      .run = [request] { return run_regress(*request); },
  };
}

}  // namespace montecopter::cli
