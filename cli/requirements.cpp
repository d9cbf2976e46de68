/// montecopter requirements: assesses a result by the requirements of its scenario, or of another
/// one.

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "commands.hpp"
#include "core/base/text.hpp"
#include "options.hpp"
#include "record/reader.hpp"
#include "remarks.hpp"
#include "result_request.hpp"
#include "results/requirements/judge.hpp"
#include "results/requirements/report.hpp"
#include "results/summarise/sampling.hpp"
#include "scenario/load.hpp"
#include "streams.hpp"
#include "verdict_files.hpp"

namespace montecopter::cli {
namespace {

struct RequirementsRequest : ResultRequest {
  std::optional<std::string> scenario;
  std::vector<std::string> overrides;
  VerdictFiles files;
  bool json = false, latex = false;
};

/// The scenario with the requirements: the named one, else the scenario of the file.
LoadedScenario load(const RequirementsRequest& request, const record::ResultFile& file) {
  if (request.scenario) return load_scenario(*request.scenario, request.overrides);
  require_scenario(file);
  return load_scenario_text(file.resolved_text(), file.path(), ".", request.overrides);
}

void require_some(const RequirementsRequest& request, const Scenario& scenario,
                  const record::ResultFile& file) {
  if (const auto shard = shard_of(file)) {
    throw Error(
        ExitCode::refused,
        Problem{request.file,
                fmt::format("it is shard {} of its campaign, but requirements need all samples",
                            shard->text()),
                "", "Merge the shards: montecopter merge ... -o ALL.h5"});
  }
  if (sampling_of(file).is_chosen) {
    throw Error(
        ExitCode::refused,
        Problem{request.file,
                "it holds selected samples (monte_carlo.only), which do not represent all flights",
                "", "Assess the campaign from which they were selected"});
  }
  if (!scenario.requirement.empty()) return;
  throw Error(
      ExitCode::usage,
      Problem{request.scenario.value_or(request.file), "the scenario has no requirements", "",
              "Give a scenario that has some with --of, or add [requirement.NAME] with --set"});
}

ExitCode requirements(const RequirementsRequest& request) {
  if (request.json && request.latex) {
    throw Error(ExitCode::usage, Problem{"--latex", "cannot go with --json",
                                         "one answer has one format", "Leave one out"});
  }
  Remarks remarks = remarks_on_stderr();
  const auto file = open_result(request, remarks);
  remarks.warn_as_kept(file.warnings(), file.path());
  const Scenario scenario = load(request, file).scenario;
  require_some(request, scenario, file);
  VerdictOutput files(request.files);
  const Judgements judgements = judge(scenario, file, read_samples(file));
  if (request.json) {
    Json out = Json::object();
    out.set("scenario", Json::text(scenario.name)).set("file", Json::text(file.path()));
    out.set("content_sha256", Json::text(file.content_sha256()));
    out.set("requirements", judgements_json(judgements));
    answer(out.print() + "\n");
  } else if (request.latex) {
    answer("% " + scenario.name + "\n" + judgements_latex(judgements));
  } else {
    answer_verdicts(judgements_text(judgements, table_width()));
  }
  files.finish([&] { return junit_text(judgements_junit(judgements, scenario.name)); },
               [&] { return judgements_markdown(judgements); });
  return judgements.exit_code();
}

}  // namespace

Command requirements_command() {
  auto request = std::make_shared<RequirementsRequest>();
  const Options own = {
      {"--of", &request->scenario,
       "Use the requirements of this scenario, not of the scenario in the file", "FILE.toml"},
      set_option(request->overrides,
                 "Override a key, e.g. --set requirement.tilt.at_most=30 (repeatable)"),
      {"--json", &request->json, "Print JSON"},
      {"--latex", &request->latex, "Print a table for LaTeX (package booktabs)"},
  };
  return {
      .name = "requirements",
      .doc = "Assess the requirements of a scenario by its flights: met, violated or undecided",
      .options = joined({result_options(*request), own, requirement_file_options(request->files)}),
      .footer =
          "Examples:\n"
          "  montecopter requirements gust.h5\n"
          "  montecopter requirements gust.h5 --set requirement.tilt.at_most=30 --json\n"
          "  montecopter requirements gust.h5 --latex > verdicts.tex\n"
          "  montecopter requirements gust.h5 --of stricter.toml --junit verdicts.xml\n"
          "Exit codes: 0 all requirements are met, 1 a requirement is violated, 4 a requirement is "
          "undecided.",
      .run = [request] { return requirements(*request); },
  };
}

}  // namespace montecopter::cli
