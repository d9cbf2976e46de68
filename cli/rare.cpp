/// montecopter rare: the probability that a flight violates a requirement, by subset simulation or
/// importance sampling.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "core/base/counted.hpp"
#include "core/base/json.hpp"
#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "core/statistics/claim.hpp"
#include "flying.hpp"
#include "interrupt.hpp"
#include "options.hpp"
#include "output_file.hpp"
#include "remarks.hpp"
#include "results/requirements/judge.hpp"
#include "scenario/derived/flights_sha256.hpp"
#include "scenario/write.hpp"
#include "search.hpp"
#include "simulate/dispatch.hpp"
#include "streams.hpp"
#include "vehicle/rare/importance_sampling.hpp"
#include "vehicle/rare/searched_flights.hpp"

namespace montecopter::cli {
namespace {

using statistics::Verdict;

struct RareRequest : SearchOptions {
  std::string scenario, requirement;
  std::vector<std::string> overrides;
  std::string per_level = "5000", most = "100000", confidence = "0.95", method = "subset";
  std::optional<std::string> seed, flights, shard;
  bool json = false, force = false;
};

/// The estimate with the facts that its text needs.
struct RareAnswer {
  std::string scenario, flights_sha256, requirement, statement, unit;
  double allowed = 0;  ///< probability of a violation
  double confidence = 0;
  std::vector<std::string> noise;
  SubsetEstimate estimate;
  /// What only importance sampling knows.
  struct Weights {
    double largest = 0;
    std::size_t laws = 0;
  };
  std::optional<Weights> weights;

