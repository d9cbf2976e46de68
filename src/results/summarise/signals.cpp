#include "results/summarise/signals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "core/base/parallel.hpp"
#include "results/summarise/statistics.hpp"

namespace montecopter {
namespace {

/// Bytes of one window: large enough for efficient reads from each trace, small enough that 1000
/// traces stay in the cache.
constexpr std::int64_t window_bytes = 16 << 20;

/// Number of traces that are read before they are put in order: one cache line for each value.
constexpr std::size_t traces_at_once = 8;

/// Number of windows that each thread processes before their rows are returned.
constexpr std::size_t windows_at_once = 4;

/// Whether any number is NaN, tested several at once, since NaN (an ended flight) is rare.
bool holds_nan(std::span<const double> values) {
  std::uint64_t any = 0;
  for (const double x : values) any |= x != x ? 1 : 0;
  return any != 0;
}

/// Statistics of numbers at one time; its memory is used again.
class TimeStatistics {
 public:
  /// Statistics of the values that are not NaN.
  TimeRow of(std::span<const double> all) {
    const std::span<const double> values = without_nan(all);
    TimeRow row;
    row.fill(stored_nan);
    row[0] = static_cast<double>(values.size());
    if (values.empty()) return row;
    const MeanAndSpread s = spread_of(values);
    buckets_.fill(values, s.extremes, ranks_of(values.size()));
    const auto at = [&](std::uint64_t rank) { return buckets_.at(rank); };
    const auto q = [&](double p) { return quantile_type7(values.size(), p, at); };
    return {row[0],  s.mean,  s.sd,    s.extremes.least, q(0.05),
            q(0.25), q(0.50), q(0.75), q(0.95),          s.extremes.largest};
  }

 private:
  std::span<const double> without_nan(std::span<const double> all) {
    if (!holds_nan(all)) return all;
    flying_.clear();
    std::copy_if(all.begin(), all.end(), std::back_inserter(flying_),
                 [](double x) { return !std::isnan(x); });
    return flying_;
  }

  /// Ranks that the quantiles of `count` numbers need; kept, since most times have the same count.
  std::span<const std::uint64_t> ranks_of(std::size_t count) {
    if (count == count_) return ranks_;
    count_ = count;
    ranks_.clear();
    const auto note = [&](std::uint64_t rank) {
      ranks_.push_back(rank);
      return static_cast<double>(ranks_.size());  // different numbers, so that no rank is skipped
    };
    for (const double p : {0.05, 0.25, 0.50, 0.75, 0.95}) (void)quantile_type7(count, p, note);
    std::sort(ranks_.begin(), ranks_.end());
    return ranks_;
  }

  Buckets buckets_;
  std::vector<double> flying_;
  std::size_t count_ = 0;
  std::vector<std::uint64_t> ranks_;  ///< ranks for the kept count, ascending
};

/// Values of consecutive times of some traces. Each thread has one and reuses its memory.
class Window {
 public:
  Window(const record::ResultFile& file, const record::TracedSignal& signal,
         std::span<const std::int64_t> traces)
      : file_(file), signal_(signal), traces_(traces) {}

  /// Number of times that fit into the allowed memory, at least one.
  std::int64_t capacity() const {
    const std::int64_t per_time = std::ssize(traces_) * std::ssize(signal_.components) * 8;
    return std::max<std::int64_t>(1, window_bytes / std::max<std::int64_t>(1, per_time));
  }

  /// Rows of the components at times [first, first + count), time by time.
  std::vector<TimeRow> rows(std::int64_t first, std::int64_t count,
                            std::span<const std::size_t> components) {
    read(first, count);
    const Index width = signal_.width();
    std::vector<TimeRow> rows;
    for (std::size_t time = 0; time < static_cast<std::size_t>(count); ++time) {
      for (const std::size_t component : components) {
        const std::size_t at = (time * width + component) * traces_.size();
        rows.push_back(statistics_.of(std::span(values_).subspan(at, traces_.size())));
      }
    }
    return rows;
  }

