#include "results/regress/examine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <numeric>

#include "core/base/column_names.hpp"
#include "core/base/counted.hpp"
#include "core/base/text.hpp"
#include "plan/plan.hpp"
#include "record/writer.hpp"
#include "results/diff/compare.hpp"
#include "results/diff/scenario_keys.hpp"
#include "results/golden/format.hpp"
#include "results/golden/reduce.hpp"
#include "results/regress/held_against.hpp"
#include "results/regress/statistically.hpp"
#include "results/summarise/summary.hpp"
#include "scenario/load.hpp"
#include "simulate/programs.hpp"
#include "simulate/simulate.hpp"
#include "vehicle/stability/sample_margins.hpp"

namespace montecopter::regress {
namespace {

static_assert(most_golden_samples == golden::most_chosen);

/// A temporary file, removed at the end of its scope.
class ShortLivedFile {
 public:
  explicit ShortLivedFile(std::string path) : path_(std::move(path)) {}
  ~ShortLivedFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  ShortLivedFile(const ShortLivedFile&) = delete;
  ShortLivedFile& operator=(const ShortLivedFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::vector<std::int64_t> chosen_of(const golden::Golden& there) {
  return golden::as_result(there, "golden").read_i64(golden::chosen_sample_name);
}

/// Samples to trace: the samples of the present golden, and of a possible new one.
std::vector<std::int64_t> traced(const std::optional<golden::Golden>& there,
                                 const std::vector<std::int64_t>& usual, std::int64_t samples) {
  std::vector<std::int64_t> all = usual;
  if (there) {
    for (const std::int64_t sample : chosen_of(*there)) {
      if (sample >= 0 && sample < samples) all.push_back(sample);
    }
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// Flies all samples of a plan into a new result file.
record::ResultFile fly(const Plan& plan, const HowToExamine& how, const std::string& path) {
  record::Writer writer =
      record::Writer::create_or_resume(path, plan.layout, {}, {.reproducible = true});
  std::vector<std::int64_t> rows(static_cast<std::size_t>(plan.layout.samples));
  std::iota(rows.begin(), rows.end(), 0);
  Progress progress;
  simulate(plan, rows, {.threads = how.threads, .kernel = how.kernel}, progress,
           [&](const Block& block) { writer.write(block); });
  writer.finish(statistics_bytes(summarise(writer.as_written())));
  return writer.as_written();
}

/// Why the flights cannot become a golden; empty if they can.
std::string objection(const Plan& plan, const Examination& examination) {
  const std::int64_t allowed = plan.scenario.simulation.max_failures;
  if (examination.failed <= allowed) return {};
  return fmt::format("{} of {} did not end ok; simulation.max_failures is {}", examination.failed,
                     counted(examination.samples, "sample"), allowed);
}

void count(const record::ResultFile& flown, Examination& examination) {
  const std::vector<std::int8_t> status = flown.status();
  examination.samples = std::ssize(status);
  examination.failed =
      examination.samples - std::count(status.begin(), status.end(), std::int8_t{1});
}

void report_missing(const Case& examined, Examination& examination) {
  examination.verdict = Verdict::missing;
  examination.worst = "there is no golden";
  examination.details = fmt::format(
      "{}: error: this scenario has no golden. Check its flights, then record one: "
      "montecopter bless {} --reason \"...\"",
      examined.golden, examined.scenario);
}

/// Refuses permitted keys that no scenario has: a misspelt key would silently permit nothing.
void require_known_permits(const Case& examined, const LoadedScenario& loaded,
                           const std::optional<golden::Golden>& there) {
  if (loaded.scenario.golden.permit.empty()) return;
  std::vector<std::string> keys = diff::keys_of(loaded.resolved);
  if (there) {
    for (std::string& key : diff::keys_of(there->resolved_text())) keys.push_back(std::move(key));
  }
  for (const std::string& permitted : loaded.scenario.golden.permit) {
    const auto is_permitted = [&](const std::string& key) { return diff::permits(permitted, key); };
    if (std::any_of(keys.begin(), keys.end(), is_permitted)) continue;
    const auto near = near_name(permitted, keys);
    throw Error(ExitCode::refused,
                Problem{examined.scenario,
                        fmt::format("golden.permit: the scenario has no key '{}'", permitted), "",
                        near ? fmt::format("Did you mean '{}'?", *near)
                             : "Name a key or a table of the resolved scenario"});
  }
}

/// Columns of the metrics that the requirements judge.
std::set<std::string> required_columns(const Scenario& scenario) {
  std::set<std::string> columns;
  for (const auto& [name, requirement] : scenario.requirement) {
    const JudgedMetric* judged = judged_metric(requirement);
    if (judged != nullptr && judged->metric) columns.insert(metric_prefix + *judged->metric);
  }
  return columns;
}

/// Finds where the scenario writes the keys that differ.
void place_keys(const Case& examined, Examination& examination) {
  std::vector<std::string> keys;
  for (const auto* lines : {&examination.changed_keys, &examination.permitted_keys}) {
    for (const std::string& line : *lines) keys.push_back(line.substr(0, line.find(": ")));
  }
  if (!keys.empty()) examination.key_places = places_of_keys(examined.scenario, keys);
}

void examine_or_throw(const Case& examined, const HowToExamine& how, Examination& examination) {
  std::optional<golden::Golden> there;
  if (std::filesystem::exists(examined.golden)) {
    there = golden::read_golden(examined.golden);
    examination.before = golden::identity(*there);
  }
  const LoadedScenario loaded = load_scenario(examined.scenario, {}, PointChecks::all);
  require_known_permits(examined, loaded, there);
  if (!there && how.needs_golden) return report_missing(examined, examination);
  const std::int64_t samples = make_plan(loaded).layout.samples;
  const GoldenRules& rules = loaded.scenario.golden;
  const std::vector<std::int64_t> chosen =
      rules.samples.empty() ? golden::usual_samples(samples) : rules.samples;
  Plan plan = make_plan(loaded, traced(there, chosen, samples));
  compute_margins(plan);
  load_programs(plan, *how.kernel, loaded.controller_at);
  const ShortLivedFile file(how.folder +
                            fmt::format("/{}.h5", std::hash<std::string>{}(examined.name)));
  const record::ResultFile flown = fly(plan, how, file.path());
  count(flown, examination);
  golden::Selection kept = golden::select(flown, chosen, judged_columns(rules));
  kept.whole.merge(golden::columns_that_fit(flown, required_columns(loaded.scenario)));
  golden::Golden made = golden::reduce(flown, kept);
  examination.after = golden::identity(made);
  if (there) {
    std::vector<std::string> permitted = rules.permit;
    permitted.insert(permitted.end(), how.across.begin(), how.across.end());
    hold_against(*there, examined.golden, flown, plan.scenario, {how.tolerances, permitted},
                 examination);
    place_keys(examined, examination);
    made.history = there->history;
  } else {
    report_missing(examined, examination);
  }
  examination.golden = golden::encode(made);
  examination.objection = objection(plan, examination);
}

/// The first line of a message, without its place.
std::string message_text(const std::string& message) {
  const std::string line = message.substr(0, message.find('\n'));
  const std::size_t at = line.find("error: ");
  return at == std::string::npos ? line : line.substr(at + 7);
}

}  // namespace

Examination examine(const Case& examined, const HowToExamine& how) {
  Examination examination{.name = examined.name};
  const auto start = std::chrono::steady_clock::now();
  try {
    examine_or_throw(examined, how, examination);
  } catch (const Error& error) {
    const bool machine = error.code() == ExitCode::io || error.code() == ExitCode::internal;
    examination.verdict = machine ? Verdict::broken : Verdict::refused;
    examination.worst = message_text(error.what());
    examination.details = error.what();
  }
  examination.wall_s =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return examination;
}

}  // namespace montecopter::regress
