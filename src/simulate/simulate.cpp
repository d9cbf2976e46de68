#include "simulate/simulate.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "base/ieee.hpp"
#include "simulate/block_flyer.hpp"

namespace montecopter {
namespace {

/// Hands out rows block by block: those that belong to one block of 64, and to points of one
/// combination of sets. A place in the ranges, so that its memory does not grow with the rows.
class Blocks {
 public:
  Blocks(const Plan& plan, const RowRanges& rows)
      : plan_(plan), next_(rows.begin()), end_(rows.end()) {}

  /// The next block; false if there is none.
  bool take(std::vector<std::int64_t>& rows) {
    rows.clear();
    while (next_ != end_ && (rows.empty() || goes_with(*next_, rows.front()))) {
      rows.push_back(*next_);
      ++next_;
    }
    return !rows.empty();
  }

 private:
  bool goes_with(std::int64_t a, std::int64_t b) const {
    return a / block_rows == b / block_rows &&
           &plan_.at(plan_.point_of(a)) == &plan_.at(plan_.point_of(b));
  }

  const Plan& plan_;
  RowRanges::Iterator next_, end_;
};

/// The same for any number of threads, with the number of each block.
class SharedBlocks {
 public:
  explicit SharedBlocks(Blocks blocks) : blocks_(blocks) {}

  bool take(std::vector<std::int64_t>& rows, std::size_t& index) {
    const std::lock_guard lock(mutex_);
    index = taken_++;
    return blocks_.take(rows);
  }

 private:
  std::mutex mutex_;
  Blocks blocks_;
  std::size_t taken_ = 0;
};

/// How many of `threads` have a block to fly.
int useful_threads(int threads, Blocks blocks) {
  std::vector<std::int64_t> rows;
  int useful = 0;
  while (useful < threads && blocks.take(rows)) ++useful;
  return useful;
}

/// What the samples of each combination of sets share.
class AllPrepared {
 public:
  explicit AllPrepared(const Plan& plan) {
    if (plan.variants.empty()) prepared_.emplace(&plan, std::make_unique<PreparedFlights>(plan));
    for (const Plan& one : plan.variants) {
      prepared_.emplace(&one, std::make_unique<PreparedFlights>(one));
    }
  }
  const PreparedFlights& of(const Plan& plan) const { return *prepared_.at(&plan); }

 private:
  std::map<const Plan*, std::unique_ptr<PreparedFlights>> prepared_;
};

/// The flyer of a thread: of one combination of sets at a time, for each has its own memory.
class Flyers {
 public:
  Flyers(const Plan& plan, const AllPrepared& prepared, const Kernel& kernel)
      : plan_(plan), prepared_(prepared), kernel_(kernel) {}

  BlockFlyer& for_rows(std::span<const std::int64_t> rows) {
    const Plan& plan = plan_.at(plan_.point_of(rows.front()));
    if (&plan != of_) flyer_.emplace(plan, prepared_.of(plan), kernel_);
    of_ = &plan;
    return *flyer_;
  }

 private:
  const Plan& plan_;
  const AllPrepared& prepared_;
  const Kernel& kernel_;
  const Plan* of_ = nullptr;
  std::optional<BlockFlyer> flyer_;
};

/// Keeps the exception of the lowest block, so that the message does not depend on the threads.
class FirstError {
 public:
  void keep(std::size_t block, std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (block < block_) {
      block_ = block;
      error_ = error;
    }
    seen_ = true;
  }
  bool seen() const { return seen_; }
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::mutex mutex_;
  std::atomic<bool> seen_{false};
  std::size_t block_ = std::numeric_limits<std::size_t>::max();
  std::exception_ptr error_;
};

void count_statuses(std::span<const std::byte> codes, Progress& progress) {
  for (const std::byte code : codes) ++progress.by_status[static_cast<std::size_t>(code)];
}

}  // namespace

void simulate(const Plan& plan, const RowRanges& rows, const SimulateOptions& options,
              Progress& progress, const BlockSink& sink) {
  const AllPrepared prepared(plan);
  const Blocks all(plan, rows);
  SharedBlocks blocks(all);
  const std::size_t status = column_index(plan.layout, "status");
  FirstError error;
  const auto work = [&] {
    set_ieee_arithmetic();
    std::size_t index = 0;
    std::vector<std::int64_t> of_block;
    try {
      Flyers flyers(plan, prepared, *options.kernel);
      while (!error.seen() && !(options.stop != nullptr && options.stop->load())) {
        if (!blocks.take(of_block, index)) return;
        const auto start = std::chrono::steady_clock::now();
        const auto size = static_cast<std::int64_t>(of_block.size());
        progress.begun += size;
        BlockFlyer& flyer = flyers.for_rows(of_block);
        const Block& block = flyer.fly(of_block);
        sink(block);
        count_statuses(block.data[status], progress);
        progress.failed += flyer.failed();
        progress.steps += flyer.steps();
        progress.flying_ns +=
            std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count();
        progress.done += size;
      }
    } catch (...) {
      error.keep(index, std::current_exception());
    }
  };
  {
    std::vector<std::jthread> workers;
    const int useful = useful_threads(options.threads, all);
    progress.threads = useful;
    try {
      for (int i = 0; i < useful; ++i) workers.emplace_back(work);
    } catch (const std::system_error&) {  // fewer threads give the same result
      if (workers.empty()) throw Error(ExitCode::io, "error: no thread can be started.");
    }
  }
  error.rethrow();
}

void simulate(const Plan& plan, std::span<const std::int64_t> rows, const SimulateOptions& options,
              Progress& progress, const BlockSink& sink) {
  simulate(plan, RowRanges(rows), options, progress, sink);
}

}  // namespace montecopter
