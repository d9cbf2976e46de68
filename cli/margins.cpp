/// montecopter margins: stability margins of the closed loops of a scenario.

#include <limits>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "core/base/error.hpp"
#include "options.hpp"
#include "plan/plan.hpp"
#include "remarks.hpp"
#include "scenario/load.hpp"
#include "streams.hpp"
#include "vehicle/stability/left_out_effects.hpp"
#include "vehicle/stability/margin_report.hpp"

namespace montecopter::cli {
namespace {

struct MarginsRequest {
  std::string scenario;
  std::vector<std::string> overrides;
  std::optional<std::string> point;
  bool json = false, curves = false;
};

MarginReport reported(const LoadedScenario& loaded, std::int64_t point,
                      const MarginsRequest& request, Remarks& remarks) try {
  const Plan plan = make_plan(loaded);
  MarginReport report = report_margins(plan, point, loaded.controller_at, request.curves);
  remarks.warn_all(left_out_warnings(plan, loaded.controller_at, point));
  return report;
} catch (const NoHoverError& none) {
  if (request.json) answer(no_margins_json(loaded.scenario.name, point, none.reason));
  throw;
}

ExitCode margins(const MarginsRequest& request) {
  if (request.curves && !request.json) {
    throw Error(ExitCode::usage,
                Problem{"--curves", "does not apply here", "only JSON has curves", "Add --json"});
  }
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  const std::int64_t point = request.point ? whole_number("--point", *request.point, 0, most) : 0;
  Remarks remarks = remarks_on_stderr();
  const LoadedScenario loaded = load_scenario(request.scenario, request.overrides);
  remarks.warn_all(loaded.warnings);
  const MarginReport report = reported(loaded, point, request, remarks);
  answer(request.json ? margin_json(report, request.curves) : margin_text(report, table_width()));
  return report.margins.is_stable ? ExitCode::ok : ExitCode::no;
}

}  // namespace

Command margins_command() {
  auto request = std::make_shared<MarginsRequest>();
  return {
      .name = "margins",
      .doc =
          "Compute gain, phase, delay and disk margins of the control loops at hover; exit 1 if "
          "they are unstable",
      .options =
          {
              scenario_argument(request->scenario),
              set_option(request->overrides,
                         "Override a key, e.g. --set controller.delay_s=0.004 (repeatable)"),
              {"--point", &request->point, "Point of the sweep; default: 0", "N"},
              {"--json", &request->json, "Print JSON"},
              {"--curves", &request->curves,
               "With --json: add frequency responses of the loops, and step responses of the "
               "measured signals"},
          },
      .footer =
          "Examples:\n"
          "  montecopter margins flight.toml\n"
          "  montecopter margins flight.toml --set controller.rate_hz=250 --json\n"
          "  montecopter margins gains.toml --point 3",
      .run = [request] { return margins(*request); },
  };
}

}  // namespace montecopter::cli
