/// montecopter run: scenario -> plan -> simulate -> record -> summarise. The steps of run():
///
///   1. load() reads the scenario with its overrides, and checks it. plan_of() makes the plan.
///   2. Every mistake in the command is reported before a file is created: warnings, threads, the
///      kernel, programs in the loop, options that exclude each other.
///   3. record::Writer::create_or_resume() creates the result file, or opens the existing one and
///      keeps its finished samples.
///   4. fly_and_report() simulates the missing rows into the file. After a signal the command ends
///      here (130 or 143). With --only and rows still missing, it reports those samples alone.
///   5. summarise() computes the statistics, the file keeps the warnings, and Writer::finish() adds
///      the statistics.
///   6. report_campaign() judges the requirements and prints. For a shard, report_shard() prints
///   and
///      judges nothing. The exit code is 5 if more samples failed than simulation.max_failures
///      allows, else the code of the verdicts: 0, 1 or 4. With --strict it is 1 instead of 0 after
///      warnings.
///
/// Among processes that mpirun or srun started, all except the first only call help(). All is in
/// one file because the order of these steps matters: a refusal comes before a file is changed.

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>

#include "campaign_length.hpp"
#include "campaign_report.hpp"
#include "closing.hpp"
#include "commands.hpp"
#include "core/base/counted.hpp"
#include "core/base/identity.hpp"
#include "core/base/text.hpp"
#include "flight_warnings.hpp"
#include "flown_part.hpp"
#include "flying.hpp"
#include "interrupt.hpp"
#include "kept_logs.hpp"
#include "options.hpp"
#include "plan/plan.hpp"
#include "plan/same_flights.hpp"
#include "record/cluster/helper.hpp"
#include "record/cluster/leader.hpp"
#include "record/cluster/transport.hpp"
#include "record/reader.hpp"
#include "record/writer.hpp"
#include "remarks.hpp"
#include "results/summarise/consistency.hpp"
#include "results/summarise/summary.hpp"
#include "sample_numbers.hpp"
#include "scenario/load.hpp"
#include "scenario/text/document.hpp"
#include "scenario/text/sources.hpp"
#include "scenario/text/stated.hpp"
#include "simulate/dispatch.hpp"
#include "simulate/simulate.hpp"
#include "streams.hpp"
#include "vehicle/performance/touchdown.hpp"
#include "vehicle/stability/loop_stability.hpp"
#include "verdict_files.hpp"

namespace montecopter::cli {
namespace {

struct RunRequest : FlyingOptions {
  std::string scenario;
  // An empty option (--only "$unset") is a mistake, not a default.
  std::optional<std::string> output, samples, seed, shard;
  std::vector<std::string> overrides, only;
  std::string until = "all";
  bool reproducible = false, json = false, strict = false, fresh = false, alone = false;
  VerdictFiles verdicts;

