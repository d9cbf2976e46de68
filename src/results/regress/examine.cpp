#include "results/regress/examine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <numeric>

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

void examine_or_throw(const Case& examined, const HowToExamine& how, Examination& examination) {
  std::optional<golden::Golden> there;
  if (std::filesystem::exists(examined.golden)) {
    there = golden::read_golden(examined.golden);
    examination.before = golden::identity(*there);
  }
  const LoadedScenario loaded = load_scenario(examined.scenario, {}, PointChecks::all);
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
  golden::Golden made = golden::reduce(flown, golden::select(flown, chosen, judged_columns(rules)));
  examination.after = golden::identity(made);
  if (there) {
    hold_against(*there, examined.golden, flown, plan.scenario, how.tolerances, examination);
    made.history = there->history;
  } else {
    examination.verdict = Verdict::missing;
    examination.worst = "there is no golden";
    examination.details = fmt::format(
        "{}: error: this scenario has no golden. Check its flights, then record one: "
        "montecopter bless {} --reason \"...\"",
        examined.golden, examined.scenario);
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
