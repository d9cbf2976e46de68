#include "summarise/signals.hpp"

#include <algorithm>
#include <cmath>

#include "base/parallel.hpp"
#include "summarise/statistics.hpp"

namespace montecopter {
namespace {

/// Of one window: what is read from each trace is worth the reading, and that of 1000 traces stays
/// in the cache.
constexpr std::int64_t window_bytes = 4 << 20;

/// Windows that are looked at before their rows are handed out: for each thread.
constexpr std::size_t windows_at_once = 4;

/// Statistics of numbers at one time; its memory is used again.
class TimeStatistics {
 public:
  TimeRow of(std::span<const double> values) {
    TimeRow row;
    row.fill(stored_nan);
    row[0] = static_cast<double>(values.size());
    if (values.empty()) return row;
    const SampleMoments m = mean_and_spread(values);
    buckets_.fill(values);
    const auto at = [&](std::uint64_t rank) { return buckets_.at(rank); };
    const auto q = [&](double p) { return quantile_type7(values.size(), p, at); };
    return {row[0],  m.mean,  m.sd,    at(0),   q(0.05),
            q(0.25), q(0.50), q(0.75), q(0.95), at(values.size() - 1)};
  }

 private:
  Buckets buckets_;
};

/// Values of consecutive times of some traces, [trace][time][component].
class Window {
 public:
  Window(const record::ResultFile& file, const record::TracedSignal& signal,
         std::span<const std::int64_t> traces)
      : file_(file), signal_(signal), traces_(traces) {}

  /// Times that fit into the memory allowed, one at least.
  std::int64_t capacity() const {
    const std::int64_t per_time = static_cast<std::int64_t>(traces_.size()) * signal_.width() * 8;
    return std::max<std::int64_t>(1, window_bytes / std::max<std::int64_t>(1, per_time));
  }

  /// Rows of the components at times [first, first + count), time by time.
  std::vector<TimeRow> rows(std::int64_t first, std::int64_t count,
                            std::span<const std::size_t> components) const {
    const auto width = static_cast<std::size_t>(signal_.width());
    const std::size_t stride = static_cast<std::size_t>(count) * width;
    const std::vector<double> values = read(first, count);
    std::vector<TimeRow> rows;
    TimeStatistics statistics;
    std::vector<double> of_time;
    for (std::size_t time = 0; time < static_cast<std::size_t>(count); ++time) {
      for (const std::size_t component : components) {
        of_time.clear();
        for (std::size_t i = time * width + component; i < values.size(); i += stride) {
          if (!std::isnan(values[i])) of_time.push_back(values[i]);
        }
        rows.push_back(statistics.of(of_time));
      }
    }
    return rows;
  }

 private:
  std::vector<double> read(std::int64_t first, std::int64_t count) const {
    std::vector<double> values, piece;
    values.reserve(traces_.size() * static_cast<std::size_t>(count * signal_.width()));
    for (const std::int64_t trace : traces_) {
      const std::int64_t begin = (trace * signal_.times() + first) * signal_.width();
      file_.read_f64(*signal_.dataset, begin, count * signal_.width(), piece);
      values.insert(values.end(), piece.begin(), piece.end());
    }
    return values;
  }

  const record::ResultFile& file_;
  const record::TracedSignal& signal_;
  std::span<const std::int64_t> traces_;
};

/// Runs of consecutive times, of no more than `capacity` times each.
std::vector<std::span<const std::int64_t>> runs_of(std::span<const std::int64_t> times,
                                                   std::size_t capacity) {
  std::vector<std::span<const std::int64_t>> runs;
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
    const auto sample = static_cast<std::size_t>(traced[k]);
    if (!samples.flown(sample)) continue;
    traces[samples.group_of(sample)].push_back(static_cast<std::int64_t>(k));
  }
  return traces;
}

void summarise_signal(const record::ResultFile& file, const SignalChoice& choice,
                      std::span<const std::int64_t> traces, std::span<const std::int64_t> times,
                      const TakeTime& take, int threads) {
  const Window window(file, choice.signal, traces);
  const auto runs = runs_of(times, static_cast<std::size_t>(window.capacity()));
  const std::size_t batch = windows_at_once * static_cast<std::size_t>(std::max(1, threads));
  const std::size_t width = choice.components.size();
  for (std::size_t begin = 0; begin < runs.size(); begin += batch) {
    std::vector<std::vector<TimeRow>> rows(std::min(batch, runs.size() - begin));
    for_each_index(rows.size(), threads, [&](std::size_t k) {
      const auto run = runs[begin + k];
      rows[k] = window.rows(run.front(), static_cast<std::int64_t>(run.size()), choice.components);
    });
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const auto run = runs[begin + k];
      for (std::size_t t = 0; t < run.size(); ++t) {
        take(run[t], std::span(rows[k]).subspan(t * width, width));
      }
    }
  }
}

TimeRow summarise_time(std::vector<double> values) {
  std::erase_if(values, [](double x) { return std::isnan(x); });
  return TimeStatistics().of(values);
}

}  // namespace montecopter
