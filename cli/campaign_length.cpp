#include "campaign_length.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/error.hpp"
#include "interrupt.hpp"
#include "requirements/sequential.hpp"
#include "scenario/write.hpp"

namespace montecopter::cli {
namespace {

/// The scenario of a file, if it can be read.
std::optional<Scenario> parsed(const std::string& resolved) {
  try {
    return load_scenario_text(resolved, "result", ".").scenario;
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

std::int64_t fewer_samples(const std::string& path, const LoadedScenario& loaded, const Plan& plan,
                           bool only_some, const std::string& resolved) {
  if (resolved == loaded.resolved) return 0;
  const auto there = parsed(resolved);
  if (!there) return 0;  // damaged, or of another version
  const std::int64_t samples = there->monte_carlo.samples;
  Scenario same = *there;
  same.monte_carlo.samples = plan.samples_per_point;
  if (write_scenario(same) != loaded.resolved) return 0;
  const auto refuse = [&](const std::string& why) {
    throw Error(
        ExitCode::refused,
        fmt::format("{}: error: cannot resume this file ({}). Use --fresh to fly all samples "
                    "anew and replace the file, or name another output file. The file was "
                    "not touched.",
                    path, why));
  };
  if (samples > plan.samples_per_point) {
    refuse(fmt::format("it has {} samples, and {} are asked for: none is thrown away", samples,
                       plan.samples_per_point));
  }
  if (only_some) {
    refuse(fmt::format("it has {} samples, and with --only a file of {} would not be finished",
                       samples, plan.samples_per_point));
  }
  if (!plan.scenario.monte_carlo.only.empty()) {
    refuse("monte_carlo.only chooses its samples");
  }
  const std::string& design = plan.scenario.monte_carlo.design;
  if (design != "random" && design != "sobol") {
    refuse(
        fmt::format("where sample i of a {} design lies depends on the number of samples", design));
  }
  if (plan.scenario.monte_carlo.independent_points && plan.sweep.points() > 1) {
    refuse("the points have draws of their own, which depend on the number of samples");
  }
  return samples;
}

void require_decidable(const Plan& plan) {
  const auto refuse = [](const std::string& what) {
    throw Error(ExitCode::usage, "--until: error: " + what);
  };
  if (plan.scenario.requirement.empty()) {
    refuse("the scenario has no requirements. Add [requirement.NAME], or leave the option out.");
  }
  if (!plan.scenario.monte_carlo.only.empty()) {
    refuse("monte_carlo.only chooses the samples, which say nothing of all flights.");
  }
  if (plan.sweep.axes() > 0) {
    refuse(
        "the scenario has a sweep, of which all points have the same number of samples. Fly its "
        "points one by one, or leave the option out.");
  }
  if (plan.scenario.monte_carlo.design != "random") {
    refuse(
        "monte_carlo.design is not \"random\", and tests that look on the way need independent "
        "samples.");
  }
  if (plan.scenario.monte_carlo.judge_as_family) {
    refuse(
        "monte_carlo.judge_as_family is set, and Holm's method is for one look at a fixed number "
        "of samples. Divide 1 - confidence among the requirements instead.");
  }
  (void)SequentialTests(plan.scenario);
}

Kept fly_until_decided(const Plan& plan, const SimulateOptions& options,
                       const std::vector<std::int64_t>& rows, Progress& progress,
                       const record::Writer& writer) {
  SequentialTests tests(plan.scenario);
  const std::int64_t samples = plan.layout.samples;
  const std::int64_t least = 4 * options.threads * block_rows;
  auto next = rows.begin();
  for (std::int64_t done = 0, end = 0; done < samples;) {
    // The more has been flown, the more may be flown in vain.
    const std::int64_t blocks = std::max(least, done / 8) / block_rows;
    end = std::min(samples, done + blocks * block_rows);
    const auto last = std::lower_bound(next, rows.end(), end);
    simulate(plan, std::vector<std::int64_t>(next, last), options, progress,
             [&](const Block& block) { writer.write(block); });
    next = last;
    if (signal_exit_code()) return {samples, ""};
    const record::ResultFile file = writer.as_written();
    for (; done < end; done = std::min(end, done + block_rows)) {
      tests.add(file, done, std::min(block_rows, end - done));
      if (!tests.all_decided()) continue;
      const std::int64_t kept = std::min(end, done + block_rows);
      return {kept, fmt::format("decided at {} of at most {} samples", kept, samples)};
    }
  }
  return {samples, fmt::format("undecided after {} samples", samples)};
}

Layout shorter_layout(const LoadedScenario& loaded, const Kept& kept) {
  LoadedScenario shorter = loaded;
  shorter.scenario.monte_carlo.samples = kept.samples;
  shorter.resolved = write_scenario(shorter.scenario);
  Layout layout = make_plan(shorter).layout;
  layout.root_attributes.emplace_back(stopped_attribute, kept.stopped);
  return layout;
}

}  // namespace montecopter::cli
