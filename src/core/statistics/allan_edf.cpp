#include "core/statistics/allan_edf.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/statistics/exponential_remainder.hpp"

// With x(j) the sum of the first j readings, an Allan variance is the mean of z(j)^2 / (2 m^2).
// Here z(j) = x(j + 2m) - 2 x(j + m) + x(j). For normal noise cov(z^2, z'^2) = 2 cov(z, z')^2
// (Isserlis). The covariance cov(z, z') is a sum of nine values of the generalised autocovariance
// of x,
//
//   S(t) = -1/2 var(x(j + t) - x(j)),
//
// at the distances of the ends of their stretches. The method is by C. A. Greenhall and W. J.
// Riley, "Uncertainty of stability variances based on finite differences", 35th PTTI Meeting
// (2003), equations 7 to 10, which NIST SP 1065 adopts (section 5.4.1). They take the noise to be a
// power law in continuous time; S belongs to the sampled model here, so that the sums hold from m =
// 1 on. For large m both are the same.

namespace montecopter {
namespace {

constexpr std::int64_t largest_ratio = 64;  ///< of two m whose covariance is computed
constexpr std::int64_t exact_below = 16;    ///< from this m on, sums over readings are integrals,
constexpr std::int64_t exact_room = 1024;   ///< but not over so few
constexpr std::int64_t tail = 3;            ///< in m1 + m2: beyond it, z and z' are uncorrelated
constexpr std::int64_t largest_in_table = (tail + 1) * (exact_below - 1) * (largest_ratio + 1);

/// Gauss and Legendre's rule with 8 points: exact to degree 15. Squares of cubics have 6.
struct Node {
  double at, weight;
};
constexpr std::array<Node, 4> half_rule = {{{0.1834346424956498, 0.3626837833783620},
                                            {0.5255324099163290, 0.3137066458778873},
                                            {0.7966664774136267, 0.2223810344533745},
                                            {0.9602898564975363, 0.1012285362903763}}};

template <class F>
double integral(double from, double to, const F& f) {
  const double centre = 0.5 * (from + to), half = 0.5 * (to - from);
  double sum = 0;
  for (const Node& node : half_rule) {
    sum += node.weight * (f(centre - half * node.at) + f(centre + half * node.at));
  }
  return half * sum;
}

}  // namespace

std::int64_t allan_terms(std::int64_t readings, std::int64_t m, AllanEstimator estimator) {
  return estimator == AllanEstimator::overlapping ? readings - 2 * m + 1 : readings / m - 1;
}

AllanCovariance::AllanCovariance(const NoiseModel& model, std::int64_t readings)
    : readings_(readings) {
  const double step = model.random_walk_sd_per_step;
  white_ = -0.5 * (model.white_sd * model.white_sd + model.quantum * model.quantum / 12);
  walk_ = step * step / 12;
  flicker_ = model.bias_instability * model.bias_instability / (4 * elementary::half_pi_high);
  if (model.gauss_markov_sd != 0 && model.dt_s / model.gauss_markov_time_s > 0) {
    markov_rate_ = std::min(model.dt_s / model.gauss_markov_time_s, 800.0);
    const double h = markov_rate_, f = exp<double>(-h), less = -expm1<double>(-h) / h;
    const double scale = -0.5 * model.gauss_markov_sd * model.gauss_markov_sd / (less * less);
    markov_ = 2 * f * scale;
    markov_slope_ = scale * stretch_variance(h);
  }
  for (std::int64_t t = 0; t <= std::min(largest_in_table, 4 * readings); ++t) {
    table_.push_back(phase(static_cast<double>(t)));
  }
}

/// S(t) without a multiple of t^2, which the differences of z cancel. It is -1/2 times |t| for
/// white noise, (|t|^3 - |t|) / 6 for the sum of independent steps, and -B^2/pi t^2 log |t| for
/// flicker noise (Greenhall and Riley's s_w). For Gauss-Markov noise it is -1/2 times the sum of
/// f^|i-j| over t readings.
double AllanCovariance::phase(double t) const {
  const double a = std::fabs(t);
  double s = white_ * a + walk_ * (a * a - 1) * a;
  if (flicker_ != 0 && a > 0) s += flicker_ * a * a * log<double>(a);
  if (markov_rate_ > 0 && a > 0) {
    s += markov_slope_ * a + markov_ * a * a * exponential_remainder(markov_rate_ * a);
  }
  return s;
}

double AllanCovariance::phase_at(std::int64_t t) const {
  const auto k = static_cast<std::size_t>(std::abs(t));
  return k < table_.size() ? table_[k] : phase(static_cast<double>(t));
}

/// cov(z, z') of stretches of 2 m1 and 2 m2 readings whose centres are `lag` apart.
double AllanCovariance::difference(double lag, double m1, double m2) const {
  return phase(lag + m1 + m2) + phase(lag + m1 - m2) + phase(lag - m1 + m2) + phase(lag - m1 - m2) +
         4 * phase(lag) -
         2 * (phase(lag + m1) + phase(lag - m1) + phase(lag + m2) + phase(lag - m2));
}

double AllanCovariance::difference_at(std::int64_t lag, std::int64_t m1, std::int64_t m2) const {
  return phase_at(lag + m1 + m2) + phase_at(lag + m1 - m2) + phase_at(lag - m1 + m2) +
         phase_at(lag - m1 - m2) + 4 * phase_at(lag) -
         2 * (phase_at(lag + m1) + phase_at(lag - m1) + phase_at(lag + m2) + phase_at(lag - m2));
}

/// Sum of cov(z, z')^2 over all z of the record at m1 and all z' at m2, m1 <= m2. Pairs with
/// centres `lag` apart are min(terms at m2, n + 1 - m1 - m2 - |lag|).
double AllanCovariance::sum_of_squares(std::int64_t m1, std::int64_t m2) const {
  const std::int64_t few = allan_terms(readings_, m2, AllanEstimator::overlapping);
  const std::int64_t room = readings_ + 1 - m1 - m2;
  double sum = 0;
  for (std::int64_t lag = std::min(room, tail * (m1 + m2)) - 1; lag >= 0; --lag) {
    const double d = difference_at(lag, m1, m2);
    sum += (lag == 0 ? 1 : 2) * static_cast<double>(std::min(few, room - lag)) * d * d;
  }
  return sum;
}

/// The sum as an integral, piece by piece between the lags at which ends of the stretches meet.
double AllanCovariance::integral_of_squares(std::int64_t m1, std::int64_t m2) const {
  const auto a = static_cast<double>(m1), b = static_cast<double>(m2);
  const auto few = static_cast<double>(allan_terms(readings_, m2, AllanEstimator::overlapping));
  const double room = static_cast<double>(readings_ + 1) - a - b;
  const double end = std::min(room, tail * (a + b));
  const std::array<double, 6> ends = {0, std::min(a, b - a), std::max(a, b - a), b, a + b, end};
  double sum = 0;
  for (std::size_t i = 1; i < ends.size(); ++i) {
    const double from = std::min(ends[i - 1], end), to = std::min(ends[i], end);
    sum += 2 * integral(from, to, [&](double lag) {
             const double d = difference(lag, a, b);
             return std::min(few, room - lag) * d * d;
           });
  }
  return sum;
}

double AllanCovariance::relative(std::int64_t m1, std::int64_t m2) const {
  if (m1 > m2) std::swap(m1, m2);
  if (m2 / m1 > largest_ratio) return 0;
  const auto terms1 = static_cast<double>(allan_terms(readings_, m1, AllanEstimator::overlapping));
  const auto terms2 = static_cast<double>(allan_terms(readings_, m2, AllanEstimator::overlapping));
  const bool exact = m1 < exact_below || readings_ + 1 - m1 - m2 <= exact_room;
  const double sum = exact ? sum_of_squares(m1, m2) : integral_of_squares(m1, m2);
  return 2 * sum / terms1 / terms2 / (difference_at(0, m1, m1) * difference_at(0, m2, m2));
}

double AllanCovariance::edf(std::int64_t m, AllanEstimator estimator) const {
  const double variance = difference_at(0, m, m);
  if (variance == 0) return std::numeric_limits<double>::infinity();
  if (estimator == AllanEstimator::overlapping) return 2 / relative(m, m);
  const std::int64_t count = allan_terms(readings_, m, estimator);
  double sum = 0;
  for (std::int64_t j = std::min(count, 4 * tail) - 1; j >= 0; --j) {
    const double d = difference_at(j * m, m, m) / variance;
    sum += (j == 0 ? 1 : 2) * static_cast<double>(count - j) * d * d;
  }
  const auto all = static_cast<double>(count);
  return all * all / sum;
}

double allan_band(double expected_deviation, double edf, double sigmas) {
  return sigmas * expected_deviation / std::sqrt(2 * edf);
}

}  // namespace montecopter
