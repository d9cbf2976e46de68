/// montecopter plan: previews a campaign: its draws, its flight time, and what its samples can
/// prove.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>
#include <optional>

#include "commands.hpp"
#include "core/base/counted.hpp"
#include "core/base/index.hpp"
#include "core/base/json.hpp"
#include "core/base/table.hpp"
#include "core/base/text.hpp"
#include "core/base/wrapped.hpp"
#include "core/statistics/sample_size.hpp"
#include "core/statistics/what_samples_show.hpp"
#include "correlation_text.hpp"
#include "flying.hpp"
#include "options.hpp"
#include "plan/plan.hpp"
#include "plan/same_flights.hpp"
#include "plan_text.hpp"
#include "record/lay_out.hpp"
#include "remarks.hpp"
#include "results/requirements/success_claim.hpp"
#include "scenario/derived/random_streams.hpp"
#include "scenario/load.hpp"
#include "simulate/dispatch.hpp"
#include "simulate/flights_in_memory.hpp"
#include "simulate/programs.hpp"
#include "simulate/setup/random_consumers.hpp"
#include "streams.hpp"
#include "vehicle/rare/searched_flights.hpp"

namespace montecopter::cli {
namespace {

struct PlanRequest {
  std::string scenario;
  std::vector<std::string> overrides;
  std::optional<std::string> samples, threads;
  bool json = false, csv = false, no_trial = false;
};

/// The speed of some flights in one thread.
struct Trial {
  std::int64_t samples = 0;
  double steps_per_s = 0;
  double wall_s = 0;
};

Trial fly_rows(Plan plan, std::int64_t count) {
  std::vector<std::int64_t> rows(static_cast<std::size_t>(count));
  std::iota(rows.begin(), rows.end(), std::int64_t{0});
  const double steps = static_cast<double>(count * plan.time.steps);
  const auto start = std::chrono::steady_clock::now();
  const FlightsInMemory flights(std::move(plan), choose_kernel("auto"), std::move(rows));
  const double wall_s =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return {count, steps / std::max(wall_s, 1e-9), wall_s};
}

/// Flies a sample for each lane, and more if they take at most about a second: metrics by formula
/// may cost more than the flight.
Trial fly_trial(const LoadedScenario& loaded) {
  LoadedScenario untraced = loaded;
  untraced.scenario.output.traces = "none";
  Plan plan = plan_to_fly(untraced);
  constexpr double most_steps = 1e7, most_s = 1.0;
  constexpr std::int64_t least = 8;
  const auto fitting = static_cast<std::int64_t>(most_steps / static_cast<double>(plan.time.steps));
  const std::int64_t count =
      std::min(plan.layout.samples, std::clamp<std::int64_t>(fitting, least, block_rows));
  if (count <= least) return fly_rows(std::move(plan), count);
  const Trial first = fly_rows(plan, least);
  const double all_s = first.wall_s * static_cast<double>(count) / least;
  return all_s > most_s ? first : fly_rows(std::move(plan), count);
}

/// Flight time of the whole campaign on a number of threads [s], without the time to write the
/// file.
double flight_time_s(const Plan& plan, const Trial& trial, int threads) {
  return static_cast<double>(plan.layout.samples) * static_cast<double>(plan.time.steps) /
         (trial.steps_per_s * threads);
}

/// A time as text: "0.8 s", "12 min", "3.4 h".
std::string time_text(double time_s) {
  if (time_s < 120) return fmt::format("{:.2g} s", time_s);
  if (time_s < 7200) return fmt::format("{:.2g} min", time_s / 60);
  return fmt::format("{:.2g} h", time_s / 3600);
}

std::string distribution_name(const Dispersion& dispersion) {
  return std::visit([](const auto& d) { return std::string(d.type_name); },
                    dispersion.distribution);
}

Table inputs_table(const Plan& plan) {
  Table table{{"dispersed input", "distribution", "numbers", "unit"}, {}};
  for (const Dispersion& dispersion : plan.dispersions) {
    table.rows.push_back({dispersion.column_name().substr(3), distribution_name(dispersion),
                          fmt::format("{}", dispersion.nominals.size()), dispersion.unit});
  }
  return table;
}

/// The table in one block. If the terminal is too narrow, columns are left out in the given order;
/// each position counts in the table of that moment.
std::string one_block(Table table, std::vector<std::size_t> may_be_left_out) {
  while (true) {
    const std::string text = table_text(table, table_width());
    const Index lines = count_where(text, [](char c) { return c == '\n'; });
    if (lines <= table.rows.size() + 1 || may_be_left_out.empty()) return text;
    const auto column = static_cast<std::ptrdiff_t>(may_be_left_out.front());
    may_be_left_out.erase(may_be_left_out.begin());
    table.header.erase(table.header.begin() + column);
    for (auto& row : table.rows) row.erase(row.begin() + column);
  }
}

/// Table of the consumers of random numbers, with stream and count. The name of a stream says what
/// it drives, so a narrow table leaves that column out first; --json has all.
std::string streams_text(const std::vector<RandomConsumer>& consumers) {
  if (consumers.empty()) return "no random numbers are drawn\n";
  const auto count = [](const std::optional<std::int64_t>& number) {
    return number ? fmt::format("{}", *number) : std::string("-");
  };
  Table table{{"random stream", "driven quantity", "numbers", "rate [Hz]", "per flight", "total"},
              {}};
  for (const RandomConsumer& one : consumers) {
    table.rows.push_back({one.stream, one.drives, fmt::format("{}", one.numbers),
                          one.rate_hz ? fmt::format("{:.6g}", *one.rate_hz) : "-",
                          count(one.in_flight), count(one.in_all)});
  }
  return one_block(std::move(table), {1, 2, 1});
}

Json streams_json(const std::vector<RandomConsumer>& consumers) {
  const auto count = [](const std::optional<std::int64_t>& number) {
    return number ? Json::number(*number) : Json();
  };
  Json all = Json::array();
  for (const RandomConsumer& one : consumers) {
    all.add(Json::object()
                .set("stream", Json::text(one.stream))
                .set("drives", Json::text(one.drives))
                .set("numbers", Json::number(one.numbers))
                .set("rate_hz", one.rate_hz ? Json::number(*one.rate_hz) : Json())
                .set("in_flight", count(one.in_flight))
                .set("in_all", count(one.in_all)));
  }
  return all;
}

std::string frozen_text(const Scenario& scenario) {
  const std::vector<std::string> names = frozen_streams(scenario);
  if (names.empty()) return "";
  return wrapped("the same in all samples: " + join(names), 0, answer_width());
}

/// Whether it is known what a number of samples proves: only for independent samples.
bool says_what_samples_show(const Plan& plan) {
  return has_independent_samples(plan.scenario.monte_carlo.design);
}

/// Number of samples that prove a claim if none violates it; nullopt: more than 10^12.
std::optional<std::size_t> least_samples(const statistics::ProportionClaim& claim) {
  const std::size_t count = statistics::samples_to_prove(claim.bound, claim.confidence);
  return count > 0 ? std::optional(count) : std::nullopt;
}

/// A range as text: "4" or "2 to 4".
std::string range_text(std::size_t low, std::size_t high) {
  return low == high ? fmt::format("{}", low) : fmt::format("{} to {}", low, high);
}

/// The least number of samples as text: "299", or in a family "299 to 526", for the claim at its
/// last and its first step.
std::string least_samples_text(const statistics::ProportionClaim& last,
                               const statistics::ProportionClaim& first) {
  const auto low = least_samples(last), high = least_samples(first);
  if (!low) return "more than 10^12";
  return high ? range_text(*low, *high) : fmt::format("{} to more than 10^12", *low);
}

/// Number of verdicts that are judged together: all requirements at all points, or each alone.
std::size_t family_size(const Plan& plan) {
  if (!plan.scenario.monte_carlo.judge_as_family) return 1;
  return plan.scenario.requirement.size() * static_cast<std::size_t>(plan.sweep.points());
}

/// Text such as "violated from 16 on", or in a family "violated from 16 to 19 on".
std::string violated_text(const statistics::FamilyCounts& counts) {
  const auto &first = counts.first.violated_from, &last = counts.last.violated_from;
  if (!last) return "never violated";
  if (!first) return fmt::format("violated from {} on if not first", *last);
  return fmt::format("violated from {} on", range_text(*last, *first));
}

/// The verdicts that n samples can give for a claim among m that are judged together.
std::string showing_text(const statistics::ProportionClaim& claim, std::size_t n, std::size_t m) {
  const statistics::FamilyCounts counts = statistics::deciding_counts_of_member(claim, n, m);
  const auto &first = counts.first.met_up_to, &last = counts.last.met_up_to;
  const statistics::ProportionClaim strictest = statistics::first_of_family(claim, m);
  std::string text;
  if (first) {
    text = fmt::format("met with up to {} {} that {} it", range_text(*first, *last),
                       *last == 1 ? "sample" : "samples", verb(*last, "violates", "violate"));
  } else if (last) {
    text = fmt::format(
        "met with up to {} that {} it if not first (if first, it takes {} samples without a "
        "violation)",
        counted(*last, "sample"), verb(*last, "violates", "violate"),
        least_samples_text(strictest, strictest));
  } else {
    text = fmt::format("cannot be met: that takes {} samples without a violation",
                       least_samples_text(claim, strictest));
  }
  text += (last ? ", " : "; ") + violated_text(counts);
  return m > 1 ? text + ", depending on its place in the family" : text;
}

/// The verdicts that the samples of each point can give for a requirement.
std::string showing_text(const std::string& name, const Requirement& requirement,
                         const Plan& plan) {
  const auto claim = success_claim(requirement);
  if (!claim) return fmt::format("{}: the accuracy of a mean depends on its spread\n", name);
  const auto n = static_cast<std::size_t>(plan.samples_per_point);
  return fmt::format("{}: {}\n", name, showing_text(*claim, n, family_size(plan)));
}

/// Table of sample sizes for a scenario without requirements.
std::string sizes_text() {
  Table table{
      {"samples to prove at 95 %", "no violation", "1 violation", "2 violations", "5 violations"},
      {}};
  for (const double p : {0.9, 0.95, 0.99, 0.999}) {
    std::vector<std::string> row = {fmt::format("P >= {}", p)};
    for (const std::size_t violations : {0, 1, 2, 5}) {
      row.push_back(fmt::format("{}", statistics::samples_to_prove(p, 0.95, violations)));
    }
    table.rows.push_back(std::move(row));
  }
  return table_text(table, table_width());
}

/// Text such as " (1024 base points of 6 samples)"; empty if the design does not compare samples.
std::string comparisons_text(const Plan& plan) {
  const Comparison& each = plan.comparison;
  if (!compares_samples(plan.scenario.monte_carlo.design)) return "";
  const std::int64_t count = plan.samples_per_point / static_cast<std::int64_t>(each.samples);
  return fmt::format(" ({} {} of {} samples)", count, count == 1 ? each.name : each.plural,
                     each.samples);
}

std::string text_of(const Plan& plan, const std::optional<Trial>& trial, int threads) {
  std::string text = plan_text(plan);
  const MonteCarlo& campaign = plan.scenario.monte_carlo;
  text += fmt::format("design: {}{}, seed {}\n", campaign.design, comparisons_text(plan),
                      campaign.seed);
  if (plan.dispersions.empty()) {
    text += "nothing is dispersed\n";
  } else {
    text += table_text(inputs_table(plan), table_width()) + correlation_text(plan, table_width());
  }
  text += frozen_text(plan.scenario);
  for (std::size_t axis = 0; axis < plan.sweep.axes(); ++axis) {
    text += fmt::format("swept: {}\n", plan.sweep.path(axis));
  }
  text += streams_text(random_consumers(plan));
  if (trial) {
    text += fmt::format(
        "flight time: about {} in {} (a trial of {} ran {:.1f} million steps per second in one "
        "thread)\n",
        time_text(flight_time_s(plan, *trial, threads)), counted(threads, "thread"),
        counted(trial->samples, "sample"), trial->steps_per_s / 1e6);
  }
  if (!says_what_samples_show(plan)) return text;
  if (plan.scenario.requirement.empty()) return text + sizes_text();
  text += fmt::format("what {} can show{}:\n", counted(plan.samples_per_point, "sample"),
                      plan.sweep.axes() > 0 ? " at each point" : "");
  for (const auto& [name, requirement] : plan.scenario.requirement) {
    text += showing_text(name, requirement, plan);
  }
  return text + rare_text(plan);
}

Json& set_counts(Json& out, const statistics::ProportionClaim& claim, std::size_t n) {
  const auto number = [](const std::optional<std::size_t>& count) {
    return count ? Json::number(*count) : Json();
  };
  const statistics::DecidingCounts counts = statistics::deciding_counts(claim, n);
  out.set("met_up_to_violations", number(counts.met_up_to));
  out.set("violated_from_violations", number(counts.violated_from));
  return out.set("least_samples_to_meet", number(least_samples(claim)));
}

/// Adds the deciding counts of n samples for a claim, in a family at either end of it.
void set_showing(Json& out, const statistics::ProportionClaim& claim, const Plan& plan) {
  const auto n = static_cast<std::size_t>(plan.samples_per_point);
  if (!plan.scenario.monte_carlo.judge_as_family) {
    set_counts(out, claim, n);
    return;
  }
  Json first = Json::object(), last = Json::object();
  set_counts(first, statistics::first_of_family(claim, family_size(plan)), n);
  set_counts(last, claim, n);
  out.set("first_in_family", first).set("last_in_family", last);
}

Json requirements_json(const Plan& plan) {
  Json all = Json::array();
  for (const auto& [name, requirement] : plan.scenario.requirement) {
    Json one = Json::object();
    one.set("name", Json::text(name));
    const auto claim = success_claim(requirement);
    if (claim && says_what_samples_show(plan)) set_showing(one, *claim, plan);
    if (const auto flights = flights_of_rare(plan, name)) {
      one.set("rare_flights", Json::number(*flights));
    }
    all.add(one);
  }
  return all;
}

std::string json_of(const Plan& plan, const std::optional<Trial>& trial, int threads) {
  Json out = Json::object();
  const auto set = [&](const char* key, double value) { out.set(key, Json::number(value)); };
  const MonteCarlo& campaign = plan.scenario.monte_carlo;
  out.set("scenario", Json::text(plan.scenario.name));
  set("points", static_cast<double>(plan.sweep.points()));
  set("samples", static_cast<double>(plan.layout.samples));
  set("steps", static_cast<double>(plan.time.steps));
  set("duration_s", duration_s(plan));
  out.set("file_bytes", Json::number(record::expected_bytes(plan.layout)));
  out.set("design", Json::text(campaign.design));
  out.set("seed", Json::raw(fmt::format("{}", campaign.seed)));
  Json inputs = Json::array();
  for (const Dispersion& dispersion : plan.dispersions) {
    Json input = Json::object();
    input.set("column", Json::text(dispersion.column_name()));
    input.set("path", Json::text(dispersion.path));
    input.set("distribution", Json::text(distribution_name(dispersion)));
    input.set("numbers", Json::number(dispersion.nominals.size()));
    input.set("unit", Json::text(dispersion.unit));
    input.set("frozen", Json::boolean(dispersion.is_frozen));
    inputs.add(input);
  }
  out.set("inputs", inputs).set("streams", streams_json(random_consumers(plan)));
  Json frozen = Json::array();
  for (const std::string& name : frozen_streams(plan.scenario)) frozen.add(Json::text(name));
  out.set("correlated", correlation_json(plan)).set("frozen", frozen);
  out.set("requirements", requirements_json(plan));
  if (trial) {
    set("trial_samples", static_cast<double>(trial->samples));
    set("steps_per_s", trial->steps_per_s);
    set("threads", threads);
    set("flight_time_s", flight_time_s(plan, *trial, threads));
  }
  return out.print() + "\n";
}

/// Prints the drawn and swept inputs of every sample, as in the columns in_<path> of the result.
void print_csv(const Plan& plan) {
  AnswerStream out;
  out.add("sample");
  for (const std::string& name : plan.input_columns()) out.add("," + csv_quote(name));
  out.add("\n");
  for (std::int64_t row = 0; row < plan.layout.samples; ++row) {
    out.add(fmt::format("{}", plan.number_of(row)));
    const DesignRow place = plan.design_row(row);
    for (const Dispersion& dispersion : plan.at(plan.point_of(row)).dispersions) {
      out.add("," + csv_number(dispersion.draw(place)));
    }
    for (std::size_t axis = 0; axis < plan.sweep.axes(); ++axis) {
      out.add("," + csv_number(plan.sweep.value(axis, plan.point_of(row))));
    }
    out.add("\n");
  }
  out.finish();
}

ExitCode plan_campaign(const PlanRequest& request) {
  Remarks remarks = remarks_on_stderr();
  std::vector<std::string> overrides = request.overrides;
  if (request.samples) {
    constexpr std::int64_t most = 4'000'000'000'000'000;
    overrides.push_back(fmt::format("monte_carlo.samples={}",
                                    whole_number("--samples", *request.samples, 1, most)));
  }
  const LoadedScenario loaded = load_scenario(request.scenario, overrides);
  remarks.warn_all(loaded.warnings);
  const int threads = threads_wanted(request.threads);
  const Plan plan = make_plan(loaded);
  note_drawn_points(plan, remarks);
  remarks.warn_all(same_flight_warnings(plan));
  if (request.csv) {
    print_csv(plan);
    return ExitCode::ok;
  }
  std::optional<Trial> trial;
  if (!request.no_trial && needs_programs(plan)) {
    remarks.note("the flight time is left out: only `run` runs the controller's program");
  } else if (!request.no_trial) {
    trial = fly_trial(loaded);
  }
  request.json ? answer(json_of(plan, trial, threads))
               : answer_verdicts(text_of(plan, trial, threads));
  return ExitCode::ok;
}

}  // namespace

Command plan_command() {
  auto request = std::make_shared<PlanRequest>();
  return {
      .name = "plan",
      .doc = "Print what a campaign will draw, take and prove, before it is flown",
      .options =
          {
              scenario_argument(request->scenario),
              {"-n,--samples", &request->samples, "Short for --set monte_carlo.samples=N", "N"},
              {"-j,--threads", &request->threads,
               "Number of threads; default: all processors that this process may use", "N"},
              set_option(request->overrides,
                         "Override a key, e.g. --set monte_carlo.samples=10 (repeatable)"),
              {"--no-trial", &request->no_trial, "Fly no trial, and leave out the flight time"},
              {"--json", &request->json, "Print JSON"},
              Option{"--csv", &request->csv,
                     "Print the drawn and swept inputs of every sample as CSV; no trial is flown"}
                  .excluding({"--json"}),
          },
      .footer =
          "Examples:\n"
          "  montecopter plan gust.toml\n"
          "  montecopter plan gust.toml -n 3000 --json\n"
          "  montecopter plan gust.toml --csv > inputs.csv",
      .run = [request] { return plan_campaign(*request); },
  };
}

}  // namespace montecopter::cli
