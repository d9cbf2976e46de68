/// montecopter tune: gains of a controller from the required properties of its loop.

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "core/base/error.hpp"
#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "core/base/wrapped.hpp"
#include "options.hpp"
#include "output_file.hpp"
#include "plan/plan.hpp"
#include "remarks.hpp"
#include "scenario/derived/controls.hpp"
#include "scenario/load_structure.hpp"
#include "streams.hpp"
#include "tune_robust.hpp"
#include "vehicle/performance/validity_warnings.hpp"
#include "vehicle/tune/proposal.hpp"

namespace montecopter::cli {
namespace {

struct TuneRequest {
  std::string scenario;
  std::vector<std::string> overrides;
  std::optional<std::string> law, bandwidth, phase_margin, gain_margin, peak, moment, step, point,
      output;
  RobustTuneOptions robust;
  bool force = false, json = false, is_robust = false;
};

constexpr double most_rad_s = 1e4, most_phase_deg = 90, most_gain_db = 60, most_step = 1e3,
                 most_peak_deg = 180, most_moment_n_m = 1e6;

GainWish wish_of(const TuneRequest& request) {
  GainWish wish;
  const auto number = [](const char* option, const std::optional<std::string>& text, double most,
                         auto& value) {
    if (text) value = positive_number(option, *text, most);
  };
  number("--bandwidth", request.bandwidth, most_rad_s, wish.bandwidth_rad_s);
  number("--phase-margin", request.phase_margin, most_phase_deg, wish.phase_deg);
  number("--gain-margin", request.gain_margin, most_gain_db, wish.gain_db);
  number("--peak", request.peak, most_peak_deg, wish.peak_deg);
  number("--moment", request.moment, most_moment_n_m, wish.moment_n_m);
  number("--step", request.step, most_step, wish.step);
  return wish;
}

void require_law_exists(const std::string& law) {
  if (std::find(tuned_laws.begin(), tuned_laws.end(), law) != tuned_laws.end()) return;
  const std::vector<std::string> laws(tuned_laws.begin(), tuned_laws.end());
  const auto near = near_name(law, laws);
  throw Error(ExitCode::usage,
              Problem{"--law", fmt::format("cannot propose gains for '{}'", law), "",
                      near ? "Did you mean '" + *near + "'?" : "The laws are " + join(laws)});
}

void require_outputs_fit(const TuneRequest& request) {
  if (request.force && !request.output) {
    throw Error(ExitCode::usage, Problem{"--force", "needs --output"});
  }
  if (request.output) require_writable(*request.output, request.force, "--output");
}

void write_file(const TuneRequest& request, const GainProposal& proposal) {
  OutputFile out(*request.output, request.force);
  out.add(controller_toml(proposal, TableForm::in_file));
  out.finish();
}

std::string written_text(const TuneRequest& request, const GainProposal& proposal) {
  std::string text =
      fmt::format("{0}: gains of {1}; to fly them: [controller] include = {2}\n", *request.output,
                  proposal.report.controller, toml_quote(*request.output));
  for (const std::string& note : proposal.notes) text += wrapped(note, 2, usual_table_width);
  return text;
}

GainProposal proposed(const LoadedStructure& structure, std::int64_t point, const std::string& law,
                      const GainWish& wish, bool json) try {
  const LoadedScenario& loaded = structure.loaded;
  return propose_gains(make_plan(loaded), point, law, wish, loaded.controller_at,
                       structure.has_gains, json);
} catch (const NoSuchGains& none) {
  if (json) answer(no_gains_json(structure.loaded.scenario.name, law, wish, none.reason));
  throw;
}

/// Options about the linear loop say nothing about flights.
void require_robust_alone(const TuneRequest& request) {
  for (const auto& [option, given] :
       {std::pair{"--law", &request.law}, std::pair{"--bandwidth", &request.bandwidth},
        std::pair{"--phase-margin", &request.phase_margin},
        std::pair{"--gain-margin", &request.gain_margin}, std::pair{"--peak", &request.peak},
        std::pair{"--moment", &request.moment}, std::pair{"--step", &request.step},
        std::pair{"--point", &request.point}}) {
    if (!*given) continue;
    throw Error(ExitCode::usage,
                Problem{option, "cannot be combined with --robust",
                        "--robust judges flights by the requirements alone", "Leave one out"});
  }
}

ExitCode tune(const TuneRequest& request) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  const GainWish wish = wish_of(request);
  const std::int64_t point = request.point ? whole_number("--point", *request.point, 0, most) : 0;
  if (request.law) require_law_exists(*request.law);
  require_outputs_fit(request);
  Remarks remarks = remarks_on_stderr();
  if (request.is_robust) {
    require_robust_alone(request);
    return tune_robust(request.scenario, request.overrides, request.robust, request.output,
                       request.force, request.json, remarks);
  }
  const LoadedStructure structure = load_structure(request.scenario, request.overrides);
  const LoadedScenario& loaded = structure.loaded;
  remarks.warn_all(loaded.warnings);
  remarks.warn_all(validity_problems(loaded.scenario));
  if (request.output) require_not_read(*request.output);
  const std::string law =
      request.law.value_or(std::string(controller_type(*loaded.scenario.controller)));
  const GainProposal proposal = proposed(structure, point, law, wish, request.json);
  if (request.output) write_file(request, proposal);
  if (request.json) {
    answer(proposal_json(proposal, request.output.value_or("")));
  } else if (request.output) {
    answer(written_text(request, proposal));
  } else {
    answer(controller_toml(proposal, TableForm::in_scenario));
  }
  return ExitCode::ok;
}

}  // namespace

