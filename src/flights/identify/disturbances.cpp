#include "flights/identify/disturbances.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/best_call.hpp"
#include "core/base/parallel.hpp"
#include "core/numerics/elementary.hpp"
#include "core/numerics/median.hpp"
#include "core/numerics/nelder_mead.hpp"
#include "flights/identify/robust_loss.hpp"

namespace montecopter::identify {
namespace {

constexpr std::size_t most_rows = 3000;
/// Limit beyond which innovations count less: their log-likelihood becomes linear.
constexpr double bounded_at = 3;
/// Smallest trusted noise of a record, as a fraction of half the spread of its defects (a third of
/// its value if white noise alone made it). A smoothed record seems to have no noise. It would
/// outweigh others that contradict it, and make the filter's matrices singular.
constexpr double least_share = 0.5;
/// Difference of log-likelihoods below which two solutions are equally good.
constexpr double settled = 0.05;
/// Longest correlation time: an acceleration that lasts longer counts as constant.
constexpr double longest_time_s = 5;

/// Defects of one step in a position or attitude and in its rate, and the acceleration, along one
/// axis.
struct AxisRow {
  double first = 0, second = 0;  ///< defects
  double length_s = 0;
  bool begins = false;
};

/// Logarithms of: variances of both records, wander, density, lasting acceleration, its time.
using Logarithms = std::vector<double>;

struct AxisNoise {
  double first = 0, second = 0;  ///< variances of the records
  Disturbance disturbance;
};

/// `least`: lower bounds of the record variances and of the times.
AxisNoise noise_of(const Logarithms& p, const AxisNoise& least) {
  const auto power = [&](std::size_t i) {
    return montecopter::exp(std::fmin(std::fmax(p[i], -40.0), 20.0));
  };
  AxisNoise n;
  n.first = std::fmax(power(0), least.first), n.second = std::fmax(power(1), least.second);
  n.disturbance.wander = power(2);
  n.disturbance.density = power(3), n.disturbance.lasting = power(4);
  n.disturbance.time_s = std::fmin(std::fmax(power(5), least.disturbance.time_s), longest_time_s);
  return n;
}

double bounded(double z) {
  const double size = std::fabs(z);
  return size <= bounded_at ? 0.5 * z * z : bounded_at * (size - 0.5 * bounded_at);
}

/// Kalman filter of three states along an axis, with the likelihood of its innovations. Once
/// neither rows nor variances change, it keeps the gains of the row before.
class AxisFilter {
 public:
  AxisFilter(const AxisNoise& noise, bool has_first) : n_(noise), has_first_(has_first) {}

  double minus_log_likelihood(const std::vector<AxisRow>& rows) {
    double sum = 0;
    for (const AxisRow& row : rows) {
      if (row.begins) begin();
      find_gains(row.length_s);
      const double h = length_s_;
      e_ = {e_[0] + h * e_[1] + 0.5 * h * gain_ * e_[2] + row.first,
            e_[1] + gain_ * e_[2] + row.second, kept_ * e_[2]};
      if (has_first_) sum += correct(first_, 0);
      sum += correct(second_, 1);
    }
    return sum;
  }

 private:
  using Three = std::array<double, 3>;
  /// Effect of one record.
  struct Gain {
    Three K{};
    double spread = 1, half_log = 0;
  };

  void begin() {
    for (Three& line : P_) line.fill(0);
    e_.fill(0);
    P_[0][0] = n_.first, P_[1][1] = n_.second;
    P_[2][2] = n_.disturbance.lasting * n_.disturbance.lasting;
    is_steady_ = false;
  }

