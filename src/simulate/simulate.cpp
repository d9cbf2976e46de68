#include "simulate/simulate.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
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

/// The blocks that a thread flies at once with a kernel that wants many samples: set up one after
/// the other, flown together as far as they have the same flight plan, collected one after the
/// other.
class Wave {
 public:
  /// `blocks`: most.
  Wave(const Plan& plan, const AllPrepared& prepared, const Kernel& kernel, Patience& patience,
       std::size_t blocks)
      : kernel_(kernel) {
    for (std::size_t i = 0; i < blocks; ++i) flyers_.emplace_back(plan, prepared, kernel, patience);
  }

  std::size_t most() const { return flyers_.size(); }
  std::size_t blocks() const { return blocks_.size(); }

  /// Sets a block of rows up; returns the bytes of its traces.
  std::size_t begin(const std::vector<std::int64_t>& rows) {
    BlockFlyer& flyer = flyers_[blocks_.size()].for_rows(rows);
    blocks_.push_back(rows);
    flyer.begin(rows);
    for (FlightGroup& group : flyer.groups()) groups_.push_back({&group, flyer.memory()});
    return flyer.trace_bytes();
  }

  /// Flies the blocks that have begun; use(flyer, block) is called for each, in their order. `rows`
  /// become those of the block that is stored.
  template <class Use>
  void fly(std::vector<std::int64_t>& rows, Use use) {
    for (std::size_t first = 0; first < groups_.size();) first = fly_alike(first);
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      rows = blocks_[i];
      BlockFlyer& flyer = flyers_[i].for_rows(rows);
      use(flyer, flyer.finish());
    }
    blocks_.clear();
    groups_.clear();
  }

 private:
  struct GroupOfBlock {
    FlightGroup* group;
    double* memory;
  };

  /// Flies the groups from `first` on that have the same flight plan; returns the next.
  std::size_t fly_alike(std::size_t first) {
    const FlightPlan& plan = groups_[first].group->plan;
    std::size_t end = first;
    lanes_.clear();
    for (; end < groups_.size(); ++end) {
      const FlightGroup& group = *groups_[end].group;
      if (group.plan.parts != plan.parts || !fly_together(group.plan, plan)) break;
      lanes_.insert(lanes_.end(), group.lanes.begin(), group.lanes.end());
    }
    kernel_.fly(plan, lanes_.data(), static_cast<int>(lanes_.size()), groups_[first].memory);
    auto flown = lanes_.begin();
    for (std::size_t i = first; i < end; ++i) {
      std::vector<LaneIo>& lanes = groups_[i].group->lanes;
      std::copy_n(flown, lanes.size(), lanes.begin());
      flown += static_cast<std::ptrdiff_t>(lanes.size());
    }
    return end;
  }

  const Kernel& kernel_;
  std::deque<Flyers> flyers_;
  std::vector<std::vector<std::int64_t>> blocks_;
  std::vector<GroupOfBlock> groups_;
  std::vector<LaneIo> lanes_;
};

/// How many blocks a thread flies at once: as many as the kernel wants of it, but not more than
/// leave some for the others.
std::size_t blocks_at_once(const Kernel& kernel, const BlockSource& source, int threads) {
  const auto whole = [](std::size_t all, std::size_t parts) { return (all + parts - 1) / parts; };
  const auto of_all = static_cast<std::size_t>(std::max(threads, 1));
  const std::size_t wanted =
      whole(static_cast<std::size_t>(kernel.samples_at_once / block_rows), of_all);
  const std::size_t share = whole(source.most_threads(), of_all);
  return std::max<std::size_t>(std::min(wanted, share), 1);
}

/// Most bytes of traces that all threads gather with blocks.
constexpr std::size_t trace_bytes_of_waves = std::size_t{1} << 31;

/// Adds the time of its life to a counter; lap() adds what has passed of it.
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
  const int useful =
      static_cast<int>(std::min(static_cast<std::size_t>(options.threads), source.most_threads()));
  const bool flies_waves = options.kernel->samples_at_once > 0;
  const std::size_t blocks = blocks_at_once(*options.kernel, source, useful);
  const std::size_t most_bytes =
      trace_bytes_of_waves / static_cast<std::size_t>(std::max(useful, 1));
  const auto count = [&](const BlockFlyer& flyer, const Block& block) {
    count_statuses(block.data[status], progress);
    progress.failed += flyer.failed();
    progress.steps += flyer.steps();
    progress.done += static_cast<std::int64_t>(block.rows.size());
  };
  const auto is_stopped = [&] {
    return error.seen() || (options.stop != nullptr && options.stop->load());
  };
  // Whether the rows were flown: false where a stop has dropped them.
  const auto fly = [&](Flyers& flyers, const Patience& patience,
                       std::span<const std::int64_t> rows) {
    Stopwatch watch(progress.flying_ns);
    BlockFlyer& flyer = flyers.for_rows(rows);
    const Block& block = flyer.fly(rows);
    patience.rethrow_failure();
    if (patience.is_at_end()) return false;
    sink(block);
    watch.lap();
    count(flyer, block);
    return true;
  };
  // A block after the other, where traces are long in parts.
  const auto fly_blocks = [&](Patience& patience, std::vector<std::int64_t>& rows) {
    Flyers flyers(plan, prepared, *options.kernel, patience);
    while (!is_stopped()) {
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
  };
  // Many blocks at once. `rows` are those of the block that is set up or stored.
  const auto fly_waves = [&](Patience& patience, std::vector<std::int64_t>& rows) {
    Wave wave(plan, prepared, *options.kernel, patience, blocks);
    while (!is_stopped()) {
      Stopwatch watch(progress.flying_ns);
      for (std::size_t bytes = 0; wave.blocks() < wave.most() && bytes < most_bytes;) {
        if (!source.next(rows)) break;
        progress.begun += static_cast<std::int64_t>(rows.size());
        bytes += wave.begin(rows);
      }
      if (wave.blocks() == 0) return;
      wave.fly(rows, [&](const BlockFlyer& flyer, const Block& block) {
        patience.rethrow_failure();
        if (patience.is_at_end()) {  // of a program: such flights are the processor's
          progress.given_up += static_cast<std::int64_t>(block.rows.size());
          return;
        }
        sink(block);
        watch.lap();
        count(flyer, block);
      });
    }
  };
  const auto work = [&] {
    set_ieee_arithmetic();
    std::vector<std::int64_t> rows;
    try {
      Patience patience(options.stop, &progress.silent);
      if (flies_waves) {
        fly_waves(patience, rows);
      } else {
        fly_blocks(patience, rows);
      }
    } catch (...) {
      error.keep(rows.empty() ? 0 : rows.front(), std::current_exception());
    }
  };
  {
    std::vector<std::jthread> workers;
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
