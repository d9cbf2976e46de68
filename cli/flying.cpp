#include "flying.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "build_information.hpp"
#include "core/base/counted.hpp"
#include "core/base/identity.hpp"
#include "interrupt.hpp"
#include "options.hpp"
#include "process_guard.hpp"
#include "progress.hpp"
#include "simulate/programs.hpp"
#include "simulate/simulate.hpp"
#include "streams.hpp"
#include "vehicle/stability/sample_margins.hpp"
#include "verify/stamp.hpp"

namespace montecopter::cli {
Option flying_threads_option(FlyingOptions& options) {
  return {"-j,--threads", &options.threads,
          "Number of flying threads; default: all processors that this process may use. Spare "
          "processors store long traces",
          "N"};
}

Option threads_option(FlyingOptions& options) {
  return {"-j,--threads", &options.threads,
          "Number of threads; default: all processors that this process may use", "N"};
}

Option kernel_option(FlyingOptions& options) {
  return lanes_option(
      options.lanes,
      "Instruction set, or a graphics card; the bits are the same, only the speed differs");
}

Option progress_option(FlyingOptions& options) {
  return {"--progress", &options.progress, "Style of the progress report on stderr",
          "auto|bar|lines|none"};
}

Option allow_programs_option(bool& allowed) {
  return {"--allow-programs", &allowed,
          "Run the programs that the scenario in the file names (controller.library "
          "or controller.command)"};
}

int thread_count(const FlyingOptions& options, const Plan& plan, Remarks& remarks) {
  const int wanted = threads_wanted(options.threads);
  const double free_bytes = static_cast<double>(sysconf(_SC_AVPHYS_PAGES) * sysconf(_SC_PAGESIZE));
  if (wanted == 1 || plan.block_bytes * wanted <= free_bytes / 2) return wanted;
  const int fitting = std::max(1, static_cast<int>(free_bytes / 2 / plan.block_bytes));
  if (fitting >= wanted) return wanted;
  remarks.warn_of_run(fmt::format("warning: uses {} instead of {}: each holds {:.2g} GB of traces",
                                  counted(fitting, "thread"), wanted, plan.block_bytes / 1e9));
  return fitting;
}

bool threads_are_given(const FlyingOptions& options) {
  return options.threads.has_value() || std::getenv("SLURM_CPUS_PER_TASK") != nullptr;
}

void require_progress_style(const FlyingOptions& options) {
  (void)progress_style(options.progress);
}

record::Volatile describe_run(const Kernel& kernel, int threads) {
  char host[256] = {};
  gethostname(host, sizeof(host) - 1);
  return {.host = host,
          .build = build_name,
          .compiler = compiler_name(),
          .lanes = kernel.name,
          .threads = threads,
          .verify_stamp = verify::read_stamp()};
}

int ProcessGroup::all_threads() const {
  return leader ? static_cast<int>(leader->all_threads()) : threads;
}

std::string ProcessGroup::text() const {
  const std::string where = leader ? " in " + leader->text() : "";
  return counted(all_threads(), "thread") + where;
}

void ProcessGroup::simulate(const Plan& plan, const RowRanges& rows, const SimulateOptions& options,
                            Progress& progress, const record::Writer& writer) const {
  if (leader) return leader->simulate(plan, rows, options, progress, writer);
  montecopter::simulate(plan, rows, options, progress,
                        [&](const Block& block) { writer.write(block); });
}

void fly(const FlyingOptions& options, const ProcessGroup& group, std::int64_t rows,
         const Flight& flight) {
  Progress progress;
  const auto start = std::chrono::steady_clock::now();
  {
    const FinishesFlights finishes;
    const ProgressReporter reporter(progress, rows, progress_style(options.progress),
                                    &stop_on_signals());
    // Processes that fly together divide the processors among themselves.
    flight({.threads = group.threads,
            .kernel = &group.kernel,
            .stop = &stop_on_signals(),
            .processors = group.leader ? 0 : default_threads(),
            .log_folder = group.log_folder},
           progress);
  }
  const double wall_s =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  remark(fmt::format("{} in {:.2f} s: {:.1f} million steps per second ({}, {})\n",
                     counted(progress.done.load(), "sample"), wall_s,
                     static_cast<double>(progress.steps) / std::max(wall_s, 1e-9) / 1e6,
                     group.kernel.name, group.text()));
  if (progress.given_up > 0) {
    remark(fmt::format("{} in flight {} dropped because a program was silent\n",
                       counted(progress.given_up.load(), "sample"),
                       progress.given_up == 1 ? "is" : "are"));
  }
}

void fly(const FlyingOptions& options, const Plan& plan, const ProcessGroup& group,
         const RowRanges& rows, const record::Writer& writer) {
  fly(options, group, rows.count(), [&](const SimulateOptions& how, Progress& progress) {
    group.simulate(plan, rows, how, progress, writer);
  });
}

Plan plan_to_fly(const LoadedScenario& loaded) {
  Plan plan = make_plan(loaded);
  compute_margins(plan);
  return plan;
}

void try_programs(Plan& plan, const Kernel& kernel, const std::string& where, LaunchMode flown) {
  struct Naming {
    const char* before = tell_of_signals("the trial flights of the controller's program");
    ~Naming() { tell_of_signals(before); }
  } naming;
  if (flown == LaunchMode::alone && needs_library(plan)) fly_in_guarded_process();
  load_programs(plan, kernel, where);
}

Block fly_again(const Plan& plan, const Kernel& kernel, std::int64_t row) {
  if (const auto code = signal_exit_code()) throw Error(*code, "interrupted: nothing was changed.");
  Block flown;
  Progress progress;
  simulate(plan, std::span(&row, 1), {.threads = 1, .kernel = &kernel, .stop = &stop_on_signals()},
           progress, [&](const Block& block) { flown = block; });
  if (flown.rows.empty()) {
    throw Error(signal_exit_code().value_or(ExitCode::interrupted),
                "interrupted: nothing was changed.");
  }
  return flown;
}

namespace {

std::string kept_of(const record::Writer& writer) {
  if (writer.is_beside()) return writer.path() + " is unchanged, and nothing of this run is kept";
  return "finished samples are in " + writer.path() + "; run the same command to resume";
}

}  // namespace

void tell_at_second_signal(const record::Writer& writer) { tell_at_second_signal(kept_of(writer)); }

void tell_interrupted(const record::Writer& writer) {
  if (writer.is_beside()) {
    remark("interrupted: " + kept_of(writer) + "\n");
    return;
  }
  writer.require_in_place();
  if (writer.has_all()) {
    remark("interrupted: all samples are flown and in " + writer.path() +
           "; run the same command for their summary\n");
    return;
  }
  remark("interrupted: " + kept_of(writer) + "\n");
}

}  // namespace montecopter::cli
