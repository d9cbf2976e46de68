/// montecopter worst: the flight with the largest value of a metric, or the farthest beyond a
/// requirement.

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
#include "core/statistics/chi_square.hpp"
#include "flying.hpp"
#include "interrupt.hpp"
#include "options.hpp"
#include "output_file.hpp"
#include "remarks.hpp"
#include "scenario/derived/flights_sha256.hpp"
#include "scenario/write.hpp"
#include "search.hpp"
#include "simulate/dispatch.hpp"
#include "streams.hpp"
#include "vehicle/rare/searched_flights.hpp"
#include "vehicle/rare/worst_search.hpp"

namespace montecopter::cli {
namespace {

struct WorstRequest : SearchOptions {
  std::string scenario;
  std::vector<std::string> overrides;
  std::optional<std::string> metric, requirement, seed, flights;
  std::string samples = "2000", within = "0.999", keep = "10";
  bool smallest = false, json = false, force = false;
};

struct WorstAnswer {
  std::string scenario, flights_sha256, sought, unit;
  double within = 0;
  WorstPoints found;
  std::vector<std::string> inputs;          ///< names of the draws
  std::vector<std::vector<double>> draws;   ///< of each of the worst flights
  std::vector<std::vector<double>> scores;  ///< standard normal scores of the draws
  double sign = 1;                          ///< of the printed value
  std::size_t batch = 0;                    ///< flights of each batch

