#include "summarise/signals.hpp"

#include <algorithm>
#include <cmath>

#include "summarise/statistics.hpp"

namespace montecopter {
namespace {

constexpr std::int64_t window_bytes = 64 << 20;

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

  void load(std::int64_t first, std::int64_t count) {
    count_ = count;
    values_.clear();
    values_.reserve(traces_.size() * static_cast<std::size_t>(count * signal_.width()));
    for (const std::int64_t trace : traces_) {
      const auto piece = record::read_trace(file_, signal_, trace, first, count);
      values_.insert(values_.end(), piece.begin(), piece.end());
    }
  }

  std::vector<double> at(std::int64_t time, std::size_t component) const {
    std::vector<double> values;
    values.reserve(traces_.size());
    const auto width = static_cast<std::size_t>(signal_.width());
    const std::size_t stride = static_cast<std::size_t>(count_) * width;
    std::size_t i = static_cast<std::size_t>(time) * width + component;
    for (; i < values_.size(); i += stride) values.push_back(values_[i]);
    return values;
  }

 private:
  const record::ResultFile& file_;
  const record::TracedSignal& signal_;
  std::span<const std::int64_t> traces_;
  std::int64_t count_ = 0;
  std::vector<double> values_;
};

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
                      const TakeTime& take) {
  Window window(file, choice.signal, traces);
  const auto capacity = static_cast<std::size_t>(window.capacity());
  for (std::size_t begin = 0, end = 0; begin < times.size(); begin = end) {
    end = begin + 1;
    while (end < times.size() && end - begin < capacity && times[end] == times[end - 1] + 1) ++end;
    window.load(times[begin], static_cast<std::int64_t>(end - begin));
    for (std::size_t t = begin; t < end; ++t) {
      std::vector<TimeRow> rows;
      for (const std::size_t component : choice.components) {
        rows.push_back(summarise_time(window.at(static_cast<std::int64_t>(t - begin), component)));
      }
      take(times[t], rows);
    }
  }
}

TimeRow summarise_time(std::vector<double> values) {
  std::erase_if(values, [](double x) { return std::isnan(x); });
  TimeRow row;
  row.fill(stored_nan);
  row[0] = static_cast<double>(values.size());
  if (values.empty()) return row;
  const SampleMoments m = moments(values);
  sort_ascending(values);
  const auto q = [&](double p) { return quantile_type7(values, p); };
  return {row[0],  m.mean,  m.sd,    values.front(), q(0.05),
          q(0.25), q(0.50), q(0.75), q(0.95),        values.back()};
}

}  // namespace montecopter
