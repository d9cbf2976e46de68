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
#include "simulate/external/patience.hpp"
#include "simulate/programs.hpp"

namespace montecopter {
namespace {

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
  Flyers(const Plan& plan, const AllPrepared& prepared, const Kernel& kernel, Patience& patience)
      : plan_(plan), prepared_(prepared), kernel_(kernel), patience_(patience) {}

  BlockFlyer& for_rows(std::span<const std::int64_t> rows) {
    const Plan& plan = plan_.at(plan_.point_of(rows.front()));
    if (&plan != of_) flyer_.emplace(plan, prepared_.of(plan), kernel_, &patience_);
    of_ = &plan;
    return *flyer_;
  }

 private:
  const Plan& plan_;
  const AllPrepared& prepared_;
  const Kernel& kernel_;
  Patience& patience_;
  const Plan* of_ = nullptr;
  std::optional<BlockFlyer> flyer_;
};

/// Keeps the exception of the lowest block, so that the message does not depend on the threads.
class FirstError {
 public:
  void keep(std::int64_t first_row, std::exception_ptr error) {
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

/// Traces of rows that are flown and stored together: what the kernel has stored is examined,
/// hashed and written while the cache of a core holds it, and flown over by the next rows. [byte]
constexpr std::size_t trace_bytes_at_once = 2 << 20;

/// How many rows of a block that is: whole packs of lanes, or all if traces are short.
class RowsAtOnce {
 public:
  RowsAtOnce(const Layout& layout, const Kernel& kernel)
      : layout_(layout), pack_(static_cast<std::size_t>(kernel.width)) {
    for (const Column& column : layout.columns) {
      if (column.rows == Rows::trace_sample) trace_bytes_ += layout.row_bytes(column);
    }
  }

  std::size_t of(std::span<const std::int64_t> rows) const {
    const auto& traced = layout_.trace_samples;
    const auto first = std::lower_bound(traced.begin(), traced.end(), rows.front());
    const auto end = std::upper_bound(first, traced.end(), rows.back());
    const std::size_t bytes = trace_bytes_ * static_cast<std::size_t>(end - first);
    if (bytes <= trace_bytes_at_once) return rows.size();
    const std::size_t packs = rows.size() * trace_bytes_at_once / bytes / pack_;
    return std::min(std::max<std::size_t>(packs, 1) * pack_, rows.size());
  }

 private:
  const Layout& layout_;
  std::size_t pack_;
  std::size_t trace_bytes_ = 0;  ///< of one sample
};

/// All threads add to the counters: once for a block, not for each of its samples.
void count_statuses(std::span<const std::byte> codes, Progress& progress) {
  std::array<std::int64_t, status_names.size()> counts{};
  for (const std::byte code : codes) ++counts[static_cast<std::size_t>(code)];
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) progress.by_status[i] += counts[i];
  }
}

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
  left_ -= static_cast<std::int64_t>(rows.size());
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
  const AllPrepared prepared(plan);
  const std::size_t status = column_index(plan.layout, "status");
  const RowsAtOnce at_once(plan.layout, *options.kernel);
  FirstError error;
  // Whether the rows were flown: false where a stop has dropped them.
  const auto fly = [&](Flyers& flyers, const Patience& patience,
                       std::span<const std::int64_t> rows) {
    const auto start = std::chrono::steady_clock::now();
    BlockFlyer& flyer = flyers.for_rows(rows);
    const Block& block = flyer.fly(rows);
    patience.rethrow_failure();
    if (patience.is_at_end()) return false;
    sink(block);
    count_statuses(block.data[status], progress);
    progress.failed += flyer.failed();
    progress.steps += flyer.steps();
    progress.flying_ns +=
        std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count();
    progress.done += static_cast<std::int64_t>(rows.size());
    return true;
  };
  const auto work = [&] {
    set_ieee_arithmetic();
    std::vector<std::int64_t> rows;
    try {
      Patience patience(options.stop, &progress.silent);
      Flyers flyers(plan, prepared, *options.kernel, patience);
      while (!error.seen() && !(options.stop != nullptr && options.stop->load())) {
        if (!source.next(rows)) return;
        progress.begun += static_cast<std::int64_t>(rows.size());
        const std::span<const std::int64_t> all(rows);
        const std::size_t part = at_once.of(all);
        for (std::size_t first = 0; first < all.size(); first += part) {
          const auto rows_of_part = all.subspan(first, std::min(part, all.size() - first));
          if (fly(flyers, patience, rows_of_part)) continue;
          progress.given_up += static_cast<std::int64_t>(all.size() - first);
          return;
        }
      }
    } catch (...) {
      error.keep(rows.empty() ? 0 : rows.front(), std::current_exception());
    }
  };
  {
    std::vector<std::jthread> workers;
    const int useful = static_cast<int>(
        std::min(static_cast<std::size_t>(options.threads), source.most_threads()));
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
