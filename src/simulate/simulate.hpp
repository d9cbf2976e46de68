#pragma once
/// Plan -> blocks of finished rows: threads over blocks, lanes over samples.
///
/// `run` calls simulate() with the rows that the file lacks; converge, sensors and verify fly with
/// flights_in_memory.hpp instead, which calls it, too. Once per call, PreparedFlights folds what
/// all samples share (of a sweep with sets of values, all samples of each combination of sets: what
/// follows is done for each). Each thread then makes a BlockFlyer, and takes the next block from a
/// counter until there is none:
///
///   BlockFlyer::fly(rows)    sets its samples up, has the kernel fly them, fills the columns
///   sink(block)              stores them, in `run` Writer::write()
///   progress                 is counted up
///
/// What a thread writes is its own: the flyer's columns, rows and flight memory, made once and used
/// again for each block. Shared are the plan and PreparedFlights, both const, the counter, and
/// Progress.

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <span>

#include "base/row_ranges.hpp"
#include "plan/outcome.hpp"
#include "plan/plan.hpp"
#include "simulate/border/kernel.hpp"

namespace montecopter {

/// Counters that anybody may read while the simulation runs.
struct Progress {
  std::atomic<std::int64_t> begun{0};  ///< those in flight are begun and not done
  std::atomic<std::int64_t> done{0};
  std::atomic<std::int64_t> failed{0};  ///< status other than ok
  std::atomic<std::int64_t> steps{0};
  std::atomic<std::int64_t> flying_ns{
      0};                       ///< what the samples that are done took, of a thread each
  std::atomic<int> threads{0};  ///< that fly
  std::array<std::atomic<std::int64_t>, status_names.size()> by_status{};
};

struct SimulateOptions {
  int threads = 1;
  const Kernel* kernel = nullptr;
  /// Checked between blocks: when set, blocks in flight are finished and no new one is begun.
  const std::atomic<bool>* stop = nullptr;
};

/// Takes a finished block; called from any worker, also from several at once.
using BlockSink = std::function<void(const Block&)>;

/// Flies `rows`. Nothing is shared between threads; no result depends on their number.
/// An exception of the sink stops the run; that of the lowest block is rethrown.
void simulate(const Plan& plan, const RowRanges& rows, const SimulateOptions& options,
              Progress& progress, const BlockSink& sink);
/// The same of a list of rows (ascending).
void simulate(const Plan& plan, std::span<const std::int64_t> rows, const SimulateOptions& options,
              Progress& progress, const BlockSink& sink);

}  // namespace montecopter