  Verdict verdict() const {
    if (!estimate.reached) return Verdict::undecided;
    if (estimate.interval.high <= allowed) return Verdict::met;
    return estimate.interval.low > allowed ? Verdict::violated : Verdict::undecided;
  }
  ExitCode exit_code() const {
    const Verdict found = verdict();
    return found == Verdict::met        ? ExitCode::ok
           : found == Verdict::violated ? ExitCode::no
                                        : ExitCode::inconclusive;
  }
};

std::string probability_text(double p) {
  return std::isnan(p) ? "unknown" : fmt::format("{:.3g}", p);
}

constexpr double least_effective = 100, most_weight = 0.1;

/// Signs that the interval may be too narrow.
std::vector<Problem> doubts(const RareAnswer& answer) {
  const SubsetEstimate& found = answer.estimate;
  std::vector<Problem> all;
  const auto doubt = [&](std::string what, std::string why, std::string suggestion) {
    all.push_back({fmt::format("requirement.{}", answer.requirement), std::move(what),
                   std::move(why), std::move(suggestion)});
  };
  if (answer.weights && found.reached) {
    const double weight = answer.weights->largest;
    if (found.effective < least_effective || weight > most_weight) {
      doubt("the weights degenerate",
            fmt::format("the violations have {:.0f} effective samples, and one has {:.2g} of the "
                        "weight; with many inputs, or noise that decides, no law fits",
                        found.effective, weight),
            "Use --method subset, or raise --per-level");
    }
    return all;
  }
  if (!found.reached) {
    const std::string flights = counted(found.evaluations, "flight");
    std::string why = flights + " did not reach it: the probability is smaller than they show";
    if (answer.weights)
      why = flights + " gave no estimate";
    else if (found.probability > 0)
      why = flights + " reached it too rarely for the last level";
    doubt("the levels ended before the limit", why,
          "Raise --most, or check that the metric can reach the limit");
    return all;
  }
  const double most = *std::max_element(found.islands.begin(), found.islands.end());
  if (most > 0.5 * found.probability * static_cast<double>(found.islands.size())) {
    doubt("the estimate rests on one of eight populations",
          "the others may have missed a way to fail", "Raise --per-level");
  }
  if (found.roots < 20) {
    doubt(fmt::format("all violations descend from {} of the first flights", found.roots),
          "other ways to fail may be missing", "Raise --per-level");
  }
  const auto least = [&](double SubsetLevel::*acceptance) {
    double lowest = 1;
    for (const SubsetLevel& level : found.levels) lowest = std::min(lowest, level.*acceptance);
    return lowest;  // a NaN, of a level without such moves, is skipped
  };
  if (const double a = least(&SubsetLevel::acceptance); a < 0.1) {
    doubt("the chains did not mix",
          fmt::format("only {:.2g} of the moves at a level were accepted", a), "Raise --per-level");
  }
  if (const double a = least(&SubsetLevel::noise_acceptance); a < 0.05) {
    doubt("the violations depend on the noise",
          fmt::format(
              "only {:.2g} of the moves with new noise were accepted; noise has no small moves", a),
          "Compare the intervals of several --seed");
  }
  return all;
}

std::string importance_levels_text(const RareAnswer& answer) {
  Table table{{"level", fmt::format("beyond the bound [{}]", answer.unit), "flights"}, {}};
  for (std::size_t i = 0; i < answer.estimate.levels.size(); ++i) {
    const SubsetLevel& level = answer.estimate.levels[i];
    table.rows.push_back({fmt::format("{}", i + 1), significant(level.threshold, 4),
                          fmt::format("{}", level.evaluations)});
  }
  return table_text(table, table_width());
}

std::string importance_text(const RareAnswer& answer) {
  const SubsetEstimate& found = answer.estimate;
  return importance_levels_text(answer) +
         fmt::format(
             "{}, the last of {}; {}; effective samples: {:.0f}; largest weight: {:.2g} of the "
             "estimate\n",
             counted(found.evaluations, "flight"),
             answer.weights->laws == 1 ? std::string("one fitted law")
                                       : fmt::format("{} fitted laws", answer.weights->laws),
             counted(found.last.size(), "violation"), found.effective, answer.weights->largest);
}

std::string levels_text(const RareAnswer& answer) {
  const bool has_noise = !answer.noise.empty();
  Table table{
      {"level", fmt::format("beyond the bound [{}]", answer.unit), "flights", "step", "accepted"},
      {}};
  if (has_noise) table.header.push_back("with new noise");
  const std::int64_t first = static_cast<std::int64_t>(answer.estimate.last.size());
  table.rows.push_back({"1", "all", fmt::format("{}", first), "-", "-"});
  if (has_noise) table.rows.back().push_back("-");
  for (std::size_t i = 0; i < answer.estimate.levels.size(); ++i) {
    const SubsetLevel& level = answer.estimate.levels[i];
    table.rows.push_back({fmt::format("{}", i + 2), significant(level.threshold, 4),
                          fmt::format("{}", level.evaluations), fmt::format("{:.2f}", level.step),
                          fmt::format("{:.2f}", level.acceptance)});
    if (has_noise) table.rows.back().push_back(fmt::format("{:.2f}", level.noise_acceptance));
  }
  return table_text(table, table_width());
}

std::string noise_text(const RareAnswer& answer) {
  if (answer.noise.empty()) return "Only the inputs are random.\n";
  return fmt::format(
      "Noise ({}): a move keeps it or draws it anew. Both keep the law of the flights, so that the "
      "estimate is valid; it needs more flights where violations depend on the noise.\n",
      join(answer.noise));
}

std::string text_of(const RareAnswer& answer) {
  const SubsetEstimate& found = answer.estimate;
  std::string text =
      fmt::format("{}: P(not {}) = {}, {:.4g} % interval {} to {}: {} (at most {:.3g})\n",
                  answer.requirement, answer.statement, probability_text(found.probability),
                  100 * answer.confidence, probability_text(found.interval.low),
                  probability_text(found.interval.high), name_of(answer.verdict()), answer.allowed);
  if (answer.weights) {
    return text + importance_text(answer) +
           (answer.noise.empty()
                ? noise_text(answer)
                : fmt::format("Noise ({}) is drawn anew in each flight.\n", join(answer.noise)));
  }
  text += levels_text(answer);
  text += fmt::format(
      "{}; effective samples of the last level: {:.0f}; violations descend from {} of the first "
      "flights\n",
      counted(found.evaluations, "flight"), found.effective, found.roots);
  return text + noise_text(answer);
}

Json json_of(const RareAnswer& answer) {
  const SubsetEstimate& found = answer.estimate;
  Json out = Json::object();
  out.set("scenario", Json::text(answer.scenario));
  out.set("flights_sha256", Json::text(answer.flights_sha256));
  out.set("requirement", Json::text(answer.requirement));
  out.set("statement", Json::text(answer.statement)).set("unit", Json::text(answer.unit));
  out.set("verdict", Json::text(name_of(answer.verdict())))
      .set("allowed", Json::number(answer.allowed));
  out.set("probability", Json::number(found.probability));
  out.set("low", Json::number(found.interval.low)).set("high", Json::number(found.interval.high));
  out.set("confidence", Json::number(answer.confidence));
  out.set("reached", Json::boolean(found.reached));
  out.set("flights", Json::number(found.evaluations));
  out.set("effective_samples", Json::number(found.effective));
  const bool is_subset = !answer.weights;
  out.set("method", Json::text(is_subset ? "subset" : "importance"));
  out.set("first_flights_of_violations", is_subset ? Json::number(found.roots) : Json());
  out.set("largest_weight", is_subset ? Json() : Json::number(answer.weights->largest));
  out.set("fitted_laws", is_subset ? Json() : Json::number(answer.weights->laws));
  Json populations = Json::array(), levels = Json::array();
  for (const double p : found.islands) populations.add(Json::number(p));
  for (const SubsetLevel& level : found.levels) {
    Json one = Json::object();
    one.set("beyond", Json::number(level.threshold));
    one.set("flights", Json::number(level.evaluations));
    const auto of_chains = [&](double value) { return is_subset ? Json::number(value) : Json(); };
    one.set("probability", of_chains(level.probability));
    one.set("low", of_chains(level.interval.low)).set("high", of_chains(level.interval.high));
    one.set("step", of_chains(level.step)).set("acceptance", of_chains(level.acceptance));
    one.set("noise_acceptance", of_chains(level.noise_acceptance));
    levels.add(one);
  }
  out.set("populations", populations).set("levels", levels);
  return out.set("noise", Json::texts(answer.noise));
}

void require_rare(const RareAnswer& answer) {
  if (!(answer.estimate.probability > most_rare_probability)) return;
  throw Error(
      ExitCode::usage,
      Problem{"--requirement",
              fmt::format("about {:.2g} of all flights violate it", answer.estimate.probability),
              fmt::format("`rare` is for probabilities below {}", most_rare_probability),
              "Use `montecopter run`, which judges plain samples"});
}

/// The violations of the last level, each once, as a scenario.
std::string violations_toml(const RareAnswer& answer, const SearchedFlights& flights) {
  std::vector<RarePoint> points;
  std::vector<std::int64_t> seen;
  for (const RareState& state : answer.estimate.last) {
    if (!(state.beyond > 0)) continue;
    if (std::find(seen.begin(), seen.end(), state.evaluation) != seen.end()) continue;
    seen.push_back(state.evaluation);
    points.push_back(state.point);
  }
  if (points.empty()) return {};
  return write_scenario(flights.scenario_of(points));
}

void require_usable(const RareRequest& request) {
  if (request.method != "subset" && request.method != "importance") {
    throw Error(ExitCode::usage,
                Problem{"--method", fmt::format("there is no method '{}'", request.method), "",
                        "The methods are subset and importance"});
  }
  if (request.shard) {
    throw Error(ExitCode::refused, Problem{"--shard", "`rare` cannot be divided into shards",
                                           "each level depends on all flights of the level before",
                                           "Use --threads, or other seeds on other machines"});
  }
  if (request.flights) require_writable(*request.flights, request.force, "--flights");
}

SubsetSettings settings_of(const RareRequest& request, const Scenario& scenario) {
  SubsetSettings settings;
  settings.samples =
      static_cast<std::size_t>(whole_number("--per-level", request.per_level, 400, 10'000'000)) /
      settings.islands;
  settings.most_evaluations =
      whole_number("--most", request.most,
                   static_cast<std::int64_t>(settings.islands * settings.samples) *
                       (request.method == "importance" ? 3 : 2) / 2,
                   1'000'000'000'000);
  settings.seed = static_cast<std::uint64_t>(
      request.seed ? whole_number("--seed", *request.seed, 0, 9'223'372'036'854'775'807)
                   : scenario.monte_carlo.seed);
  settings.confidence = positive_number("--confidence", request.confidence, 0.9999);
  return settings;
}

ExitCode rare(const RareRequest& request, Search& search) {
  Remarks remarks = search.leads() ? remarks_on_stderr() : Remarks();
  require_usable(request);
  LoadedScenario loaded = load_scenario(request.scenario, request.overrides);
  loaded.scenario.output.traces = "none";
  remarks.warn_all(loaded.warnings);
  require_one_campaign(loaded.scenario, "rare");
  const std::string metric = judged_metric_of(loaded.scenario, request.requirement);
  SubsetSettings settings = settings_of(request, loaded.scenario);
  (void)stop_on_signals();
  Plan plan = plan_to_fly(loaded);
  try_programs(plan, choose_kernel("auto"), loaded.controller_at, search.mode());
  const int threads = search.begin(plan, request,
                                   fmt::format("rare {} {} {} {}", request.method, settings.samples,
                                               settings.seed, request.requirement));
  const SearchedFlights flights(loaded, std::move(plan),
                                {.requirement = request.requirement, .metric = metric},
                                choose_kernel("auto"), threads);
  const auto& requirement =
      std::get<ProbabilityRequirement>(loaded.scenario.requirement.at(request.requirement));
  RareAnswer answer;
  answer.scenario = loaded.scenario.name;
  answer.flights_sha256 = flights_sha256(loaded.resolved);
  answer.requirement = request.requirement;
  answer.statement = bounds_text(metric, requirement);
  for (const PlannedMetric& one : flights.plan().metrics()) {
    if (one.name == metric) answer.unit = one.unit;
  }
  answer.allowed = 1 - requirement.probability;
  answer.confidence = settings.confidence;
  answer.noise = flights.noise();
  settings.dimensions = flights.space().dimensions();
  settings.has_noise = !answer.noise.empty();
  if (settings.dimensions == 0 && request.method == "importance") {
    throw Error(ExitCode::usage,
                Problem{"--method", "no input is dispersed",
                        "importance sampling moves inputs alone", "Use --method subset"});
  }
  if (settings.dimensions == 0 && !settings.has_noise) {
    throw Error(ExitCode::usage, Problem{request.scenario, "nothing is random", "",
                                         "Disperse an input: [disperse.\"PATH\"]"});
  }
  const Performance fly = [&](std::span<const RarePoint> points) {
    return search.fly(points, [&](std::span<const RarePoint> part) { return flights.fly(part); });
  };
  if (request.method == "importance") {
    ImportanceEstimate found = importance_sampling(settings, fly);
    answer.weights = {found.largest_weight, found.parts};
    answer.estimate = std::move(found);
  } else {
    answer.estimate = subset_simulation(settings, fly);
  }
  search.end();
  if (!search.leads()) return ExitCode::ok;
  require_rare(answer);
  remarks.warn_all(doubts(answer));
  const std::string found = request.flights ? violations_toml(answer, flights) : "";
  if (request.flights && found.empty()) {
    remarks.warn_all({{"--flights", "no violation was found, so nothing was written", "",
                       "Raise --most or --per-level"}});
  }
  cli::answer(request.json ? json_of(answer).print() + "\n" : text_of(answer));
  if (!found.empty()) {
    OutputFile file(*request.flights, request.force, "--flights");
    file.add(found);
    file.finish();
  }
  return answer.exit_code();
}

}  // namespace

Command rare_command() {
  auto request = std::make_shared<RareRequest>();
  return {
      .name = "rare",
      .doc =
          "Estimate the small probability that a flight violates a requirement; exit 1 if it is "
          "too large",
      .options =
          {
              scenario_argument(request->scenario),
              Option{"--requirement", &request->requirement,
                     "Name of a requirement with 'probability' on a metric", "NAME"}
                  .required(),
              {"--method", &request->method,
               "Subset simulation, or importance sampling over the inputs alone; default: subset",
               "subset|importance"},
              {"--per-level", &request->per_level, "Flights of each level; default: 5000", "N"},
              {"--most", &request->most, "Most flights; default: 100000", "N"},
              {"--confidence", &request->confidence, "Coverage of the interval; default: 0.95",
               "X"},
              {"--seed", &request->seed, "Seed of the search; default: monte_carlo.seed", "N"},
              search_threads_option(*request),
              resume_option(*request),
              set_option(request->overrides,
                         "Override a key, e.g. --set requirement.tilt.at_most=60 (repeatable)"),
              {"--flights", &request->flights,
               "Write the violations found as a scenario, which flies them again", "FILE.toml"},
              {"--shard", &request->shard,
               "Refused: each level depends on all flights of the level before", "I/N"},
              {"--force", &request->force, "Replace a file that exists"},
              {"--json", &request->json, "Print JSON"},
          },
      .footer =
          "Examples:\n"
          "  montecopter rare gust.toml --requirement tilt\n"
          "  montecopter rare gust.toml --requirement tilt --method importance\n"
          "  montecopter rare gust.toml --requirement tilt --per-level 10000 --flights worst.toml\n"
          "  montecopter rare gust.toml --requirement tilt --resume tilt.search\n"
          "The dispersed inputs move by small steps. Noise is kept or drawn anew at each move: "
          "both keep the law of the flights, so that the estimate is valid.\n"
          "Exit codes: 0 the interval lies below the allowed probability, 1 it lies above, 4 it "
          "contains it, or the levels end before the limit.",
      .run =
          [request] {
            return search_in_all([&](Search& search) { return rare(*request, search); });
          },
  };
}

}  // namespace montecopter::cli
