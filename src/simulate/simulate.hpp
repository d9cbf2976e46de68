#pragma once
/// Plan -> blocks of finished rows: threads over blocks, lanes over samples.
///
/// `run` calls simulate() with the rows that are missing in the file; converge, sensors and verify
/// fly with flights_in_memory.hpp instead, which calls it, too. Once per call, PreparedFlights
/// folds what all samples share (of a sweep with sets of values, all samples of each combination of
/// sets: what follows is done for each). Each thread then makes a BlockFlyer, and takes the next
/// block from a BlockSource until there is none (a counter; where several processes fly together,
/// ranks/ assigns them):
///
///   BlockFlyer::fly(rows)    sets its samples up, has the kernel fly them, fills the columns
///   sink(block)              stores them, in `run` Writer::write()
///   progress                 is counted up
///
/// With a kernel that wants many samples at once, that of a graphics card, a thread begins many
/// blocks, flies them together and finishes them one after the other (wave.hpp).
///
/// Where traces are long, a block is flown and stored in parts, some packs of lanes each, so that
/// the cache of a core holds what the kernel has stored until it is in the file. Where processors
/// are left, a part is stored on a thread of its own while the next one is flown (storing.hpp).
///
/// What a thread writes is its own: the flyer's columns, rows and flight memory, made once and used
/// again for each block. Shared are the plan and PreparedFlights, both const, the source of blocks,
/// and Progress.

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <vector>

#include "core/base/row_ranges.hpp"
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
      0};                         ///< what the samples that are done took, of a thread each
  std::atomic<int> threads{0};    ///< that fly
  std::atomic<int> elsewhere{0};  ///< the same in other processes that fly with this one
  std::array<std::atomic<std::int64_t>, status_names.size()> by_status{};
  std::atomic<int> silent{0};             ///< threads that wait for a program that is silent
  std::atomic<std::int64_t> given_up{0};  ///< samples in flight that a stop has dropped
};

struct SimulateOptions {
  int threads = 1;
  const Kernel* kernel = nullptr;
  /// Checked between blocks: when set, blocks in flight are finished and no new one is begun. Those
  /// whose programs are silent are dropped (external/patience.hpp).
  const std::atomic<bool>* stop = nullptr;
  /// That this process may use. Where they are more than the threads that fly, long traces are
  /// stored by further threads, at most one for each that flies.
  int processors = 0;
};

/// Where simulate() takes its blocks from: asked by all threads at once.
class BlockSource {
 public:
  virtual ~BlockSource() = default;
  /// The rows of a block that nobody else was given (ascending, of one block of 64 and of points of
  /// one combination of sets); false: there is none left.
  virtual bool next(std::vector<std::int64_t>& rows) = 0;
  /// No more threads than this can have something to do.
  virtual std::size_t most_threads() const = 0;
};

/// Rows block by block, in their order. It is a place in their ranges, so that its memory does not
/// grow with the rows.
class BlockCounter final : public BlockSource {
 public:
  /// The plan has to outlive it.
  BlockCounter(const Plan& plan, RowRanges rows);
  bool next(std::vector<std::int64_t>& rows) override;
  std::size_t most_threads() const override { return most_threads_; }
  /// The rows of up to `most` blocks at once; none if none are left.
  RowRanges take(std::int64_t most);
  /// Rows that nobody was given.
  std::int64_t left() const;
  /// From now on there are none.
  void close();

 private:
  bool next_block(std::vector<std::int64_t>& rows);
  bool goes_with(std::int64_t a, std::int64_t b) const;

  const Plan& plan_;
  RowRanges rows_;
  mutable std::mutex mutex_;
  RowRanges::Iterator next_, end_;
  std::int64_t left_ = 0;
  std::size_t most_threads_ = 0;
};

/// Takes a finished block, or one part of it after the other; called from any worker, also from
/// several at once.
using BlockSink = std::function<void(const Block&)>;

/// Flies `rows`. Nothing is shared between threads; no result depends on their number.
/// An exception of the sink stops the run; that of the lowest block is rethrown.
void simulate(const Plan& plan, const RowRanges& rows, const SimulateOptions& options,
              Progress& progress, const BlockSink& sink);
/// The same of a list of rows (ascending).
void simulate(const Plan& plan, std::span<const std::int64_t> rows, const SimulateOptions& options,
              Progress& progress, const BlockSink& sink);

/// The same with blocks from anywhere, until there are no more.
void simulate(const Plan& plan, BlockSource& source, const SimulateOptions& options,
              Progress& progress, const BlockSink& sink);

}  // namespace montecopter
