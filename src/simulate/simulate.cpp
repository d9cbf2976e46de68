#include "simulate/simulate.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "core/base/column_names.hpp"
#include "core/base/error.hpp"
#include "core/base/ieee.hpp"
#include "core/base/index.hpp"
#include "simulate/external/patience.hpp"
#include "simulate/programs.hpp"
#include "simulate/storing.hpp"
#include "simulate/wave.hpp"

namespace montecopter {
namespace {

/// Keeps the exception of the lowest block, so that the message does not depend on the threads.
class FirstError {
 public:
  void keep(std::int64_t first_row, const std::exception_ptr& error) {
    const std::lock_guard lock(mutex_);
    if (first_row < first_row_) {
      first_row_ = first_row;
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
  std::int64_t first_row_ = std::numeric_limits<std::int64_t>::max();
  std::exception_ptr error_;
};

/// Size of the traces that are flown and stored together. The stored numbers are examined, hashed
/// and written while the cache of a core holds them; the next rows then overwrite them. [byte]
constexpr std::size_t trace_bytes_at_once = 2 << 20;

/// Smaller traces are not worth waking another thread. [byte]
constexpr std::size_t trace_bytes_beside = 1 << 17;

/// Number of rows of a block that are flown together: whole packs of lanes, or all if traces are
/// short.
class RowsAtOnce {
 public:
  RowsAtOnce(const Layout& layout, const Kernel& kernel)
      : layout_(layout), pack_(static_cast<std::size_t>(kernel.width)) {
    for (const Column& column : layout.columns) {
      if (column.rows == Rows::trace_sample) trace_bytes_ += layout.row_bytes(column);
    }
  }

  std::size_t of(std::span<const std::int64_t> rows) const {
    const std::size_t bytes = trace_bytes(rows);
    if (bytes <= trace_bytes_at_once) return rows.size();
    const std::size_t packs = rows.size() * trace_bytes_at_once / bytes / pack_;
    return std::min(std::max<std::size_t>(packs, 1) * pack_, rows.size());
  }

  std::size_t trace_bytes(std::span<const std::int64_t> rows) const {
    const auto& traced = layout_.trace_samples;
    const auto first = std::lower_bound(traced.begin(), traced.end(), rows.front());
    const auto end = std::upper_bound(first, traced.end(), rows.back());
    return trace_bytes_ * static_cast<std::size_t>(end - first);
  }

 private:
  const Layout& layout_;
  std::size_t pack_;
  std::size_t trace_bytes_ = 0;  ///< of one sample
};

/// Adds its lifetime to a counter; lap() adds the time so far.
class Stopwatch {
 public:
  explicit Stopwatch(std::atomic<std::int64_t>& sum_ns) : sum_ns_(sum_ns) {}
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() { lap(); }
  void lap() {
    const auto now = std::chrono::steady_clock::now();
    sum_ns_ += std::chrono::nanoseconds(now - start_).count();
    start_ = now;
  }

 private:
  std::atomic<std::int64_t>& sum_ns_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Adds to the counters that all threads share: once per block, not once per sample.
void count_statuses(std::span<const std::byte> codes, Progress& progress) {
  std::array<std::int64_t, status_names.size()> counts{};
  for (const std::byte code : codes) ++counts[std::to_integer<Index>(code)];
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) progress.by_status[i] += counts[i];
  }
}

/// The threads that fly a plan. Each calls work().
class Workers {
 public:
  Workers(const Plan& plan, BlockSource& source, const SimulateOptions& options, Progress& progress,
          const BlockSink& sink)
      : plan_(plan),
        source_(source),
        options_(options),
        progress_(progress),
        sink_(sink),
        prepared_(plan),
        status_(column_index(plan.layout, status_column)),
        at_once_(plan.layout, *options.kernel),
        threads_(std::min(static_cast<std::size_t>(options.threads), source.most_threads())) {}

  void work_together() {
    {
      std::vector<std::jthread> workers;
      progress_.threads = static_cast<int>(threads_);
      try {
        for (std::size_t i = 0; i < threads_; ++i) {
          const bool beside = threads_ + i < static_cast<std::size_t>(options_.processors);
          workers.emplace_back([this, beside] { work(beside); });
        }
      } catch (const std::system_error&) {  // fewer threads give the same result
        if (workers.empty()) throw Error(ExitCode::io, "error: no thread can be started.");
      }
    }
    error_.rethrow();
  }

 private:
  void work(bool may_store_beside) {
    set_ieee_arithmetic();
    std::vector<std::int64_t> rows;  // of the block at hand
    try {
      AnswerTimeLimit patience(options_.stop, &progress_.silent, options_.log_folder);
      if (options_.kernel->samples_at_once > 0) {
        fly_waves(patience, rows);
      } else {
        fly_blocks(patience, rows, may_store_beside);
      }
    } catch (...) {
      error_.keep(rows.empty() ? 0 : rows.front(), std::current_exception());
    }
  }

  bool is_stopped() const {
    return error_.seen() || (options_.stop != nullptr && options_.stop->load());
  }

  /// Gets the next block; false if none is left.
  bool next(std::vector<std::int64_t>& rows) {
    if (!source_.next(rows)) return false;
    progress_.begun += std::ssize(rows);
    return true;
  }

