/// montecopter check: reads a scenario and reports every problem at once.

#include <fmt/format.h>

#include <memory>

#include "base/text.hpp"
#include "commands.hpp"
#include "plan/plan.hpp"
#include "scenario/load.hpp"
#include "simulate/loop_stability.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

struct Request {
  std::string scenario;
  std::vector<std::string> overrides;
  bool resolved = false, points = false;
};

/// The points of the sweep as CSV: number and value of each swept parameter.
std::string points_csv(const SweepGrid& sweep) {
  std::string text = "point";
  for (std::size_t axis = 0; axis < sweep.axes(); ++axis) text += "," + sweep.path(axis);
  text += "\n";
  for (std::int64_t point = 0; point < sweep.points(); ++point) {
    text += fmt::format("{}", point);
    for (std::size_t axis = 0; axis < sweep.axes(); ++axis) {
      text += "," + format_double(sweep.value(axis, point));
    }
    text += "\n";
  }
  return text;
}

ExitCode check(const Request& request) {
  const LoadedScenario loaded = load_scenario(request.scenario, request.overrides);
  for (const Problem& warning : loaded.warnings) remark(warning.text() + "\n");
  const Plan plan = make_plan(loaded);
  for (const Problem& warning : loop_warnings(plan, loaded.controller_at)) {
    remark(warning.text() + "\n");
  }
  if (request.points) {
    answer(points_csv(plan.sweep));
    return ExitCode::ok;
  }
  if (request.resolved) {
    answer(loaded.resolved);
    return ExitCode::ok;
  }
  const std::string points =
      plan.sweep.axes() == 0
          ? ""
          : fmt::format("{} points of {} samples: ", plan.sweep.points(), plan.samples_per_point);
  answer(fmt::format(
      "{}: ok. {}{} samples of {} steps of {:.6g} s ({:.6g} s), {} traced with {} rows each.\n",
      plan.scenario.name, points, plan.layout.samples, plan.time.steps, plan.time.step_s,
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
  command->add_flag("--points", request->points, "Print the points of the sweep as CSV")
      ->excludes("--resolved");
  command->footer(
      "Examples:\n"
      "  montecopter check hover.toml\n"
      "  montecopter check hover.toml --set integrator.rate_hz=1000 --resolved");
  command->callback([request, &exit_code] { exit_code = check(*request); });
}

}  // namespace montecopter::cli