  bool until_decided() const { return until == "decided"; }
};

LoadedScenario load(const RunRequest& request) {
  std::vector<std::string> overrides = request.overrides;
  const auto set = [&](const char* path, const char* option, const auto& text, std::int64_t low) {
    if (!text) return;
    constexpr std::int64_t high = std::numeric_limits<std::int64_t>::max();
    overrides.push_back(fmt::format("{}={}", path, whole_number(option, *text, low, high)));
  };
  set("monte_carlo.samples", "--samples", request.samples, 1);
  set("monte_carlo.seed", "--seed", request.seed, 0);
  return load_scenario(request.scenario, overrides, PointChecks::all);
}

/// The plan, with the stated sources of numbers, for reports.
Plan plan_of(const RunRequest& request, const LoadedScenario& loaded) {
  Plan plan = plan_to_fly(loaded);
  const std::vector<NumberSource> sources = load_sources(request.scenario, request.overrides);
  if (!sources.empty()) {
    plan.layout.root_attributes.emplace_back(record::sources_attribute, write_sources(sources));
  }
  return plan;
}

/// Warns that a resumed file keeps the [record] and [source] of its beginning.
void warn_of_kept_texts(const record::ResultFile& file, const LoadedScenario& loaded,
                        const Plan& plan, Remarks& remarks) {
  const auto warn = [&](const char* table) {
    remarks.warn_of_run(
        fmt::format("{}: warning: the file keeps its original [{}]. Add to its record with "
                    "`montecopter annotate`, or fly all samples again with --fresh.",
                    file.path(), table));
  };
  std::string sources;
  for (const auto& [name, value] : plan.layout.root_attributes) {
    if (name == record::sources_attribute) sources = value;
  }
  const std::string text = file.scenario_text();
  if (text != loaded.text && stated_in_record(text) != stated_in_record(loaded.text)) {
    warn("record");
  }
  if (file.root_attribute(record::sources_attribute) != sources) warn("source");
}

/// The rows to fly: all missing rows, or the requested ones among them.
RowRanges rows_to_fly(const std::vector<std::int64_t>& only, const FlownPart& part,
                      const record::Writer& writer) {
  RowRanges missing = part.rows_of(writer.missing_rows());
  return only.empty() ? missing : intersected(RowRanges(only), missing);
}

std::string output_path(const RunRequest& request, const Plan& plan, const FlownPart& part) {
  if (!request.output && part.shard()) {
    return fmt::format("{}.shard-{}-of-{}.h5", plan.scenario.name, part.shard()->index,
                       part.shard()->count);
  }
  if (!request.output) return plan.scenario.name + ".h5";
  if (!request.output->empty()) return *request.output;
  throw Error(ExitCode::usage, Problem{"--output", "the name of the result file is empty"});
}

/// Error(usage) for a shard in processes that fly together: they fill one file.
void require_own_file(const FlownPart& part, bool is_together) {
  if (!part.shard() || !is_together) return;
  throw Error(ExitCode::usage,
              Problem{"--shard", "the processes that mpirun or srun started fill one file together",
                      "", "Leave --shard out, or start each shard as a separate process"});
}

/// Error(usage) for tasks of srun that cannot communicate: each of them would fly all samples.
void require_purpose_of_tasks(const RunRequest& request) {
  const int tasks = cluster::started_apart();
  if (tasks == 1 || request.shard || request.alone) return;
  throw Error(
      ExitCode::usage,
      fmt::format("error: srun started {} tasks that cannot communicate: each would fly all "
                  "samples. To fill one file together, use srun --mpi=pmix; for one part each, "
                  "--shard I/{} (from SLURM_PROCID); for different commands, --alone.",
                  tasks, tasks));
}

/// Error(usage) for standard input, which mpirun and srun give to one process only.
void require_file(const RunRequest& request, bool is_together) {
  if (!is_together || request.scenario != standard_input) return;
  throw Error(ExitCode::usage,
              Problem{"stdin", "not all processes that mpirun or srun started see standard input",
                      "", "Write the scenario to a file, and give its name"});
}

/// Error(usage) if verdicts are requested where there cannot be any.
void require_requirements(const RunRequest& request, const Plan& plan) {
  const bool asked = request.verdicts.junit || request.verdicts.markdown;
  if (asked && request.shard) {
    throw Error(ExitCode::usage,
                Problem{request.verdicts.junit ? "--junit" : "--markdown",
                        "it cannot be combined with --shard: requirements need all samples", "",
                        "Use `montecopter requirements` on the merged result"});
  }
  if (!asked || !plan.scenario.requirement.empty()) return;
  throw Error(ExitCode::usage, Problem{request.verdicts.junit ? "--junit" : "--markdown",
                                       "the scenario has no requirements", "",
                                       "Add [requirement.NAME], or leave the option out"});
}

/// Error(usage) if --until has an unknown word, or the requirements cannot be decided during the
/// run.
void require_until(const RunRequest& request, const Plan& plan) {
  if (request.until == "all") return;
  Diagnostics problems;
  if (!request.until_decided()) {
    problems.error("--until", fmt::format("unknown word '{}'", request.until), "",
                   "Use all or decided");
  } else if (!request.only.empty()) {
    problems.error("--until", "it cannot be combined with --only, which leaves nothing to decide");
  } else if (request.shard) {
    problems.error("--until",
                   "it cannot be combined with --shard: the end depends on all samples in order, "
                   "and a shard sees only its own");
  }
  problems.throw_if_errors();
  require_decidable(plan);
}

/// Numbers as text: "3, 17 and 40", with at most eight of them.
std::string numbers_text(const std::vector<std::int64_t>& numbers) {
  constexpr std::size_t most = 8;
  std::vector<std::string> words;
  for (const std::int64_t number : numbers) {
    if (words.size() == most) break;
    words.push_back(fmt::format("{}", number));
  }
  if (numbers.size() > most) words.push_back(fmt::format("{} more", numbers.size() - most));
  return join(words);
}

/// The ends of the requested samples: `"sample": 3, "status": "ok"` for one, lists for several.
std::string only_json(const std::vector<std::int64_t>& only,
                      const std::vector<std::string>& statuses) {
  if (only.size() == 1) {
    return fmt::format("\"sample\": {}, \"status\": \"{}\"", only.front(), statuses.front());
  }
  return fmt::format("\"samples\": [{}], \"statuses\": [\"{}\"]", fmt::join(only, ", "),
                     fmt::join(statuses, "\", \""));
}

/// Statuses as text: "ok", or "2 ok, 1 diverged" for several.
std::string statuses_text(const std::vector<std::string>& statuses) {
  if (statuses.size() == 1) return statuses.front();
  std::vector<std::string> words;
  for (const char* name : status_names) {
    const auto count = std::count(statuses.begin(), statuses.end(), name);
    if (count > 0) words.push_back(fmt::format("{} {}", count, name));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

/// Reports the requested samples while others are still missing.
ExitCode report_only(const RunRequest& request, const Plan& plan, const FlownPart& part,
                     const record::ResultFile& file, const std::vector<std::int64_t>& only,
                     std::int64_t missing, const Remarks& remarks) {
  const std::string& path = file.path();
  const auto codes = file.status();
  std::vector<std::string> statuses;
  std::int64_t failed = 0;
  for (const std::int64_t sample : only) {
    const auto status =
        static_cast<std::size_t>(codes.at(static_cast<std::size_t>(part.row_there(sample))));
    statuses.emplace_back(status_names.at(status));
    failed += status == static_cast<std::size_t>(Status::ok) ? 0 : 1;
  }
  if (request.json) {
    answer(fmt::format("{{\"file\": {}, \"complete\": false, {}, \"missing\": {}, {}}}\n",
                       json_quote(path), only_json(only, statuses), missing,
                       remarks.json_members()));
  } else {
    const bool is_one = only.size() == 1;
    answer(fmt::format("{}: {} {} {} {}, {} are missing; run without --only to fly them\n", path,
                       is_one ? "sample" : "samples", numbers_text(only), is_one ? "is" : "are",
                       statuses_text(statuses), missing));
  }
  return failed > plan.scenario.simulation.max_failures ? ExitCode::failures : ExitCode::ok;
}

/// Flies rows until all requirements are decided, and drops later flights.
void fly_and_cut(const RunRequest& request, const LoadedScenario& loaded, const Plan& plan,
                 const ProcessGroup& group, const RowRanges& rows, record::Writer& writer) {
  std::vector<std::int64_t> finished;
  if (!request.fresh) finished = finished_samples(writer.path(), plan);
  KeptSamples kept;
  fly(request, group, rows.count(), [&](const SimulateOptions& how, Progress& progress) {
    kept = fly_until_decided(plan, group, how, rows, progress, writer);
  });
  if (signal_exit_code()) return;
  require_none_thrown_away(writer.path(), finished, kept);
  const Plan shorter = shorter_plan(loaded, plan, kept);
  writer.cut(shorter.layout, kept.samples);
  // A shorter campaign may trace other samples.
  const RowRanges wanted = rows_of(shorter, kept, writer.missing_rows(), true);
  // These rows are few, and the other processes know neither this plan nor this file.
  if (!wanted.empty())
    fly(request, shorter, {group.kernel, group.threads, nullptr, group.log_folder}, wanted, writer);
  leave_out(shorter, rows_of(shorter, kept, writer.missing_rows(), false), writer);
}

/// Flies the missing rows, or the requested ones among them, and reports.
ExitCode fly_and_report(const RunRequest& request, const LoadedScenario& loaded, const Plan& plan,
                        const FlownPart& part, const ProcessGroup& group,
                        const std::vector<std::int64_t>& only, record::Writer& writer,
                        VerdictOutput& verdicts, Remarks& remarks) {
  const RowRanges rows = rows_to_fly(only, part, writer);
  const std::int64_t total = part.layout().samples;
  const std::int64_t missing = writer.missing_rows().count();
  if (rows.count() < total && only.empty()) {
    remarks.note(fmt::format("{}: {} of {} {} there already", writer.path(), total - missing,
                             counted(total, "sample"), verb(total - missing, "is", "are")));
  }
  if (!writer.other_build().empty() && missing < total) {
    remarks.note(
        fmt::format("{}: another build, {}, flew them; this is {}. The first and the last of them "
                    "are the same here",
                    writer.path(), writer.other_build(), build_name));
  }
  if (request.until_decided()) {
    fly_and_cut(request, loaded, plan, group, rows, writer);
  } else if (!rows.empty()) {
    fly(request, group, rows.count(), [&](const SimulateOptions& how, Progress& progress) {
      if (group.leader) return group.simulate(plan, rows, how, progress, writer);
      simulate(plan, rows, how, progress, part.into(writer));
    });
  }
  if (const auto code = signal_exit_code()) {
    tell_interrupted(writer);
    return *code;
  }
  // Read through the descriptor of the writer, so that the answer is about the written data.
  const record::ResultFile file = writer.as_written();
  if (!group.log_folder.empty()) {
    remarks.note(fmt::format("{}: the logs of the firmware", group.log_folder));
  }
  if (rows.count() < missing) {
    writer.require_in_place();
    return report_only(request, plan, part, file, only, missing - rows.count(), remarks);
  }
  const Samples samples = read_samples(file);
  Summary summary = summarise(file, samples, group.threads);
  remarks.warn_all(flight_warnings(file, samples));
  remarks.warn_all(consistency_warnings(file, summary));
  // The merged file does not keep warnings of a shard about its own flights.
  if (!part.shard()) writer.keep_warnings(remarks.kept());
  if (!writer.was_complete() || !writer.volatile_matches()) {
    writer.finish(statistics_bytes(summary));
  }
  writer.require_in_place();
  summary.complete = true;
  if (part.shard()) return report_shard(*part.shard(), plan, file, summary, request.json, remarks);
  return report_campaign(plan, file, samples, summary, request.json, verdicts, remarks);
}

/// Runs a process that was started together with others and is not the first. Only the first
/// process prints.
ExitCode help(const RunRequest& request, cluster::Transport& transport) {
  const auto prepare = [&] {
    Remarks unsaid;
    const LoadedScenario loaded = load(request);
    Plan plan = plan_of(request, loaded);
    const int threads = thread_count(request, plan, unsaid);
    // A graphics card needs many samples at once, and several processes get a few at a time.
    const Kernel& kernel = choose_kernel(request.lanes, plan, {0, threads}).kernel;
    try_programs(plan, kernel, loaded.controller_at, LaunchMode::together);
    return cluster::Preparation{std::move(plan), &kernel, threads, threads_are_given(request)};
  };
  const auto signal_number = [] {
    const auto code = signal_exit_code();
    return code ? static_cast<int>(*code) - 128 : 0;
  };
  tell_at_second_signal("the first process says what is kept");
  const FinishesFlights finishes;
  cluster::help(transport, prepare, {stop_on_signals(), signal_number});
  return ExitCode::ok;
}

ExitCode run(const RunRequest& request) {
  require_purpose_of_tasks(request);
  auto transport = request.alone ? nullptr : cluster::transport_of_environment();
  if (transport && transport->rank() > 0) return help(request, *transport);
  const auto leader =
      transport ? std::make_unique<cluster::Leader>(std::move(transport), stop_as_by) : nullptr;
  Remarks remarks = remarks_on_stderr();
  require_file(request, leader != nullptr);
  const LoadedScenario loaded = load(request);
  remarks.warn_all(loaded.warnings);
  Plan plan = plan_of(request, loaded);
  remarks.warn_all(same_flight_warnings(plan));
  remarks.warn_all(
      touchdown_problems(plan.scenario, plan.time.step_s * static_cast<double>(plan.time.steps)));
  remarks.warn_all(loop_warnings(plan, loaded.controller_at));
  // Every mistake in the command is reported before a file is created.
  const int threads = thread_count(request, plan, remarks);
  const auto only = sample_numbers("--only", request.only, plan.layout.samples - 1);
  const FlownPart part(plan,
                       request.shard ? std::optional(parse_shard(*request.shard)) : std::nullopt);
  part.require_own(only);
  const std::int64_t samples = only.empty() ? part.layout().samples : std::ssize(only);
  const KernelChoice choice =
      choose_kernel(request.lanes, plan, {leader != nullptr ? 0 : samples, threads});
  const Kernel& kernel = choice.kernel;
  if (!choice.remark.empty()) remarks.note(choice.remark);
  try_programs(plan, kernel, loaded.controller_at,
               leader ? LaunchMode::together : LaunchMode::alone);
  ProcessGroup group{kernel, threads, leader.get()};
  require_own_file(part, leader != nullptr);
  const std::string path = output_path(request, plan, part);
  require_progress_style(request);
  require_requirements(request, plan);
  require_until(request, plan);
  VerdictOutput verdicts(request.verdicts, path);
  group.log_folder = make_log_folder(plan, path, leader != nullptr);
  // From here on a signal ends the run in an orderly way: no incomplete file is left behind.
  (void)stop_on_signals();
  if (leader) {
    leader->gather(cluster::hello_of(plan, group.threads, threads_are_given(request)));
    group.threads = static_cast<int>(leader->own_threads());
  }

  record::Writer writer = record::Writer::create_or_resume(
      path, part.layout(), describe_run(kernel, group.threads),
      {.reproducible = request.reproducible,
       .fresh = request.fresh,
       .refly =
           [&](std::int64_t row) { return part.there(fly_again(plan, kernel, part.row_of(row))); },
       .fewer_samples =
           [&](const record::ResultFile& there) {
             return fewer_samples(there, loaded, plan, {!only.empty(), request.until_decided()});
           },
       .samples_per_point = plan.samples_per_point});
  tell_at_second_signal(writer);
  if (writer.missing_rows().count() == part.layout().samples) remove_old_logs(group.log_folder);
  warn_of_kept_texts(writer.as_written(), loaded, plan, remarks);
  for (const std::string& warning : writer.warnings()) remarks.warn_of_run(warning);
  writer.keep_warnings(remarks.kept());
  if (leader) leader->join(writer);
  if (leader && leader->senders() > 0) {
    remarks.note(
        fmt::format("{}: {} of {} send their flights to process 0, because they cannot write into "
                    "this file themselves",
                    path, leader->senders(), leader->text()));
  }
  const ExitCode code =
      fly_and_report(request, loaded, plan, part, group, only, writer, verdicts, remarks);
  flush_answers();
  repeat_warnings(remarks);
  return verdict(remarks, request.strict, code, ExitCode::no);
}

}  // namespace

Command run_command() {
  auto request = std::make_shared<RunRequest>();
  const Options own = {
      scenario_argument(request->scenario),
      {"-o,--output", &request->output, "Result file; default: NAME.h5 in the current folder",
       "FILE.h5"},
      flying_threads_option(*request),
      {"-n,--samples", &request->samples, "Short for --set monte_carlo.samples=N", "N"},
      {"--seed", &request->seed, "Short for --set monte_carlo.seed=N", "N"},
      set_option(request->overrides, "Override a key, e.g. --set vehicle.mass_kg=1.2 (repeatable)"),
      Option{"--only", &request->only,
             "Fly only these samples, e.g. 3 or 3,17 or 40..45 (repeatable)", "N"}
          .one_by_one(),
      {"--shard", &request->shard,
       "Fly part I of N into a file of its own, for `montecopter merge`; default file: "
       "NAME.shard-I-of-N.h5 in the current folder",
       "I/N"},
      {"--alone", &request->alone,
       "Fly everything in this process, even if mpirun or srun started several; for different "
       "commands in one job"},
      {"--until", &request->until,
       "When to stop: after all samples, or as soon as all requirements are decided",
       "all|decided"},
      Option{"--fresh", &request->fresh,
             "Fly all samples again, and replace an existing result file when done"}
          .excluding({"--only"}),
      kernel_option(*request),
      progress_option(*request),
      {"--reproducible", &request->reproducible,
       "Leave out host, times and build, so that equal results are equal files"},
      {"--json", &request->json, "Print the summary as JSON"},
      {"--strict", &request->strict,
       "Treat warnings as errors: exit 1 after the flights, which are kept"},
  };
  return {
      .name = "run",
      .doc = "Fly a scenario into a result file, or resume an interrupted run",
      .options = joined({own, requirement_file_options(request->verdicts)}),
      .footer =
          "Examples:\n"
          "  montecopter run hover.toml\n"
          "  montecopter run hover.toml -n 500 --seed 7 --set vehicle.mass_kg=1.2 -o heavier.h5\n"
          "  montecopter run hover.toml --only 17 --set output.traces=every:17 -o one.h5\n"
          "  montecopter run hover.toml --only 3,17,40..45\n"
          "  montecopter run gust.toml -n 20000 --until decided\n"
          "  montecopter run gust.toml -n 20000 --shard 1/4\n"
          "  make_scenario | montecopter run -\n"
          "To resume an interrupted run, run the same command.",
      .run = [request] { return run(*request); },
  };
}

}  // namespace montecopter::cli