  void find_gains(double length_s) {
    // Tolerances: rows of nearly equal length count as even; covariances settle to six digits.
    constexpr double as_long = 1e-3, as_large = 1e-6;
    if (!(std::fabs(length_s - length_s_) < as_long * length_s_)) {
      length_s_ = length_s;
      kept_ = montecopter::exp(-length_s / n_.disturbance.time_s);
      gain_ = n_.disturbance.time_s * (1 - kept_);
      is_steady_ = false;
    }
    if (is_steady_) return;
    const Three before = {P_[0][0], P_[1][1], P_[2][2]};
    predict();
    if (has_first_) first_ = gain_of(0, n_.first);
    second_ = gain_of(1, n_.second);
    is_steady_ = true;
    for (std::size_t i = 0; i < 3; ++i)
      is_steady_ = is_steady_ && std::fabs(P_[i][i] - before[i]) <= as_large * P_[i][i];
  }

  void predict() {
    const double h = length_s_, q = n_.disturbance.density;
    const double F[3][3] = {{1, h, 0.5 * h * gain_}, {0, 1, gain_}, {0, 0, kept_}};
    double FP[3][3] = {}, next[3][3] = {};
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = i; k < 3; ++k) {
        for (std::size_t j = 0; j < 3; ++j) FP[i][j] += F[i][k] * P_[k][j];
      }
    }
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        for (std::size_t k = j; k < 3; ++k) next[i][j] += FP[i][k] * F[j][k];
      }
    }
    const double lasting = n_.disturbance.lasting;
    next[0][0] += n_.disturbance.wander * h + q * h * h * h / 3;
    next[0][1] += q * h * h / 2, next[1][0] += q * h * h / 2, next[1][1] += q * h;
    next[2][2] += lasting * lasting * (1 - kept_ * kept_);
    for (std::size_t i = 0; i < 3; ++i) std::copy(next[i], next[i] + 3, P_[i].begin());
  }

  /// Gain of a record of state i. P becomes the covariance after it.
  Gain gain_of(std::size_t i, double variance) {
    const double S = P_[i][i] + variance;
    Gain gain{{P_[0][i] / S, P_[1][i] / S, P_[2][i] / S}, std::sqrt(S), 0.5 * montecopter::log(S)};
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b <= a; ++b) {
        P_[a][b] -= gain.K[a] * gain.K[b] * S;
        P_[b][a] = P_[a][b];
      }
    }
    return gain;
  }

  /// Corrects by the record of state i, which is 0: errors are relative to it.
  double correct(const Gain& gain, std::size_t i) {
    const double innovation = e_[i];
    for (std::size_t a = 0; a < 3; ++a) e_[a] -= gain.K[a] * innovation;
    return gain.half_log + bounded(innovation / gain.spread);
  }

  AxisNoise n_;
  bool has_first_, is_steady_ = false;
  double length_s_ = -1, kept_ = 0, gain_ = 0;
  std::array<Three, 3> P_{};
  Three e_{};
  Gain first_, second_;
};

/// Places of the components of an axis in a StateError.
struct Axis {
  std::size_t first, second;
};
constexpr std::array<Axis, 6> axes = {{{0, 3}, {1, 4}, {2, 5}, {6, 9}, {7, 10}, {8, 11}}};

/// Rows of all stretches, the first part of each: some thousand in total.
std::vector<AxisRow> rows_of(const Track& track, const std::vector<Stretch>& stretches,
                             const Defects& defects, const Axis& axis) {
  std::size_t all = 0;
  for (const Stretch& s : stretches) all += s.last - s.first;
  const std::size_t every = std::max<std::size_t>(1, all / most_rows);
  std::vector<AxisRow> rows;
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    const Stretch& s = stretches[i];
    // Take the first part of a long stretch, and a part of each of many stretches.
    const std::size_t rows_taken = (s.last - s.first + every - 1) / every;
    for (std::size_t k = s.first; k < s.first + rows_taken; ++k)
      rows.push_back({defects[k][axis.first], defects[k][axis.second],
                      track.time_s[k + 1] - track.time_s[k], k == s.first});
  }
  return rows;
}