Command tune_command() {
  auto request = std::make_shared<TuneRequest>();
  return {
      .name = "tune",
      .doc =
          "Propose controller gains for a bandwidth or for stability margins: with sampling and "
          "delay; exit 1 if the vehicle cannot reach them",
      .options =
          {
              scenario_argument(request->scenario),
              {"--law", &request->law, "Control law to tune; default: the law of the scenario",
               fmt::format("{}", fmt::join(tuned_laws, "|"))},
              {"--bandwidth", &request->bandwidth,
               "Bandwidth of roll and pitch in rad/s, with the loop broken at the command; "
               "default: the largest found",
               "X"},
              {"--phase-margin", &request->phase_margin,
               "Smallest phase margin of each commanded axis, in degrees; default: 45, or 30 with "
               "--bandwidth",
               "X"},
              {"--gain-margin", &request->gain_margin,
               "Smallest gain margin of each commanded axis, in dB; default: 6", "X"},
              {"--peak", &request->peak,
               "Largest tilt after the disturbing moment, in degrees; default: the tilt of PX4's "
               "default gains on this vehicle if a candidate reaches it, else 10 % above the "
               "smallest",
               "X"},
              {"--moment", &request->moment,
               "Step of a disturbing moment about x or y, in N m; default: the moment of a lost "
               "rotor",
               "X"},
              {"--step", &request->step,
               "Step command that must not saturate the rotors, in m, or in rad/s for a rate "
               "controller; default: 1",
               "X"},
              {"--point", &request->point, "Point of the sweep; default: 0", "N"},
              {"--robust", &request->is_robust,
               "Start at the gains of the scenario, and search by flights for the largest smallest "
               "margin to its requirements over the dispersions"},
              {"--flights", &request->robust.flights,
               "With --robust: number of flights of the search; default: 20000", "N"},
              {"--samples", &request->robust.samples,
               "With --robust: flights of each candidate, the same for all; default: 100", "N"},
              {"--held-out", &request->robust.held_out,
               "With --robust: other flights, which give the verdict; default: 1000", "N"},
              {"-j,--threads", &request->robust.threads,
               "With --robust: number of threads; default: all processors that this process may "
               "use",
               "N"},
              set_option(request->overrides,
                         "Override a key, e.g. --set controller.delay_s=0.004 (repeatable)"),
              {"-o,--output", &request->output,
               "Controller file to write, for [controller] include; default: the table on stdout",
               "FILE.toml"},
              {"--force", &request->force, "Replace the file if it exists"},
              {"--json", &request->json, "Print JSON"},
          },
      .footer =
          "Examples:\n"
          "  montecopter tune flight.toml\n"
          "  montecopter tune flight.toml --law px4 --phase-margin 50 -o px4.toml\n"
          "  montecopter tune flight.toml --bandwidth 20 --json\n"
          "  montecopter tune flight.toml --law px4 --moment 0.3 --peak 2\n"
          "  montecopter tune flight.toml --robust -o robust.toml",
      .run = [request] { return tune(*request); },
  };
}

}  // namespace montecopter::cli