  double value(double beyond) const { return sign * beyond; }
};

/// The value, or "failed": a flight without a number counts as infinite.
std::string value_text(const WorstAnswer& answer, double beyond) {
  return std::isfinite(beyond) ? significant(answer.value(beyond), 6) : "failed";
}

/// The radius that a fraction of all flights does not exceed: on it the density is the one of the
/// quantile. 8 is as far as a draw goes.
double radius_of(double within, std::size_t dimensions) {
  constexpr double farthest = 8;
  if (within >= 1) return farthest * std::sqrt(static_cast<double>(dimensions));
  return std::sqrt(statistics::chi_square_quantile(within, static_cast<double>(dimensions)));
}

std::string text_of(const WorstAnswer& answer) {
  std::string text =
      fmt::format("{}: {} [{}] after {} ({})\n", answer.sought,
                  value_text(answer, answer.found.best.front().beyond), answer.unit,
                  counted(answer.found.evaluations, "flight"),
                  answer.within < 1
                      ? fmt::format("among the {:.6g} % most plausible inputs", 100 * answer.within)
                      : "anywhere in the support of the inputs");
  Table table{{"rank", answer.sought}, {}};
  table.header.insert(table.header.end(), answer.inputs.begin(), answer.inputs.end());
  for (std::size_t i = 0; i < answer.draws.size(); ++i) {
    table.rows.push_back(
        {fmt::format("{}", i + 1), value_text(answer, answer.found.best[i].beyond)});
    for (const double draw : answer.draws[i]) table.rows.back().push_back(significant(draw, 5));
  }
  return text + table_text(table, table_width());
}

Json json_of(const WorstAnswer& answer) {
  Json out = Json::object(), flights = Json::array(), progress = Json::array();
  out.set("scenario", Json::text(answer.scenario));
  out.set("flights_sha256", Json::text(answer.flights_sha256));
  out.set("sought", Json::text(answer.sought));
  out.set("unit", Json::text(answer.unit)).set("within", Json::number(answer.within));
  out.set("flights", Json::number(answer.found.evaluations));
  out.set("starts", Json::number(answer.found.starts));
  out.set("flights_per_batch", Json::number(answer.batch));
  for (const double beyond : answer.found.progress) {
    progress.add(Json::number(answer.value(beyond)));
  }
  for (std::size_t i = 0; i < answer.draws.size(); ++i) {
    Json one = Json::object(), inputs = Json::array();
    one.set("value", Json::number(answer.value(answer.found.best[i].beyond)));
    for (std::size_t d = 0; d < answer.inputs.size(); ++d) {
      Json input = Json::object();
      input.set("name", Json::text(answer.inputs[d]));
      input.set("value", Json::number(answer.draws[i][d]));
      input.set("score", Json::number(answer.scores[i][d]));
      inputs.add(input);
    }
    flights.add(one.set("inputs", inputs));
  }
  return out.set("progress", progress).set("worst", flights);
}

JudgedNumber judged_of(const WorstRequest& request, const Scenario& scenario, const Plan& plan) {
  if (request.metric.has_value() == request.requirement.has_value()) {
    throw Error(ExitCode::usage, Problem{"--metric", "give either --metric or --requirement", "",
                                         "For example --metric max_tilt_deg"});
  }
  if (request.requirement) {
    if (!request.smallest)
      return {*request.requirement, judged_metric_of(scenario, *request.requirement)};
    throw Error(ExitCode::usage,
                Problem{"--smallest", "it belongs to --metric",
                        "a requirement says which side of its bounds is worse", "Leave it out"});
  }
  std::vector<std::string> names;
  for (const PlannedMetric& metric : plan.metrics()) names.push_back(metric.name);
  if (std::find(names.begin(), names.end(), *request.metric) == names.end()) {
    const auto near = near_name(*request.metric, names);
    throw Error(
        ExitCode::usage,
        Problem{"--metric", fmt::format("the scenario has no metric '{}'", *request.metric), "",
                near ? fmt::format("Did you mean '{}'?", *near)
                     : fmt::format("Its metrics are {}", join(names))});
  }
  return {{}, *request.metric, request.smallest};
}

WorstSettings settings_of(const WorstRequest& request, const Scenario& scenario,
                          const InputSpace& space) {
  if (space.dimensions() == 0) {
    throw Error(ExitCode::usage,
                Problem{request.scenario, "no input is drawn", "", "Add [disperse.\"PATH\"]"});
  }
  WorstSettings settings;
  settings.dimensions = space.dimensions();
  settings.radius = radius_of(positive_number("--within", request.within, 1), space.dimensions());
  settings.evaluations = whole_number("--samples", request.samples, 64, 1'000'000'000);
  settings.keep = static_cast<std::size_t>(whole_number("--keep", request.keep, 1, 1000));
  settings.seed = static_cast<std::uint64_t>(
      request.seed ? whole_number("--seed", *request.seed, 0, 9'223'372'036'854'775'807)
                   : scenario.monte_carlo.seed);
  return settings;
}

/// What is sought, its unit and the sign of its values.
void describe(const WorstRequest& request, const Plan& plan, const std::string& metric,
              WorstAnswer& answer) {
  answer.sought = request.requirement ? *request.requirement + ": beyond its bound"
                  : request.smallest  ? "smallest " + metric
                                      : "largest " + metric;
  answer.sign = request.smallest ? -1 : 1;
  for (const PlannedMetric& one : plan.metrics()) {
    if (one.name == metric) answer.unit = one.unit;
  }
  for (const Dispersion& input : plan.dispersions) answer.inputs.push_back(input.column_name());
}

void write_flights(const WorstRequest& request, const WorstAnswer& answer,
                   const SearchedFlights& flights) {
  if (!request.flights) return;
  std::vector<RarePoint> points;
  for (const RareState& state : answer.found.best) points.push_back(state.point);
  OutputFile file(*request.flights, request.force, "--flights");
  file.add(write_scenario(flights.scenario_of(points)));
  file.finish();
}

ExitCode worst(const WorstRequest& request, Search& search) {
  Remarks remarks = search.leads() ? remarks_on_stderr() : Remarks();
  if (request.flights) require_writable(*request.flights, request.force, "--flights");
  LoadedScenario loaded = load_scenario(request.scenario, request.overrides);
  loaded.scenario.output.traces = "none";
  remarks.warn_all(loaded.warnings);
  require_one_campaign(loaded.scenario, "worst");
  (void)stop_on_signals();
  Plan plan = plan_to_fly(loaded);
  const JudgedNumber judged = judged_of(request, loaded.scenario, plan);
  try_programs(plan, choose_kernel("auto"), loaded.controller_at, search.mode());
  const WorstSettings settings = settings_of(request, loaded.scenario, InputSpace(plan));
  const int threads =
      search.begin(plan, request,
                   fmt::format("worst {} {} {} {} {}", judged.requirement, judged.metric,
                               judged.is_smallest, settings.radius, settings.seed));
  const SearchedFlights flights(loaded, std::move(plan), judged, choose_kernel("auto"), threads);
  WorstAnswer answer;
  answer.scenario = loaded.scenario.name;
  answer.flights_sha256 = flights_sha256(loaded.resolved);
  answer.within = positive_number("--within", request.within, 1);
  answer.batch = settings.batch;
  describe(request, flights.plan(), judged.metric, answer);
  answer.found = search_worst(settings, [&](std::span<const RarePoint> points) {
    return search.fly(points, [&](std::span<const RarePoint> part) { return flights.fly(part); });
  });
  search.end();
  if (!search.leads()) return ExitCode::ok;
  for (const RareState& state : answer.found.best) {
    answer.draws.push_back(flights.sample_of(state.point).inputs);
    answer.scores.push_back(flights.space().scores(state.point.z));
  }
  cli::answer(request.json ? json_of(answer).print() + "\n" : text_of(answer));
  write_flights(request, answer, flights);
  return ExitCode::ok;
}

}  // namespace

Command worst_command() {
  auto request = std::make_shared<WorstRequest>();
  return {
      .name = "worst",
      .doc =
          "Search for the flight with the largest value of a metric, or the farthest beyond a "
          "requirement",
      .options =
          {
              scenario_argument(request->scenario),
              {"--metric", &request->metric, "Name of the metric to maximise", "NAME"},
              {"--smallest", &request->smallest, "Search for its smallest value"},
              {"--requirement", &request->requirement,
               "Name of a requirement: search for the flight farthest beyond its bound", "NAME"},
              {"-n,--samples", &request->samples, "Number of flights; default: 2000", "N"},
              {"--within", &request->within,
               "Search the most plausible inputs, which hold this fraction of all flights; 1: all; "
               "default: 0.999",
               "X"},
              {"--keep", &request->keep, "Number of the worst flights to keep; default: 10", "N"},
              {"--seed", &request->seed, "Seed of the search; default: monte_carlo.seed", "N"},
              search_threads_option(*request),
              resume_option(*request),
              set_option(request->overrides,
                         "Override a key, e.g. --set vehicle.mass_kg=1.2 (repeatable)"),
              {"--flights", &request->flights,
               "Write the worst flights as a scenario, which flies them again", "FILE.toml"},
              {"--force", &request->force, "Replace a file that exists"},
              {"--json", &request->json, "Print JSON"},
          },
      .footer =
          "Examples:\n"
          "  montecopter worst gust.toml --metric max_tilt_deg\n"
          "  montecopter worst gust.toml --requirement carried --flights regress/worst.toml\n"
          "Each flight meets noise of its own. A flight that fails counts as worse than any value.",
      .run =
          [request] {
            return search_in_all([&](Search& search) { return worst(*request, search); });
          },
  };
}

}  // namespace montecopter::cli
