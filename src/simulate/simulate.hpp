#pragma once
/// Plan -> blocks of finished rows: threads over blocks, lanes over samples.

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>

#include "plan/plan.hpp"
#include "simulate/border/kernel_api.hpp"

namespace montecopter {

/// Counters that anybody may read while the simulation runs.
struct Progress {
  std::atomic<std::int64_t> done{0};
  std::atomic<std::int64_t> failed{0};  ///< status other than ok
  std::atomic<std::int64_t> steps{0};
};

struct SimulateOptions {
  int threads = 1;
  const Kernel* kernel = nullptr;
  /// Checked between blocks: when set, blocks in flight are finished and no new one is begun.
  const std::atomic<bool>* stop = nullptr;
};

/// Takes a finished block; called from any worker, also from several at once.
using BlockSink = std::function<void(const Block&)>;

/// Flies `rows` (ascending). Nothing is shared between threads; no result depends on their number.
/// An exception of the sink stops the run; that of the lowest block is rethrown.
void simulate(const Plan& plan, std::span<const std::int64_t> rows, const SimulateOptions& options,
              Progress& progress, const BlockSink& sink);

}  // namespace montecopter