  /// Flies one block after the other, in parts if traces are long.
  void fly_blocks(AnswerTimeLimit& patience, std::vector<std::int64_t>& rows,
                  bool may_store_beside) {
    Flyers flyers(plan_, prepared_, *options_.kernel, patience);
    std::optional<StoringThread> beside;
    while (!is_stopped() && next(rows)) {
      const std::span<const std::int64_t> all(rows);
      const std::size_t part = at_once_.of(all);
      if (may_store_beside && !beside && at_once_.trace_bytes(all) >= trace_bytes_beside) {
        may_store_beside = begin_beside(beside);
      }
      for (std::size_t first = 0; first < all.size(); first += part) {
        Stopwatch watch(progress_.flying_ns);
        const auto rows_of_part = all.subspan(first, std::min(part, all.size() - first));
        BlockFlyer& flyer = flyers.for_rows(rows_of_part);
        const Block& block = flyer.fly(rows_of_part);
        if (!is_kept(patience)) {
          progress_.given_up += static_cast<std::int64_t>(all.size() - first);
          return;
        }
        if (beside) {
          watch.lap();
          beside->hand_over([&](FlownBlock& flown) {
            flyer.exchange(flown.block);
            flown.failed = flyer.failed();
            flown.steps = flyer.steps();
          });
        } else {
          store(flyer, block, watch);
        }
      }
    }
  }

  /// Flies many blocks at once.
  void fly_waves(AnswerTimeLimit& patience, std::vector<std::int64_t>& rows) {
    Wave wave(plan_, prepared_, *options_.kernel, patience,
              blocks_at_once(*options_.kernel, source_, threads_));
    const std::size_t most_bytes = trace_bytes_of_waves / threads_;
    while (!is_stopped()) {
      Stopwatch watch(progress_.flying_ns);
      for (std::size_t bytes = 0; wave.blocks() < wave.most() && bytes < most_bytes;) {
        if (!next(rows)) break;
        bytes += wave.begin(rows);
      }
      if (wave.blocks() == 0) return;
      wave.fly(rows, [&](const BlockFlyer& flyer, const Block& block) {
        if (!is_kept(patience)) {
          progress_.given_up += std::ssize(block.rows);
          return;
        }
        store(flyer, block, watch);
      });
    }
  }

  /// False if a stop has dropped the flown block.
  static bool is_kept(const AnswerTimeLimit& patience) {
    patience.rethrow_failure();
    return !patience.is_at_end();
  }

  /// Stores a block in this thread.
  void store(const BlockFlyer& flyer, const Block& block, Stopwatch& watch) {
    sink_(block);
    watch.lap();
    count(block, flyer.failed(), flyer.steps());
  }

  /// Counts a stored block.
  void count(const Block& block, std::int64_t failed, std::int64_t steps) {
    count_statuses(block.data[status_], progress_);
    progress_.failed += failed;
    progress_.steps += steps;
    progress_.done += std::ssize(block.rows);
  }

  /// Starts the storing thread. False if no further thread can start: then the flying thread
  /// stores, too.
  bool begin_beside(std::optional<StoringThread>& beside) {
    try {
      beside.emplace([this](const FlownBlock& flown) { store_beside(flown); });
    } catch (const std::system_error&) {
    }
    return beside.has_value();
  }

  /// Stores a block in the thread beside the flying one.
  void store_beside(const FlownBlock& flown) {
    try {
      sink_(flown.block);
      count(flown.block, flown.failed, flown.steps);
    } catch (...) {
      error_.keep(flown.block.rows.front(), std::current_exception());
    }
  }

  const Plan& plan_;
  BlockSource& source_;
  const SimulateOptions& options_;
  Progress& progress_;
  const BlockSink& sink_;
  const PreparedSets prepared_;
  const std::size_t status_;
  const RowsAtOnce at_once_;
  const std::size_t threads_;
  FirstError error_;
};

}  // namespace

BlockCounter::BlockCounter(const Plan& plan, RowRanges rows)
    : plan_(plan), rows_(std::move(rows)), next_(rows_.begin()), end_(rows_.end()) {
  left_ = rows_.count();
  // More threads than blocks have nothing to do.
  constexpr std::size_t most = 4096;
  std::vector<std::int64_t> block;
  while (most_threads_ < most && next_block(block)) ++most_threads_;
  next_ = rows_.begin();
  left_ = rows_.count();
}

bool BlockCounter::goes_with(std::int64_t a, std::int64_t b) const {
  return a / block_rows == b / block_rows &&
         &plan_.at(plan_.point_of(a)) == &plan_.at(plan_.point_of(b));
}

bool BlockCounter::next_block(std::vector<std::int64_t>& rows) {
  rows.clear();
  while (next_ != end_ && (rows.empty() || goes_with(*next_, rows.front()))) {
    rows.push_back(*next_);
    ++next_;
  }
  left_ -= std::ssize(rows);
  return !rows.empty();
}

bool BlockCounter::next(std::vector<std::int64_t>& rows) {
  const std::lock_guard lock(mutex_);
  return next_block(rows);
}

RowRanges BlockCounter::take(std::int64_t most) {
  const std::lock_guard lock(mutex_);
  RowRanges taken;
  std::vector<std::int64_t> block;
  while (most-- > 0 && next_block(block)) {
    for (const std::int64_t row : block) taken.add(row);
  }
  return taken;
}

std::int64_t BlockCounter::left() const {
  const std::lock_guard lock(mutex_);
  return left_;
}

void BlockCounter::close() {
  const std::lock_guard lock(mutex_);
  next_ = end_;
  left_ = 0;
}

void simulate(const Plan& plan, const RowRanges& rows, const SimulateOptions& options,
              Progress& progress, const BlockSink& sink) {
  BlockCounter counter(plan, rows);
  simulate(plan, counter, options, progress, sink);
}

void simulate(const Plan& plan, BlockSource& source, const SimulateOptions& options,
              Progress& progress, const BlockSink& sink) {
  require_programs(plan);
  Workers(plan, source, options, progress, sink).work_together();
}

void simulate(const Plan& plan, std::span<const std::int64_t> rows, const SimulateOptions& options,
              Progress& progress, const BlockSink& sink) {
  simulate(plan, RowRanges(rows), options, progress, sink);
}

}  // namespace montecopter
