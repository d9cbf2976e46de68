/// montecopter merge: merges shards of a campaign, or unfinished runs, into the result that a
/// single run would have written.

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <optional>

#include "campaign_report.hpp"
#include "commands.hpp"
#include "core/base/counted.hpp"
#include "core/base/identity.hpp"
#include "core/base/text.hpp"
#include "flight_warnings.hpp"
#include "flying.hpp"
#include "interrupt.hpp"
#include "options.hpp"
#include "plan/plan.hpp"
#include "progress.hpp"
#include "record/annotations.hpp"
#include "record/intact.hpp"
#include "record/text_diff.hpp"
#include "record/writer.hpp"
#include "remarks.hpp"
#include "result_request.hpp"
#include "results/merge/copy.hpp"
#include "results/merge/parts.hpp"
#include "results/summarise/consistency.hpp"
#include "results/summarise/summary.hpp"
#include "scenario/load.hpp"
#include "simulate/dispatch.hpp"
#include "streams.hpp"
#include "verdict_files.hpp"

namespace montecopter::cli {
namespace {

struct MergeRequest : FlyingOptions {
  std::vector<std::string> files;
  std::string output;
  bool allow_missing = false, allow_programs = false, reproducible = false, json = false;
  VerdictFiles verdicts;
};

/// Raises the limit of open files: a campaign may have more shards than the usual limit.
void allow_many_files() {
  struct rlimit limit = {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

void require_other_output(const MergeRequest& request, const std::vector<merge::Part>& parts) {
  if (request.output.empty()) {
    throw Error(ExitCode::usage, Problem{"--output", "the name of the result file is empty"});
  }
  if (!record::exists(request.output)) return;
  for (const merge::Part& part : parts) {
    if (!record::leads_to(request.output, part.file.fd())) continue;
    throw Error(ExitCode::usage,
                Problem{"--output",
                        fmt::format("{} is one of the merged files, which are never changed",
                                    request.output),
                        "", "Name another file"});
  }
}

/// The campaign of the parts, with the scenario text that most of them have.
LoadedScenario load(const std::vector<merge::Part>& parts, Remarks& remarks) {
  const merge::Part& part = parts.front();
  const auto refuse = [&](const std::string& why) {
    const std::string there = part.file.build();
    throw Error(
        ExitCode::refused,
        fmt::format("{}: error: this program cannot use its scenario unchanged ({} flew it, this "
                    "is {}): {}",
                    part.path(), there.empty() ? "an unknown build" : there, build_name, why));
  };
  LoadedScenario loaded;
  try {
    loaded = load_scenario_text(part.resolved, "provenance/resolved", "");
  } catch (const Error& error) {
    refuse(error.what());
  }
  if (loaded.resolved != part.resolved) refuse("merge with the version that flew it.");
  const merge::CommonText text = merge::scenario_text_of(parts);
  loaded.text = text.text;
  for (const std::string& other : text.others) {
    remarks.warn_of_run(
        fmt::format("{}: warning: its scenario text differs from the text in most files, with the "
                    "same meaning; it is not kept.",
                    other));
  }
  return loaded;
}

/// Copies the sources of numbers from a part whose description is intact.
void keep_sources(const std::vector<merge::Part>& parts, Layout& layout) {
  const auto whole = std::find_if(parts.begin(), parts.end(), [](const merge::Part& part) {
    return record::is_described(part.file);
  });
  if (whole == parts.end()) record::require_description(parts.front().file);
  const std::string sources = whole->file.root_attribute(record::sources_attribute);
  if (!sources.empty()) layout.root_attributes.emplace_back(record::sources_attribute, sources);
}

/// Rows that neither the parts have nor the file had before.
RowRanges still_missing(const merge::Coverage& coverage, const record::Writer& writer) {
  return intersected(coverage.missing, writer.missing_rows());
}

/// Reports an unfinished file, as `run` leaves it after an interruption.
ExitCode report_unfinished(const MergeRequest& request, const RowRanges& missing,
                           const record::Writer& writer, Remarks& remarks) {
  std::vector<std::string> kept = remarks.kept();
  kept.push_back(fmt::format("merged without {} (--allow-missing)", ranges_text(missing)));
  writer.keep_warnings(kept);
  writer.require_in_place();
  if (request.json) {
    answer(fmt::format(
        "{{\"file\": {}, \"complete\": false, \"missing\": {}, \"missing_samples\": "
        "{}, {}}}\n",
        json_quote(writer.path()), missing.count(), ranges_json(missing), remarks.json_members()));
  } else {
    answer(
        fmt::format("{}: not finished, {} missing; merge all files into it again, or run the "
                    "scenario with -o {} to fly them\n",
                    writer.path(), ranges_text(missing) + (missing.count() == 1 ? " is" : " are"),
                    writer.path()));
  }
  return ExitCode::ok;
}

ExitCode finish(const MergeRequest& request, const Plan& plan, int threads, record::Writer& writer,
                VerdictOutput& verdicts, Remarks& remarks) {
  const record::ResultFile file = writer.as_written();
  const Samples samples = read_samples(file);
  Summary summary = summarise(file, samples, threads);
  remarks.warn_all(flight_warnings(file, samples));
  remarks.warn_all(consistency_warnings(file, summary));
  writer.keep_warnings(remarks.kept());
  if (!writer.was_complete() || !writer.volatile_matches()) {
    writer.finish(statistics_bytes(summary));
  }
  writer.require_in_place();
  summary.complete = true;
  return report_campaign(plan, file, samples, summary, request.json, verdicts, remarks);
}

void require_requirements(const MergeRequest& request, const Plan& plan) {
  const bool asked = request.verdicts.junit || request.verdicts.markdown;
  if (!asked || !plan.scenario.requirement.empty()) return;
  throw Error(ExitCode::usage,
              Problem{request.verdicts.junit ? "--junit" : "--markdown",
                      "the scenario has no requirements", "", "Leave the option out"});
}

/// Works on the bytes of some files, with progress if it takes long, until a signal comes.
template <class Work>
auto watched(const MergeRequest& request, const char* what, std::size_t files, const Work& work) {
  ByteProgress progress;
  const ByteReporter reporter(progress, fmt::format("{} {}", what, counted(files, "file")), "",
                              progress_style(request.progress));
  return work(Watch{&stop_on_signals(), &progress});
}

ExitCode merge_files(const MergeRequest& request) {
  Remarks remarks = remarks_on_stderr();
  allow_many_files();
  require_progress_style(request);
  const int threads = threads_wanted(request.threads);
  const auto start = std::chrono::steady_clock::now();
  const std::vector<merge::Part> parts = merge::open_parts(request.files, threads);
  require_other_output(request, parts);
  for (const merge::Part& part : parts) require_scenario(part.file);
  const LoadedScenario loaded = load(parts, remarks);
  Plan plan = plan_to_fly(loaded);
  keep_sources(parts, plan.layout);
  require_requirements(request, plan);
  VerdictOutput verdicts(request.verdicts, request.output);
  const Kernel& kernel = choose_kernel("auto");
  if (request.allow_programs) try_programs(plan, kernel);
  const auto refly = [&](std::int64_t row) { return fly_again(plan, kernel, row); };
  const merge::Coverage coverage =
      watched(request, "verifying", parts.size(), [&](const Watch& watch) {
        return merge::cover(
            parts,
            {plan.layout, [&](std::int64_t row) { return plan.number_of(row); }, build_name, refly},
            threads, request.allow_missing, watch);
      });
  if (const auto code = signal_exit_code()) throw Error(*code, "interrupted: nothing was written.");
  for (const std::string& line : record::lines_of(coverage.why)) remarks.warn_of_run(line);
  remarks.warn_as_kept(merge::warnings_of(parts), request.output);

  record::Writer writer =
      record::Writer::create_or_resume(request.output, plan.layout, describe_run(kernel, threads),
                                       {.reproducible = request.reproducible, .refly = refly});
  const std::string kept =
      "copied samples are in " + writer.path() + "; run the same command to continue";
  tell_at_second_signal(kept);
  for (const merge::Part& part : parts) {
    record::carry_annotations(part.file, writer.as_written());
  }
  for (const std::string& warning : writer.warnings()) remarks.warn_of_run(warning);
  writer.keep_warnings(remarks.kept());
  const std::int64_t total = plan.layout.samples;
  const std::int64_t there = total - writer.missing_rows().count();
  if (there > 0) {
    remarks.note(fmt::format("{}: {} of {} {} there already", writer.path(), there,
                             counted(total, "sample"), verb(there, "is", "are")));
  }
  const auto copy = [&](const Watch& watch) {
    return merge::copy_samples(parts, coverage, plan.layout, writer, threads, watch);
  };
  if (!watched(request, "copying", parts.size(), copy)) {
    writer.require_in_place();
    remark("interrupted: " + kept + "\n");
    return signal_exit_code().value_or(ExitCode::interrupted);
  }
  const auto missing = still_missing(coverage, writer);
  const std::int64_t copied = writer.missing_rows().count() - missing.count();
  remark(fmt::format(
      "{} copied from {} in {:.2f} s\n", counted(copied, "sample"), counted(parts.size(), "file"),
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()));
  if (!missing.empty()) return report_unfinished(request, missing, writer, remarks);
  return finish(request, plan, threads, writer, verdicts, remarks);
}

}  // namespace

Command merge_command() {
  auto request = std::make_shared<MergeRequest>();
  const Options own = {
      Option{"files", &request->files, "Shards, or results of unfinished runs", "FILE.h5"}
          .required(),
      Option{"-o,--output", &request->output, "Result file of all samples", "FILE.h5"}.required(),
      {"--allow-missing", &request->allow_missing,
       "Merge the existing samples: the result stays unfinished, and lists the missing samples"},
      threads_option(*request),
      progress_option(*request),
      allow_programs_option(request->allow_programs),
      {"--reproducible", &request->reproducible,
       "Leave out host, times and build, so that equal results are equal files"},
      {"--json", &request->json, "Print the summary as JSON"},
  };
  return {
      .name = "merge",
      .doc = "Merge the shards of a campaign into the result of a single run",
      .options = joined({own, requirement_file_options(request->verdicts)}),
      .footer =
          "Examples:\n"
          "  montecopter merge gust.shard-*-of-4.h5 -o gust.h5\n"
          "  montecopter merge part1.h5 part2.h5 -o all.h5 --reproducible\n"
          "  montecopter merge part1.h5 part3.h5 -o some.h5 --allow-missing\n"
          "All samples are verified before anything is written. To resume an interrupted merge, "
          "run the same command.",
      .run = [request] { return merge_files(*request); },
  };
}

}  // namespace montecopter::cli
