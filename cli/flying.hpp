#pragma once
/// Common parts of commands that fly into a result file: options as typed, threads that fit into
/// memory, progress and speed on stderr.

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

/// Option for commands that fly: the number of flying threads. Threads that store long traces
/// (simulate/storing.hpp) do not count.
Option flying_threads_option(FlyingOptions& options);
/// Option for commands that fly nothing.
Option threads_option(FlyingOptions& options);
Option kernel_option(FlyingOptions& options);
Option progress_option(FlyingOptions& options);
/// Option for commands that fly a scenario from a result file.
Option allow_programs_option(bool& allowed);

/// make_plan(), completed with margins, which the folders above simulate/ compute.
Plan plan_to_fly(const LoadedScenario& loaded);

/// The requested number of threads, limited so that their traces fit into half of the memory.
int thread_count(const FlyingOptions& options, const Plan& plan, Remarks& remarks);

/// Whether the number of threads is given, so that processes that fly together do not divide the
/// processors.
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
  cluster::Leader* leader = nullptr;  ///< of several processes, else null
  std::string log_folder = {};        ///< for logs of firmwares; empty: none is kept

  int all_threads() const;
  /// Text such as "8 threads" or "8 threads in 4 processes on 2 machines".
  std::string text() const;
  /// Flies rows as simulate() does, into the file of the writer.
  void simulate(const Plan& plan, const RowRanges& rows, const SimulateOptions& options,
                Progress& progress, const record::Writer& writer) const;
};

/// A function that flies with the options for simulate() and counts up the progress.
using Flight = std::function<void(const SimulateOptions&, Progress&)>;

/// Calls `flight` to fly up to `rows` samples, with progress and speed on stderr, until a signal
/// comes.
void fly(const FlyingOptions& options, const ProcessGroup& group, std::int64_t rows,
         const Flight& flight);

/// Flies rows into the file until they are done or a signal comes.
void fly(const FlyingOptions& options, const Plan& plan, const ProcessGroup& group,
         const RowRanges& rows, const record::Writer& writer);

/// Whether processes that mpirun or srun started fly together.
enum class LaunchMode { alone, together };

/// Loads the programs of a plan's controller (simulate/programs.hpp), and says what a signal has
/// interrupted meanwhile. A library is loaded in a guarded process (process_guard.hpp). Processes
/// that fly together are guarded by mpirun or srun, which started them.
void try_programs(Plan& plan, const Kernel& kernel, const std::string& where = "controller",
                  LaunchMode flown = LaunchMode::alone);

/// Flies one row alone, as the file should have it. Error(interrupted) after a signal.
Block fly_again(const Plan& plan, const Kernel& kernel, std::int64_t row);

/// Says on stderr what happens to finished samples after a signal.
void tell_interrupted(const record::Writer& writer);
/// Gives the handler of a second signal its text, because nothing else runs then.
void tell_at_second_signal(const record::Writer& writer);

}  // namespace montecopter::cli
