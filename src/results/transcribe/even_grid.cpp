#include "results/transcribe/even_grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/logs/signal_kinds.hpp"

namespace montecopter::transcribe {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();
/// Rounding error of times: logs have whole microseconds, and differences have a smaller error.
constexpr double rounding_s = 1e-9;

class Resampler {
 public:
  Resampler(const logs::RecordedSignal& signal, Resampling how, double rate_hz)
      : signal_(signal), how_(how), half_step_s_(0.5 / rate_hz) {
    const double usual_hz = logs::time_quality(signal).rate_hz;
    longest_s_ = usual_hz > 0 ? logs::gap_intervals / usual_hz : 0;
    is_attitude_ = logs::kind_of(signal.name)->axes == logs::Axes::attitude;
  }

  /// Adds the values at a time; times must ascend from call to call.
  void add(double time_s, std::vector<double>& out) {
    const std::vector<double>& times = signal_.time_s;
    while (next_ < times.size() && times[next_] <= time_s + rounding_s) ++next_;
    const std::size_t width = signal_.width(), from = out.size();
    out.resize(from + width, missing);
    switch (how_) {
      case Resampling::nearest:
        return take_nearest(time_s, &out[from]);
      case Resampling::hold:
        if (next_ > 0 && time_s - times[next_ - 1] <= longest_s_) copy(next_ - 1, &out[from]);
        return;
      case Resampling::linear:
        return take_between(time_s, &out[from]);
    }
  }

 private:
  const double* row(std::size_t k) const { return &signal_.values[k * signal_.width()]; }
  void copy(std::size_t k, double* to) const { std::copy_n(row(k), signal_.width(), to); }

  void take_nearest(double time_s, double* to) const {
    const std::vector<double>& times = signal_.time_s;
    double least = half_step_s_ + rounding_s;
    for (const std::size_t k : {next_ - 1, next_}) {  // -1 wraps to an index out of range
      if (k >= times.size() || !(std::abs(times[k] - time_s) < least)) continue;
      least = std::abs(times[k] - time_s);
      copy(k, to);
    }
  }

  void take_between(double time_s, double* to) const {
    const std::vector<double>& times = signal_.time_s;
    if (next_ == 0) return;
    const double before = times[next_ - 1];
    if (time_s - before <= rounding_s) return copy(next_ - 1, to);
    if (next_ == times.size() || times[next_] - before > longest_s_) return;
    const std::vector<double>& jumps = signal_.jumps_s;
    if (std::find(jumps.begin(), jumps.end(), times[next_]) != jumps.end()) return;
    const double part = (time_s - before) / (times[next_] - before);
    const double *a = row(next_ - 1), *b = row(next_);
    const double side = is_attitude_ && dot(a, b) < 0 ? -1 : 1;  // q and -q: the same rotation
    for (std::size_t c = 0; c < signal_.width(); ++c) to[c] = a[c] + part * (side * b[c] - a[c]);
    if (!is_attitude_) return;
    const double norm = std::sqrt(dot(to, to));
    for (std::size_t c = 0; c < 4; ++c) to[c] /= norm;
  }

  static double dot(const double* a, const double* b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  }

  const logs::RecordedSignal& signal_;
  Resampling how_;
  double half_step_s_ = 0, longest_s_ = 0;
  bool is_attitude_ = false;
  std::size_t next_ = 0;  ///< the first row after the time
};

}  // namespace

std::string_view name_of(Resampling resampling) {
  constexpr std::array<std::string_view, 3> names{"linear", "hold", "nearest"};
  return names[static_cast<std::size_t>(resampling)];
}

Resampling resampling_of(const logs::RecordedSignal& signal) {
  if (signal.name.find('.') != std::string::npos) return Resampling::nearest;
  const bool is_commanded = signal.name == "command" || signal.name.ends_with("_reference");
  return is_commanded ? Resampling::hold : Resampling::linear;
}

std::vector<double> resample(const logs::RecordedSignal& signal, const EvenGrid& grid,
                             Resampling how) {
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(grid.times) * signal.width());
  Resampler resampler(signal, how, grid.rate_hz);
  for (std::int64_t k = 0; k < grid.times; ++k) {
    resampler.add(grid.start_s + grid.time_s(k), values);
  }
  // All missing values have the same NaN, as in all results; an infinity is not a valid value.
  for (double& value : values) {
    if (!std::isfinite(value)) value = missing;
  }
  return values;
}

/// Mean rate: a grid of this rate does not drift against the clock of the log, unlike the median.
double mean_rate_hz(const logs::RecordedSignal& signal) {
  const logs::TimeQuality quality = logs::time_quality(signal);
  if (!(quality.rate_hz > 0)) return 0;
  auto steps = static_cast<double>(signal.time_s.size() - 1 - quality.gaps.size());
  for (const logs::Gap& gap : quality.gaps) {
    steps += std::round((gap.to_s - gap.from_s) * quality.rate_hz);
  }
  return steps / (signal.time_s.back() - signal.time_s.front());
}

EvenGrid own_grid(const logs::RecordedSignal& signal, double start_s) {
  const double rate_hz = mean_rate_hz(signal);
  if (!(rate_hz > 0)) return {start_s, 1, 1};
  const double steps = std::floor((signal.time_s.back() - start_s) * rate_hz + 0.5);
  return {start_s, rate_hz, static_cast<std::int64_t>(std::max(0.0, steps)) + 1};
}

}  // namespace montecopter::transcribe
