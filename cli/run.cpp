/// montecopter run: scenario -> plan -> simulate -> record -> summarise.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>

#include "base/identity.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "interrupt.hpp"
#include "judgement_output.hpp"
#include "options.hpp"
#include "plan/plan.hpp"
#include "plan/same_flights.hpp"
#include "progress.hpp"
#include "record/reader.hpp"
#include "record/writer.hpp"
#include "remarks.hpp"
#include "requirements/judge.hpp"
#include "requirements/sequential.hpp"
#include "scenario/load.hpp"
#include "scenario/write.hpp"
#include "simulate/dispatch.hpp"
#include "simulate/simulate.hpp"
#include "stability/loop_stability.hpp"
#include "streams.hpp"
#include "summarise/report.hpp"
#include "summarise/saturation.hpp"
#include "summarise/summary.hpp"

namespace montecopter::cli {
namespace {

struct Request {
  std::string scenario;
  // An option that is given but empty (--only "$unset") is a mistake, not a default.
  std::optional<std::string> output, threads, samples, seed, only;
  std::string lanes = "auto", progress = "auto", until = "all";
  bool until_decided() const { return until == "decided"; }
  std::vector<std::string> overrides;
  bool reproducible = false, json = false, strict = false, fresh = false;
  JudgementFiles verdicts;
};

/// As many threads as asked for, but no more than have room for their traces in half of the memory.
int thread_count(const Request& request, const Plan& plan, Remarks& remarks) {
  const int wanted = request.threads
                         ? static_cast<int>(whole_number("--threads", *request.threads, 1, 4096))
                         : default_threads();
  const double free_bytes =
      static_cast<double>(sysconf(_SC_AVPHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  if (wanted == 1 || plan.block_bytes * wanted <= free_bytes / 2) return wanted;
  const int fitting = std::max(1, static_cast<int>(free_bytes / 2 / plan.block_bytes));
  if (fitting >= wanted) return wanted;
  remarks.warn_of_run(
      fmt::format("warning: {} threads instead of {}: each holds {:.2g} GB of traces", fitting,
                  wanted, plan.block_bytes / 1e9));
  return fitting;
}

ProgressStyle progress_style(const std::string& name) {
  if (name == "auto") return ProgressStyle::automatic;
  if (name == "bar") return ProgressStyle::bar;
  if (name == "lines") return ProgressStyle::lines;
  if (name == "none") return ProgressStyle::none;
  throw Error(ExitCode::usage, fmt::format("--progress: error: unknown style '{}'. Use auto, bar, "
                                           "lines or none.",
                                           name));
}

LoadedScenario load(const Request& request) {
  std::vector<std::string> overrides = request.overrides;
  const auto set = [&](const char* path, const char* option, const auto& text, std::int64_t low) {
    if (!text) return;
    constexpr std::int64_t high = std::numeric_limits<std::int64_t>::max();
    overrides.push_back(fmt::format("{}={}", path, whole_number(option, *text, low, high)));
  };
  set("monte_carlo.samples", "--samples", request.samples, 1);
  set("monte_carlo.seed", "--seed", request.seed, 0);
  return load_scenario(request.scenario, overrides);
}

record::Volatile describe_run(const Kernel& kernel, int threads) {
  char host[256] = {};
  gethostname(host, sizeof(host) - 1);
#if defined(__clang__)
  const std::string compiler = fmt::format("clang {}", __clang_version__);
#else
  const std::string compiler = fmt::format("g++ {}", __VERSION__);
#endif
  return {.host = host,
          .build = build_name,
          .compiler = compiler,
          .lanes = kernel.name,
          .threads = threads};
}

/// The scenario of a file, if it can be read.
std::optional<Scenario> parsed(const std::string& resolved) {
  try {
    return load_scenario_text(resolved, "result", ".").scenario;
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// See record::FewerSamples. Error(refused) if the file has more samples than are asked for.
std::int64_t fewer_samples(const Request& request, const std::string& path,
                           const LoadedScenario& loaded, const Plan& plan,
                           const std::string& resolved) {
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
  if (request.only) {
    refuse(fmt::format("it has {} samples, and with --only a file of {} would not be finished",
                       samples, plan.samples_per_point));
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

/// The one sample asked for with --only.
std::optional<std::int64_t> sample_number(const Request& request, const Plan& plan) {
  if (!request.only) return std::nullopt;
  return whole_number("--only", *request.only, 0, plan.layout.samples - 1);
}

/// The rows to fly: all that are missing, or the one asked for if it is among them.
std::vector<std::int64_t> rows_to_fly(std::optional<std::int64_t> only,
                                      const record::Writer& writer) {
  const auto& missing = writer.missing_rows();
  if (!only) return missing;
  if (!std::binary_search(missing.begin(), missing.end(), *only)) return {};
  return {*only};
}

/// One sample alone, as the file should have it.
Block fly_again(const Plan& plan, const Kernel& kernel, std::int64_t sample) {
  if (const auto code = signal_exit_code()) throw Error(*code, "interrupted: nothing was changed.");
  Block flown;
  Progress progress;
  simulate(plan, std::span(&sample, 1), {.threads = 1, .kernel = &kernel, .stop = nullptr},
           progress, [&](const Block& block) { flown = block; });
  return flown;
}

/// What a run keeps.
struct Flown {
  std::int64_t samples;
  std::string stopped;  ///< why it stopped, if it looked at the requirements on the way
};

/// Flies rows in their order, a few blocks for each thread at a time, until all requirements are
/// decided: how many samples that takes, looking after each block.
Flown fly_until_decided(const Plan& plan, const SimulateOptions& options,
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

Flown fly(const Request& request, const Plan& plan, const Kernel& kernel, int threads,
          const std::vector<std::int64_t>& rows, const record::Writer& writer) {
  Progress progress;
  Flown kept{plan.layout.samples, ""};
  const auto start = std::chrono::steady_clock::now();
  {
    const ProgressReporter reporter(progress, static_cast<std::int64_t>(rows.size()),
                                    progress_style(request.progress));
    const SimulateOptions options = {
        .threads = threads, .kernel = &kernel, .stop = &stop_on_signals()};
    if (request.until_decided()) {
      kept = fly_until_decided(plan, options, rows, progress, writer);
    } else {
      simulate(plan, rows, options, progress, [&](const Block& block) { writer.write(block); });
    }
  }
  const double wall_s =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  remark(fmt::format("{} samples in {:.2f} s: {:.1f} million steps per second ({}, {} threads)\n",
                     progress.done.load(), wall_s,
                     static_cast<double>(progress.steps) / std::max(wall_s, 1e-9) / 1e6,
                     kernel.name, threads));
  return kept;
}

/// The plan of the same campaign with as many samples as are kept.
Plan shorter_plan(const LoadedScenario& loaded, const Flown& kept) {
  LoadedScenario shorter = loaded;
  shorter.scenario.monte_carlo.samples = kept.samples;
  shorter.resolved = write_scenario(shorter.scenario);
  Plan plan = make_plan(shorter);
  plan.layout.root_attributes.emplace_back(stopped_attribute, kept.stopped);
  return plan;
}

/// What the verdicts are for the caller, after failures.
ExitCode exit_code(const Plan& plan, const Summary& summary, const Judgements& judgements) {
  const std::int64_t allowed = plan.scenario.simulation.max_failures;
  if (summary.failed() > allowed) {
    remark(fmt::format(
        "error: {} samples failed, simulation.max_failures is {} (the file is complete; "
        "see its `status`).\n",
        summary.failed(), allowed));
    return ExitCode::failures;
  }
  return judgements.exit_code();
}

ExitCode report(const Request& request, const Plan& plan, const record::ResultFile& file,
                const Samples& samples, JudgementOutput& verdicts, const Remarks& remarks) {
  const std::string& path = file.path();
  const Summary summary = summarise(file);
  const Judgements judgements = judge(plan.scenario, file, samples);
  const bool judged = !judgements.rows.empty();
  if (request.json) {
    const std::string members =
        judged ? fmt::format("\"requirements\": {}, ", judgements_json(judgements).print()) : "";
    answer(summary_json(summary, {path, file.content_sha256()}, remarks, members));
  } else {
    answer(fmt::format("{}{}result: {}\ncontent sha256: {}\n", summary_text(summary),
                       judged ? judgements_text(judgements) : "", path, file.content_sha256()));
  }
  verdicts.finish(judgements, plan.scenario.name);
  return exit_code(plan, summary, judgements);
}

std::string output_path(const Request& request, const Plan& plan) {
  if (!request.output) return plan.scenario.name + ".h5";
  if (!request.output->empty()) return *request.output;
  throw Error(ExitCode::usage, "--output: error: the name of the result file is empty.");
}

/// Verdicts are asked for only where there can be some.
void require_requirements(const Request& request, const Plan& plan) {
  const bool asked = request.verdicts.junit || request.verdicts.markdown;
  if (!asked || !plan.scenario.requirement.empty()) return;
  throw Error(ExitCode::usage,
              fmt::format("{}: error: the scenario has no requirements. Add [requirement.NAME], or "
                          "leave the option out.",
                          request.verdicts.junit ? "--junit" : "--markdown"));
}

/// --until decided: there is something to decide, at each look.
void require_until(const Request& request, const Plan& plan) {
  if (request.until == "all") return;
  const auto refuse = [](const std::string& what) {
    throw Error(ExitCode::usage, "--until: error: " + what);
  };
  if (!request.until_decided()) {
    refuse(fmt::format("unknown word '{}'. Use all or decided.", request.until));
  }
  if (request.only) refuse("it cannot go with --only, which leaves nothing to decide.");
  if (plan.scenario.requirement.empty()) {
    refuse("the scenario has no requirements. Add [requirement.NAME], or leave the option out.");
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

/// When one sample alone was flown and others are still to fly.
ExitCode report_only(const Request& request, const Plan& plan, const record::ResultFile& file,
                     std::int64_t sample, std::size_t missing, const Remarks& remarks) {
  const std::string& path = file.path();
  const auto status = static_cast<std::size_t>(file.status().at(static_cast<std::size_t>(sample)));
  const char* name = status_names.at(status);
  if (request.json) {
    answer(
        fmt::format("{{\"file\": {}, \"complete\": false, \"sample\": {}, \"status\": \"{}\", "
                    "\"missing\": {}, {}}}\n",
                    json_quote(path), sample, name, missing, remarks.json_members()));
  } else {
    answer(fmt::format("{}: sample {} is {}, {} are missing; run without --only to fly them\n",
                       path, sample, name, missing));
  }
  const bool failed = status != static_cast<std::size_t>(Status::ok);
  return failed && plan.scenario.simulation.max_failures == 0 ? ExitCode::failures : ExitCode::ok;
}

void tell_interrupted(const record::Writer& writer) {
  if (writer.is_beside()) {
    remark("interrupted: " + writer.path() + " is as it was, and nothing of this run is kept\n");
    return;
  }
  writer.require_in_place();
  remark("interrupted: finished samples are in " + writer.path() +
         "; run the same command to resume\n");
}

/// Flies what is missing, or as much of it as was asked for, and reports.
ExitCode fly_and_report(const Request& request, const LoadedScenario& loaded, const Plan& plan,
                        const Kernel& kernel, int threads, std::optional<std::int64_t> only,
                        record::Writer& writer, JudgementOutput& verdicts, Remarks& remarks) {
  const auto rows = rows_to_fly(only, writer);
  const auto total = static_cast<std::size_t>(plan.layout.samples);
  const std::size_t missing = writer.missing_rows().size();
  if (rows.size() < total && !only) {
    remarks.note(fmt::format("{}: {} of {} samples are there already", writer.path(),
                             total - missing, total));
  }
  if (!writer.other_build().empty() && missing < total) {
    remarks.note(
        fmt::format("{}: they are of another build, {}; this is {}. The first and the "
                    "last of them are the same here",
                    writer.path(), writer.other_build(), build_name));
  }
  Flown kept{plan.layout.samples, ""};
  if (!rows.empty() || request.until_decided())
    kept = fly(request, plan, kernel, threads, rows, writer);
  if (const auto code = signal_exit_code()) {
    tell_interrupted(writer);
    return *code;
  }
  if (request.until_decided()) writer.cut(shorter_plan(loaded, kept).layout, kept.samples);
  // Read through the writer's own descriptor: what it answers with is what it wrote.
  const record::ResultFile file = writer.as_written();
  if (rows.size() < missing) {
    writer.require_in_place();
    return report_only(request, plan, file, only.value_or(0), missing - rows.size(), remarks);
  }
  const Samples samples = read_samples(file);
  const Summary summary = summarise(file, samples);
  remarks.warn_all(saturation_warnings(file, samples));
  writer.keep_warnings(remarks.kept());
  if (!writer.was_complete() || !writer.volatile_matches()) {
    writer.finish(statistics_bytes(summary));
  }
  writer.require_in_place();
  return report(request, plan, file, samples, verdicts, remarks);
}

ExitCode run(const Request& request) {
  Remarks remarks = remarks_on_stderr();
  const LoadedScenario loaded = load(request);
  remarks.warn_all(loaded.warnings);
  const Plan plan = make_plan(loaded);
  remarks.warn_all(same_flight_warnings(plan));
  remarks.warn_all(loop_warnings(plan, loaded.controller_at));
  // Everything that can be wrong with the command is reported before a file is created.
  const Kernel& kernel = choose_kernel(request.lanes);
  const int threads = thread_count(request, plan, remarks);
  const auto only = sample_number(request, plan);
  const std::string path = output_path(request, plan);
  (void)progress_style(request.progress);
  require_requirements(request, plan);
  require_until(request, plan);
  JudgementOutput verdicts(request.verdicts);
  // From here on a signal ends the run in good order: no half-made file is left behind.
  (void)stop_on_signals();

  record::Writer writer = record::Writer::create_or_resume(
      path, plan.layout, describe_run(kernel, threads),
      {.reproducible = request.reproducible,
       .fresh = request.fresh,
       .refly = [&](std::int64_t sample) { return fly_again(plan, kernel, sample); },
       .fewer_samples =
           [&](const std::string& resolved) {
             return fewer_samples(request, path, loaded, plan, resolved);
           },
       .samples_per_point = plan.samples_per_point});
  for (const std::string& warning : writer.warnings()) remarks.warn_of_run(warning);
  writer.keep_warnings(remarks.kept());
  const ExitCode code =
      fly_and_report(request, loaded, plan, kernel, threads, only, writer, verdicts, remarks);
  return verdict(remarks, request.strict, code, ExitCode::no);
}

}  // namespace

Command run_command() {
  auto request = std::make_shared<Request>();
  const Options own = {
      scenario_argument(request->scenario),
      {"-o,--output", &request->output, "Result file; default: NAME.h5 here", "FILE.h5"},
      {"-j,--threads", &request->threads, "Threads; default: the processors this process may use",
       "N"},
      {"-n,--samples", &request->samples, "Short for --set monte_carlo.samples=N", "N"},
      {"--seed", &request->seed, "Short for --set monte_carlo.seed=N", "N"},
      set_option(request->overrides, "Override a key, e.g. --set vehicle.mass_kg=1.2 (repeatable)"),
      {"--only", &request->only, "Fly one sample alone", "N"},
      {"--until", &request->until,
       "When to stop: when all samples are flown, or as soon as all requirements are decided",
       "all|decided"},
      Option{"--fresh", &request->fresh,
             "Fly all samples anew, and replace the result file that is there when done"}
          .excluding({"--only"}),
      lanes_option(request->lanes, "Instruction set; the bits are the same, the speed is not"),
      {"--progress", &request->progress, "How progress is shown on stderr", "auto|bar|lines|none"},
      {"--reproducible", &request->reproducible,
       "Leave host, times and build out, so that equal results are equal files"},
      {"--json", &request->json, "Print the summary as JSON"},
      {"--strict", &request->strict,
       "Warnings are errors: exit 1 after the flights, which are kept"},
  };
  return {
      .name = "run",
      .doc = "Fly a scenario into a result file, or resume one that was interrupted",
      .options = joined({own, judgement_options(request->verdicts)}),
      .footer =
          "Examples:\n"
          "  montecopter run hover.toml\n"
          "  montecopter run hover.toml -n 500 --seed 7 --set vehicle.mass_kg=1.2 -o heavier.h5\n"
          "  montecopter run hover.toml --only 17 --set output.traces=every:17 -o one.h5\n"
          "A run that was interrupted goes on with the same command.",
      .run = [request] { return run(*request); },
  };
}

}  // namespace montecopter::cli
