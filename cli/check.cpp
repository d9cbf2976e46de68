/// montecopter check: reads a scenario and reports every problem at once.

#include <fmt/format.h>

#include <memory>

#include "commands.hpp"
#include "core/base/text.hpp"
#include "options.hpp"
#include "plan/plan.hpp"
#include "plan/same_flights.hpp"
#include "plan_text.hpp"
#include "record/lay_out.hpp"
#include "remarks.hpp"
#include "scenario/load.hpp"
#include "simulate/programs.hpp"
#include "simulate/trim_warnings.hpp"
#include "streams.hpp"
#include "vehicle/performance/readiness.hpp"
#include "vehicle/performance/touchdown.hpp"
#include "vehicle/performance/validity_warnings.hpp"
#include "vehicle/stability/left_out_effects.hpp"
#include "vehicle/stability/loop_stability.hpp"
#include "vehicle/stability/margin_warnings.hpp"

namespace montecopter::cli {
namespace {

struct CheckRequest {
  std::string scenario;
  std::vector<std::string> overrides;
  bool resolved = false, points = false, json = false, strict = false;
};

/// The points of the sweep as CSV: number and value of each swept parameter.
std::string points_csv(const SweepGrid& sweep) {
  std::string text = "point";
  for (std::size_t axis = 0; axis < sweep.axes(); ++axis) text += "," + sweep.path(axis);
  text += "\n";
  for (std::int64_t point = 0; point < sweep.points(); ++point) {
    text += fmt::format("{}", point);
    for (std::size_t axis = 0; axis < sweep.axes(); ++axis) {
      text += "," + (sweep.set_names(axis).empty() ? format_double(sweep.value(axis, point))
                                                   : sweep.text(axis, point));
    }
    text += "\n";
  }
  return text;
}

std::string plan_json(const Plan& plan, const Remarks& remarks) {
  return fmt::format(
      "{{\"scenario\": {}, \"points\": {}, \"samples\": {}, \"steps\": {}, \"step_s\": {}, "
      "\"duration_s\": {}, \"traced_samples\": {}, \"trace_rows\": {}, \"file_bytes\": {}, {}}}\n",
      json_quote(plan.scenario.name), plan.sweep.points(), plan.layout.samples, plan.time.steps,
      json_number(plan.time.step_s), json_number(duration_s(plan)),
      plan.layout.trace_samples.size(), plan.outputs, record::expected_bytes(plan.layout),
      remarks.json_members());
}

/// Checks that the program of the controller exists and is the expected one. It is not run.
void check_programs(const Plan& plan, const std::string& where, Remarks& remarks) {
  if (!needs_programs(plan)) return;
  find_programs(plan, where);
  remarks.note(
      where +
      ": the controller is a program, which `check` does not run: loop stability is not checked");
  if (plan.scenario.simulation.initial.trimmed) {
    remarks.note(where +
                 ": simulation.initial.trimmed trims the vehicle only: the program starts from its "
                 "own initial state");
  }
}

ExitCode check(const CheckRequest& request) {
  Remarks remarks = remarks_on_stderr();
  const LoadedScenario loaded = load_scenario(request.scenario, request.overrides);
  remarks.warn_all(loaded.warnings);
  const Plan plan = make_plan(loaded);
  note_drawn_points(plan, remarks);
  remarks.warn_all(same_flight_warnings(plan));
  remarks.warn_all(readiness_problems(plan.scenario, duration_s(plan)));
  remarks.warn_all(validity_problems(plan.scenario));
  remarks.warn_all(flight_validity_problems(plan.scenario, duration_s(plan)));
  remarks.warn_all(touchdown_problems(plan.scenario, duration_s(plan)));
  remarks.warn_all(trim_warnings(plan));
  remarks.warn_all(loop_warnings(plan, loaded.controller_at));
  remarks.warn_all(margin_warnings(plan, loaded.controller_at));
  remarks.warn_all(left_out_warnings(plan, loaded.controller_at));
  check_programs(plan, loaded.controller_at, remarks);
  if (request.points) {
    answer(points_csv(plan.sweep));
  } else if (request.resolved) {
    answer(loaded.resolved);
  } else {
    request.json ? answer(plan_json(plan, remarks)) : answer_verdicts(plan_text(plan));
  }
  return verdict(remarks, request.strict, ExitCode::ok, ExitCode::usage);
}

}  // namespace

Command check_command() {
  auto request = std::make_shared<CheckRequest>();
  return {
      .name = "check",
      .doc = "Check a scenario and report all its problems at once",
      .options =
          {
              scenario_argument(request->scenario),
              set_option(request->overrides,
                         "Override a key, e.g. --set monte_carlo.samples=10 (repeatable)"),
              {"--resolved", &request->resolved,
               "Print the complete scenario: defaults, includes and overrides applied"},
              Option{"--points", &request->points, "Print the points of the sweep as CSV"}
                  .excluding({"--resolved"}),
              Option{"--json", &request->json, "Print the planned flights and the warnings as JSON"}
                  .excluding({"--resolved", "--points"}),
              {"--strict", &request->strict, "Treat warnings as errors: exit 2"},
          },
      .footer =
          "Examples:\n"
          "  montecopter check hover.toml\n"
          "  montecopter check hover.toml --set integrator.rate_hz=1000 --resolved",
      .run = [request] { return check(*request); },
  };
}

}  // namespace montecopter::cli