 private:
  void read(std::int64_t first, std::int64_t count) {
    const std::int64_t numbers = count * std::ssize(signal_.components);
    values_.resize(traces_.size() * static_cast<std::size_t>(numbers));
    for (std::size_t begin = 0; begin < traces_.size(); begin += traces_at_once) {
      const std::size_t some = std::min(traces_at_once, traces_.size() - begin);
      for (std::size_t i = 0; i < some; ++i) {
        const std::int64_t at = signal_.element_at(traces_[begin + i], first);
        file_.read_f64(*signal_.dataset, at, numbers, pieces_[i]);
      }
      put(begin, some, static_cast<std::size_t>(numbers));
    }
  }

  /// Moves the numbers of the traces from `begin` on, which are read, to their places.
  void put(std::size_t begin, std::size_t some, std::size_t numbers) {
    std::array<const double*, traces_at_once> from;
    for (std::size_t i = 0; i < traces_at_once; ++i) from[i] = pieces_[i].data();
    double* to = values_.data() + begin;
    for (std::size_t k = 0; k < numbers; ++k, to += traces_.size()) {
      if (some == traces_at_once) {
        for (std::size_t i = 0; i < traces_at_once; ++i) to[i] = from[i][k];
      } else {
        for (std::size_t i = 0; i < some; ++i) to[i] = from[i][k];
      }
    }
  }

  const record::ResultFile& file_;
  const record::TracedSignal& signal_;
  std::span<const std::int64_t> traces_;
  std::array<std::vector<double>, traces_at_once> pieces_;  ///< as stored: [time][component]
  std::vector<double> values_;                              ///< [time][component][trace]
  TimeStatistics statistics_;
};

/// Runs of consecutive times, of no more than `capacity` times each.
std::vector<std::span<const Index>> runs_of(std::span<const Index> times, Index capacity) {
  std::vector<std::span<const Index>> runs;
  for (std::size_t begin = 0, end = 0; begin < times.size(); begin = end) {
    end = begin + 1;
    while (end < times.size() && end - begin < capacity && times[end] == times[end - 1] + 1) ++end;
    runs.push_back(times.subspan(begin, end - begin));
  }
  return runs;
}

}  // namespace

std::vector<std::vector<std::int64_t>> traces_by_group(const record::ResultFile& file,
                                                       const Samples& samples) {
  std::vector<std::vector<std::int64_t>> traces(samples.groups.size());
  const std::vector<std::int64_t> traced = file.trace_samples();
  for (std::size_t k = 0; k < traced.size(); ++k) {
    const auto sample = static_cast<Index>(traced[k]);
    if (!samples.flown(sample)) continue;
    traces[samples.group_of(sample)].push_back(static_cast<std::int64_t>(k));
  }
  return traces;
}

void summarise_signal(const record::ResultFile& file, const SignalChoice& choice,
                      std::span<const std::int64_t> traces, std::span<const Index> times,
                      const TakeTime& take, int threads) {
  std::vector<Window> windows(static_cast<std::size_t>(std::max(1, threads)),
                              Window(file, choice.signal, traces));
  const auto runs = runs_of(times, static_cast<std::size_t>(windows.front().capacity()));
  const std::size_t batch = windows_at_once * windows.size(), width = choice.components.size();
  for (std::size_t begin = 0; begin < runs.size(); begin += batch) {
    std::vector<std::vector<TimeRow>> rows(std::min(batch, runs.size() - begin));
    for_each_index_by_thread(rows.size(), threads, [&](std::size_t thread, std::size_t k) {
      const auto run = runs[begin + k];
      const auto first = static_cast<std::int64_t>(run.front());
      rows[k] = windows[thread].rows(first, std::ssize(run), choice.components);
    });
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const auto run = runs[begin + k];
      for (std::size_t t = 0; t < run.size(); ++t) {
        take(run[t], std::span(rows[k]).subspan(t * width, width));
      }
    }
  }
}

TimeRow summarise_time(std::span<const double> values) { return TimeStatistics().of(values); }

}  // namespace montecopter
