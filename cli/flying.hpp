#pragma once
/// What commands that fly into a result file share: options as they are typed, threads that fit
/// into memory, progress and speed on stderr.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "core/base/remarks.hpp"
#include "plan/plan.hpp"
#include "record/cluster/leader.hpp"
#include "record/writer.hpp"
#include "simulate/dispatch.hpp"
#include "simulate/simulate.hpp"

namespace montecopter::cli {

struct FlyingOptions {
  std::optional<std::string> threads;
  std::string lanes = "auto", progress = "auto";
};

/// Option for commands that fly. It counts the threads that fly; those that store long traces
/// beside them (simulate/storing.hpp) are not among them.
Option flying_threads_option(FlyingOptions& options);
/// Option for commands that fly nothing.
Option threads_option(FlyingOptions& options);
Option kernel_option(FlyingOptions& options);
Option progress_option(FlyingOptions& options);
/// Option for commands that fly a scenario which they take from a result file.
Option allow_programs_option(bool& allowed);

/// make_plan(), with what flights need of the folders above simulate/.
Plan plan_to_fly(const LoadedScenario& loaded);

/// As many threads as asked for, but no more than have room for their traces in half of the memory.
int thread_count(const FlyingOptions& options, const Plan& plan, Remarks& remarks);

/// Whether --threads says it, so that processes that fly together do not share processors out.
bool threads_are_given(const FlyingOptions& options);

/// Error(usage) if there is no such style of progress.
void require_progress_style(const FlyingOptions& options);

/// Host, build and kernel, as the result file keeps them.
record::Volatile describe_run(const Kernel& kernel, int threads);

/// The processes and threads that fly: threads of this process, and processes that were started
/// together with it.
struct ProcessGroup {
  const Kernel& kernel;
  int threads = 1;                    ///< of this process
  cluster::Leader* leader = nullptr;  ///< of several processes, if there are

  int all_threads() const;
  /// "8 threads", "8 threads in 4 processes on 2 machines"
  std::string text() const;
  /// As simulate(), into the file of the writer.
  void simulate(const Plan& plan, const RowRanges& rows, const SimulateOptions& options,
                Progress& progress, const record::Writer& writer) const;
};

/// What flies: given the options for simulate(), it counts up the progress.
using Flight = std::function<void(const SimulateOptions&, Progress&)>;

/// Has `flight` fly `rows` samples at most, with progress and speed on stderr, until a signal
/// comes.
void fly(const FlyingOptions& options, const ProcessGroup& crew, std::int64_t rows,
         const Flight& flight);

/// Flies rows into the file until they are done or a signal comes.
void fly(const FlyingOptions& options, const Plan& plan, const ProcessGroup& crew,
         const RowRanges& rows, const record::Writer& writer);

/// Whether processes that mpirun or srun started fly together.
enum class LaunchMode { alone, together };

/// Loads the programs of a plan's controller (simulate/programs.hpp), and says what a signal
/// has interrupted meanwhile. A library is loaded in a process that is guarded (process_guard.hpp);
/// processes that fly together are guarded by who started them.
void try_programs(Plan& plan, const Kernel& kernel, const std::string& where = "controller",
                  LaunchMode flown = LaunchMode::alone);

/// One row alone, as the file should have it. Error(interrupted) after a signal.
Block fly_again(const Plan& plan, const Kernel& kernel, std::int64_t row);

/// On stderr, what becomes of the finished samples after a signal.
void tell_interrupted(const record::Writer& writer);
/// From now on the handler of a second signal prints it, for nothing else runs then.
void tell_at_second_signal(const record::Writer& writer);

}  // namespace montecopter::cli
