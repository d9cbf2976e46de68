/// montecopter check: reads a scenario and reports every problem at once.

#include <fmt/format.h>

#include <memory>

#include "commands.hpp"
#include "plan/plan.hpp"
#include "scenario/load.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

struct Request {
  std::string scenario;
  std::vector<std::string> overrides;
  bool resolved = false;
};

ExitCode check(const Request& request) {
  const LoadedScenario loaded = load_scenario(request.scenario, request.overrides);
  for (const Problem& warning : loaded.warnings) remark(warning.text() + "\n");
  const Plan plan = make_plan(loaded);
  if (request.resolved) {
    answer(loaded.resolved);
    return ExitCode::ok;
  }
  answer(fmt::format(
      "{}: ok. {} samples of {} steps of {:.6g} s ({:.6g} s), {} traced with {} rows each.\n",
      plan.scenario.name, plan.layout.samples, plan.time.steps, plan.time.step_s,
      static_cast<double>(plan.time.steps) * plan.time.step_s, plan.layout.trace_samples.size(),
      plan.outputs));
  return ExitCode::ok;
}

}  // namespace

void add_check(CLI::App& app, ExitCode& exit_code) {
  auto request = std::make_shared<Request>();
  CLI::App* command = app.add_subcommand("check", "Check a scenario; report all problems at once");
  command->add_option("scenario", request->scenario, "Scenario file (TOML)")
      ->type_name("FILE.toml")
      ->required();
  command
      ->add_option("--set", request->overrides,
                   "Override a key, e.g. --set monte_carlo.samples=10 (repeatable)")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false);
  command->add_flag("--resolved", request->resolved,
                    "Print the complete scenario: defaults, includes and overrides applied");
  command->footer(
      "Examples:\n"
      "  montecopter check hover.toml\n"
      "  montecopter check hover.toml --set integrator.rate_hz=1000 --resolved");
  command->callback([request, &exit_code] { exit_code = check(*request); });
}

}  // namespace montecopter::cli