/// A constant acceleration over the whole log is a parameter of its own, not a disturbance.
void take_mean_out(std::vector<AxisRow>& rows) {
  double change = 0, all_s = 0;
  for (const AxisRow& row : rows) change += row.second, all_s += row.length_s;
  const double mean = change / all_s;
  for (AxisRow& row : rows) {
    row.second -= mean * row.length_s;
    row.first -= 0.5 * mean * row.length_s * row.length_s;
  }
}

double spread_of(const std::vector<AxisRow>& rows, double AxisRow::*number) {
  std::vector<double> sizes;
  for (const AxisRow& row : rows) sizes.push_back(std::fabs(row.*number));
  // A record at rest has only zero defects; keep a value whose logarithm is finite.
  return std::fmax(1e-9, upper_median(sizes) / median_magnitude);
}

Logarithms logarithms_of(const AxisNoise& n) {
  // A number that is 0 takes the logarithm of a value far below any noise.
  const auto log = [](double x) { return montecopter::log(std::fmax(x, 1e-17)); };
  const Disturbance& d = n.disturbance;
  return {log(n.first),   log(n.second),  log(d.wander),
          log(d.density), log(d.lasting), log(d.time_s)};
}

/// First guess: the record causes half the spread of a defect.
AxisNoise first_guess(const std::vector<AxisRow>& rows, double time_s) {
  const double h = rows.front().length_s;
  const double first = 0.5 * spread_of(rows, &AxisRow::first),
               second = 0.5 * spread_of(rows, &AxisRow::second);
  return {first * first,
          second * second,
          {0.1 * first * first / h, second * second / h, 0.5 * second / h, time_s}};
}

AxisNoise find_axis(const std::vector<AxisRow>& rows, bool has_first, double shortest_time_s,
                    const AxisNoise* known) {
  AxisNoise least = first_guess(rows, shortest_time_s);
  least.first *= least_share * least_share, least.second *= least_share * least_share;
  const auto cost = [&](const Logarithms& p) {
    double found = 0;
    best_call(
        [&] { found = AxisFilter(noise_of(p, least), has_first).minus_log_likelihood(rows); });
    return found;
  };
  if (known != nullptr)
    return noise_of(nelder_mead(cost, logarithms_of(*known), 0.5, 150, settled).x, least);
  Minimum best;
  for (const double time_s : {0.05, 0.5}) {
    const Minimum found =
        nelder_mead(cost, logarithms_of(first_guess(rows, time_s)), 1.0, 400, settled);
    if (best.x.empty() || found.value < best.value) best = found;
  }
  return noise_of(best.x, least);
}

}  // namespace

/// White density with the same effect. After time h, a rate whose acceleration has the correlation
/// s^2 exp(-|t| / T) has the mean square 2 s^2 T^2 (h / T - 1 + exp(-h / T)).
double as_white(const Disturbance& disturbance) {
  constexpr double h = 0.1;
  const double sd = disturbance.lasting, time_s = disturbance.time_s, times = h / time_s;
  const double square = 2 * sd * sd * time_s * time_s * (times - 1 + montecopter::exp(-times));
  return disturbance.density + square / h;
}

void find_disturbances(const Track& track, const std::vector<Stretch>& stretches,
                       const Defects& defects, double shortest_time_s, int threads,
                       Disturbances& disturbances) {
  Disturbances& d = disturbances;
  for_each_index(axes.size(), threads, [&](std::size_t a) {
    const Axis& axis = axes[a];
    std::vector<AxisRow> rows = rows_of(track, stretches, defects, axis);
    if (rows.empty()) return;
    if (a >= 3) take_mean_out(rows);
    double &first = d.record[axis.first], &second = d.record[axis.second];
    const AxisNoise known = {first * first, second * second, d.axes[a]};
    const bool has_first = a >= 3 || track.has_position;
    const AxisNoise found =
        find_axis(rows, has_first, shortest_time_s, d.is_known ? &known : nullptr);
    first = has_first ? std::sqrt(found.first) : 0, second = std::sqrt(found.second);
    d.axes[a] = found.disturbance;
  });
  d.is_known = true;
}

}  // namespace montecopter::identify
