#include "tune_robust.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <sstream>
#include <utility>

#include "core/base/counted.hpp"
#include "core/base/json.hpp"
#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "flying.hpp"
#include "interrupt.hpp"
#include "options.hpp"
#include "output_file.hpp"
#include "results/requirements/report.hpp"
#include "scenario/load.hpp"
#include "simulate/dispatch.hpp"
#include "simulate/flights_in_memory.hpp"
#include "streams.hpp"
#include "vehicle/rare/robust_gains.hpp"
#include "vehicle/tune/proposal.hpp"

namespace montecopter::cli {
namespace {

struct RobustAnswer {
  std::string scenario;
  RobustSettings settings;
  RobustGains found;
  std::int64_t held_out = 0;
  Judgements before, after;  ///< of the held-out flights

  bool is_better() const { return found.margin > found.margin_before; }
};

/// Flies a scenario as all candidates do.
class RobustFlights {
 public:
  explicit RobustFlights(int threads) : threads_(threads) {}

  FlightsInMemory operator()(const LoadedScenario& loaded) const {
    if (const auto code = signal_exit_code())
      throw Error(*code, "interrupted: nothing was written.");
    const Kernel& kernel = choose_kernel("auto");
    Plan plan = plan_to_fly(loaded);
    try_programs(plan, kernel, loaded.controller_at);
    return {std::move(plan), kernel, {}, threads_};
  }

 private:
  int threads_;
};

/// Verdicts of flights with another seed, which the search has not seen.
Judgements judge_held_out(LoadedScenario loaded, const Scenario& scenario, std::int64_t count,
                          const RobustFlights& fly) {
  loaded.scenario = scenario;
  loaded.scenario.monte_carlo.samples = count;
  auto& seed = loaded.scenario.monte_carlo.seed;
  seed = seed == std::numeric_limits<std::int64_t>::max() ? 0 : seed + 1;
  const FlightsInMemory flights = fly(loaded);
  return judge(flights.plan(), flights.blocks());
}

std::string verdict_table(const RobustAnswer& answer) {
  Table table{{"requirement", "before", "verdict", "now", "verdict"}, {}};
  for (std::size_t i = 0; i < answer.after.rows.size(); ++i) {
    const Judgement &old = answer.before.rows[i], &now = answer.after.rows[i];
    table.rows.push_back({now.name + ": " + now.statement, observed_text(old),
                          std::string(name_of(old.verdict())), observed_text(now),
                          std::string(name_of(now.verdict()))});
  }
  return table_text(table, 98);
}

std::string margin_text(double margin) {
  return std::isfinite(margin) ? significant(margin, 3) : "none (too many flights fail)";
}

std::string text_of(const RobustAnswer& answer) {
  std::string text =
      fmt::format("Robust gains for {}, found by `montecopter tune --robust`: {} with {} each.\n",
                  answer.scenario, counted(answer.found.candidates, "candidate"),
                  counted(answer.settings.samples, "flight"));
  text +=
      answer.is_better()
          ? fmt::format("Smallest margin to the requirements in these flights: {}, before {}.\n",
                        margin_text(answer.found.margin), margin_text(answer.found.margin_before))
          : "No candidate has a larger smallest margin than the gains of the scenario.\n";
  for (const GainFactor& one : answer.found.factors) {
    text += fmt::format("{}: times {}\n", one.path, significant(one.factor, 4));
  }
  text += fmt::format("Verdict of {} that the search has not seen:\n",
                      counted(answer.held_out, "other flight"));
  std::istringstream lines(text + verdict_table(answer));
  std::string commented;
  for (std::string line; std::getline(lines, line);) commented += "# " + line + "\n";
  return commented + "\n";
}

Json json_of(const RobustAnswer& answer, const std::string& written) {
  Json out = Json::object(), factors = Json::array();
  out.set("scenario", Json::text(answer.scenario));
  out.set("better", Json::boolean(answer.is_better()));
  out.set("candidates", Json::number(answer.found.candidates));
  out.set("samples", Json::number(answer.settings.samples));
  out.set("flights", Json::number(answer.found.flights));
  out.set("margin", Json::number(answer.found.margin));
  out.set("margin_before", Json::number(answer.found.margin_before));
  for (const GainFactor& one : answer.found.factors) {
    factors.add(
        Json::object().set("path", Json::text(one.path)).set("factor", Json::number(one.factor)));
  }
  out.set("factors", factors).set("held_out", Json::number(answer.held_out));
  out.set("requirements_before", judgements_json(answer.before));
  out.set("requirements", judgements_json(answer.after));
  out.set("toml", Json::text("[controller]\n" +
                             controller_keys(*answer.found.scenario.controller, "controller")));
  return out.set("written", Json::text(written));
}

}  // namespace

ExitCode tune_robust(const std::string& path, const std::vector<std::string>& overrides,
                     const RobustTuneOptions& options, const std::optional<std::string>& output,
                     bool force, bool json, Remarks& remarks) {
  std::vector<std::string> all = overrides;
  all.emplace_back("output.traces=none");
  const LoadedScenario loaded = load_scenario(path, all);
  remarks.warn_all(loaded.warnings);
  RobustAnswer found;
  found.scenario = loaded.scenario.name;
  found.settings.samples = whole_number("--samples", options.samples, 10, 1'000'000);
  found.settings.flights =
      whole_number("--flights", options.flights, 32 * found.settings.samples, 1'000'000'000'000);
  found.settings.seed = static_cast<std::uint64_t>(loaded.scenario.monte_carlo.seed);
  found.held_out = whole_number("--held-out", options.held_out, 10, 1'000'000'000);
  const RobustFlights fly(threads_wanted(options.threads));
  (void)stop_on_signals();
  found.found = robust_gains(loaded, found.settings, fly);
  found.before = judge_held_out(loaded, loaded.scenario, found.held_out, fly);
  found.after = judge_held_out(loaded, found.found.scenario, found.held_out, fly);
  const std::string comments = text_of(found);
  const Controller& controller = *found.found.scenario.controller;
  if (output) {
    OutputFile file(*output, force);
    file.add(comments + controller_keys(controller, ""));
    file.finish();
  }
  if (json) {
    answer(json_of(found, output.value_or("")).print() + "\n");
  } else {
    answer(comments + (output ? "" : "[controller]\n" + controller_keys(controller, "controller")));
  }
  return found.after.exit_code();
}

}  // namespace montecopter::cli
