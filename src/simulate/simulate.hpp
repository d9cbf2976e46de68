#pragma once
/// Plan -> blocks of finished rows: threads over blocks, lanes over samples.
///
/// `run` calls simulate() with the rows that are missing in the file. Converge, sensors and verify
/// use flights_in_memory.hpp, which also calls it. Once per call, PreparedFlights computes the
/// constants shared by all samples. A sweep over sets of values needs one PreparedFlights for each
/// combination of sets, and the rest applies to each. Each thread then makes a BlockFlyer and takes
/// blocks from a BlockSource until none is left. The source is a counter; if several processes fly
/// together, record/cluster/ assigns blocks:
///
///   BlockFlyer::fly(rows)    sets its samples up, has the kernel fly them, fills the columns
///   sink(block)              stores them, in `run` Writer::write()
///   progress                 is counted up
///
/// Some kernels want many samples at once, such as the kernel of a graphics card. A thread then
/// begins many blocks, flies them together and finishes them one after the other (wave.hpp).
///
/// With long traces, a block is flown and stored in parts of a few packs of lanes. The cache of a
/// core then holds each part until it is in the file. If processors are idle, another thread stores
/// a part while the next one is flown (storing.hpp).
///
/// Each thread owns the memory that it writes: the flyer's columns, rows and flight memory, made
/// once and reused for each block. Threads share the const plan and PreparedFlights, the source of
/// blocks, and Progress.

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "core/base/row_ranges.hpp"
#include "plan/outcome.hpp"
#include "plan/plan.hpp"
#include "simulate/border/kernel.hpp"

namespace montecopter {

/// Counters that any thread may read while the simulation runs.
struct Progress {
  std::atomic<std::int64_t> begun{0};  ///< samples in flight have begun and are not done
  std::atomic<std::int64_t> done{0};
  std::atomic<std::int64_t> failed{0};  ///< status other than ok
  std::atomic<std::int64_t> steps{0};
  std::atomic<std::int64_t> flying_ns{
      0};                         ///< what the samples that are done took, of a thread each
  std::atomic<int> threads{0};    ///< threads that fly
  std::atomic<int> elsewhere{0};  ///< threads of other processes that fly with this one
  std::array<std::atomic<std::int64_t>, status_names.size()> by_status{};
  std::atomic<int> silent{0};             ///< threads that wait for a silent program
  std::atomic<std::int64_t> given_up{0};  ///< samples in flight that a stop has dropped
};

struct SimulateOptions {
  int threads = 1;
  const Kernel* kernel = nullptr;
  /// Checked between blocks. When set, blocks in flight are finished and no new block begins.
  /// Blocks with silent programs are dropped (external/patience.hpp).
  const std::atomic<bool>* stop = nullptr;
  /// Processors that this process may use. If there are more of them than flying threads, further
  /// threads store long traces, at most one for each flying thread.
  int processors = 0;
  /// Folder for the logs of firmwares, if the scenario keeps them; empty: none is kept.
  std::string log_folder = {};
};

/// Where simulate() takes its blocks from. All threads call it concurrently.
class BlockSource {
 public:
  virtual ~BlockSource() = default;
  /// Gives the rows of a block that no other thread got; false if none is left. The rows ascend,
  /// lie in one block of 64, and their sweep points have one combination of sets.
  virtual bool next(std::vector<std::int64_t>& rows) = 0;
  /// Upper limit of the number of threads that can be busy.
  virtual std::size_t most_threads() const = 0;
};

/// Rows block by block, in order. It stores only a position in their ranges, so its memory does not
/// grow with the rows.
class BlockCounter final : public BlockSource {
 public:
  /// The plan must outlive this object.
  BlockCounter(const Plan& plan, RowRanges rows);
  bool next(std::vector<std::int64_t>& rows) override;
  std::size_t most_threads() const override { return most_threads_; }
  /// Rows of up to `most` blocks at once; empty if none is left.
  RowRanges take(std::int64_t most);
  /// Number of rows not yet given to a thread.
  std::int64_t left() const;
  /// Gives no more blocks from now on.
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

/// Takes a finished block, or its parts one after the other. Any worker may call it, and several
/// may call it at once.
using BlockSink = std::function<void(const Block&)>;

/// Flies `rows`. No result depends on the number of threads. An exception of the sink stops the
/// run; the exception of the lowest block is rethrown.
void simulate(const Plan& plan, const RowRanges& rows, const SimulateOptions& options,
              Progress& progress, const BlockSink& sink);
/// Flies a list of rows (ascending).
void simulate(const Plan& plan, std::span<const std::int64_t> rows, const SimulateOptions& options,
              Progress& progress, const BlockSink& sink);

/// Flies the blocks of any source until none is left.
void simulate(const Plan& plan, BlockSource& source, const SimulateOptions& options,
              Progress& progress, const BlockSink& sink);

}  // namespace montecopter
