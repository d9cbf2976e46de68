#include "flights/identify/motor_order.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/index.hpp"
#include "dynamics/linear/multirotor_model.hpp"

namespace montecopter::identify {
namespace {

/// Time over which rates are differentiated: motors respond within 20 ms, and the noise is lower.
constexpr double rate_span_s = 0.04;
/// Tried delay of the rotors behind their commands.
constexpr double tried_delay_s = 0.01;
constexpr int most_delays = 8;
constexpr std::size_t most_samples = 20'000;
/// Time for which angular accelerations of a closed loop are correlated.
constexpr double alike_s = 0.1;
/// Thresholds: explained fraction, its gain over the recorded order, and log-likelihood gain over
/// any other order.
constexpr double least_explained = 0.3, least_gain = 0.1, least_log_likelihood = 10;
/// An axis with a smaller angular acceleration is ignored.
constexpr double least_rad_s2 = 0.05;
/// Most rotors for which all orders are tried; with more, exchanges of two are tried.
constexpr std::size_t most_permuted = 8;

/// Integral of the drive; each value holds until the next one.
class DriveMean {
 public:
  explicit DriveMean(const Drive& drive)
      : times_(drive.signal.time_s), width_(drive.signal.width()), values_(drive.signal.values) {
    for (std::size_t i = width_; i < values_.size(); ++i) {
      if (!std::isfinite(values_[i])) values_[i] = values_[i - width_];
    }
    sums_.assign(values_.size(), 0.0);
    for (std::size_t i = width_; i < values_.size(); ++i) {
      const std::size_t row = i / width_;
      sums_[i] = sums_[i - width_] + values_[i - width_] * (times_[row] - times_[row - 1]);
    }
    const double rate_hz = logs::time_quality(drive.signal).rate_hz;
    longest_s_ = logs::gap_intervals / rate_hz;
  }

  /// Mean of the drive; false outside the record, and where its values are too far apart.
  bool mean(double from_s, double to_s, double* out) const {
    if (from_s < times_.front() || to_s > times_.back()) return false;
    const std::size_t a = row_at(from_s), b = row_at(to_s);
    for (std::size_t k = a; k < b; ++k) {
      if (times_[k + 1] - times_[k] > longest_s_) return false;
    }
    for (std::size_t r = 0; r < width_; ++r)
      out[r] = (upto(b, to_s, r) - upto(a, from_s, r)) / (to_s - from_s);
    return std::all_of(out, out + width_, [](double x) { return std::isfinite(x); });
  }

 private:
  std::size_t row_at(double time_s) const { return count_up_to(times_, time_s) - 1; }
  double upto(std::size_t row, double time_s, std::size_t r) const {
    return sums_[row * width_ + r] + values_[row * width_ + r] * (time_s - times_[row]);
  }

  const std::vector<double>& times_;
  std::size_t width_;
  std::vector<double> values_, sums_;
  double longest_s_ = 0;
};

using Axes = std::array<double, 3>;

/// Second moments of angular accelerations and motor drives, about their means.
struct Moments {
  std::size_t motors = 0;
  double count = 0, length_s = 0;
  Axes accelerations{};                     ///< sums of squares
  std::array<std::vector<double>, 3> both;  ///< [axis][motor]
  std::vector<double> drive;                ///< [motor][motor]
};

Moments moments_of(const Track& track, const DriveMean& drive, std::size_t motors, double delay_s) {
  Moments m;
  m.motors = motors;
  const auto rows = std::max<std::size_t>(
      1, static_cast<std::size_t>(std::lround(rate_span_s / std::max(track.period_s, 1e-6))));
  const std::size_t step =
      std::max<std::size_t>(std::max<std::size_t>(1, rows / 2), track.rows() / most_samples);
  std::vector<double> samples, means(3 + motors, 0.0), values(motors);
  for (std::size_t k = 0; k + rows < track.rows(); k += step) {
    if (track.reach[k] < k + rows) continue;
    const double from_s = track.time_s[k], to_s = track.time_s[k + rows];
    if (!drive.mean(from_s - delay_s, to_s - delay_s, values.data())) continue;
    for (std::size_t a = 0; a < 3; ++a)
      samples.push_back((track.states[k + rows][10 + a] - track.states[k][10 + a]) /
                        (to_s - from_s));
    samples.insert(samples.end(), values.begin(), values.end());
    m.length_s += std::min(to_s - from_s, static_cast<double>(step) * track.period_s);
    ++m.count;
  }
  const std::size_t width = 3 + motors;
  for (std::size_t i = 0; i < samples.size(); ++i) means[i % width] += samples[i] / m.count;
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] -= means[i % width];
  m.drive.assign(motors * motors, 0.0);
  for (std::vector<double>& axis : m.both) axis.assign(motors, 0.0);
  for (std::size_t from = 0; from < samples.size(); from += width) {
    const double *alpha = &samples[from], *u = alpha + 3;
    for (std::size_t i = 0; i < motors; ++i) {
      for (std::size_t a = 0; a < 3; ++a) m.both[a][i] += alpha[a] * u[i];
      for (std::size_t j = 0; j < motors; ++j) m.drive[i * motors + j] += u[i] * u[j];
    }
    for (std::size_t a = 0; a < 3; ++a) m.accelerations[a] += alpha[a] * alpha[a];
  }
  return m;
}

/// Effect of each rotor on the rotation: [axis][rotor], at any scale.
using Effects = std::array<std::vector<double>, 3>;

Effects effects_of(const Multirotor& vehicle, const CalmAir& air) {
  const MultirotorModel model(vehicle, air);
  const Eigen::VectorXd low = model.lowest_commands(), high = model.highest_commands();
  const Eigen::VectorXd middle = 0.5 * (low + high);
  const auto turned = [&](const Eigen::VectorXd& commands) {
    const auto state = model.settled(commands, 0, 0, Eigen::Vector3d::Zero());
    return Eigen::Vector3d(model.accelerations(state, commands).tail<3>());
  };
  Effects effects;
  for (int r = 0; r < model.rotors(); ++r) {
    Eigen::VectorXd more = middle, less = middle;
    more[r] += 0.01 * (high[r] - low[r]), less[r] -= 0.01 * (high[r] - low[r]);
    const Eigen::Vector3d effect = (turned(more) - turned(less)) / (more[r] - less[r]);
    for (int a = 0; a < 3; ++a) effects[static_cast<std::size_t>(a)].push_back(effect[a]);
  }
  return effects;
}

/// Result of one order.
struct OrderFit {
  /// fraction of the variance about each axis, at the best gain of that axis
  Axes parts{};
  Axes gains{};               ///< ratio of the rotors' effect to the vehicle model
  double log_likelihood = 0;  ///< for each independent sample

  double mean() const { return (parts[0] + parts[1] + parts[2]) / 3; }
};

/// Log-likelihood of an explained fraction of the variance. Moments are not linear in rotor speeds,
/// so a twentieth is assumed to remain.
double log_likelihood(double part) { return -0.5 * std::log1p(-std::min(part, 0.95)); }

OrderFit explained(const Moments& m, const Effects& effects,
                   const std::vector<std::size_t>& rotor_of) {
  OrderFit out;
  for (std::size_t a = 0; a < 3; ++a) {
    double with = 0, own = 0;
    for (std::size_t i = 0; i < m.motors; ++i) {
      const double b = effects[a][rotor_of[i]];
      with += b * m.both[a][i];
      double row = 0;
      for (std::size_t j = 0; j < m.motors; ++j)
        row += effects[a][rotor_of[j]] * m.drive[i * m.motors + j];
      own += b * row;
    }
    const bool is_excited = own > least_rad_s2 * least_rad_s2 * m.count;
    if (!(with > 0) || !is_excited || !(m.accelerations[a] > 0)) continue;
    out.parts[a] = with * with / own / m.accelerations[a];
    out.gains[a] = with / own;
    out.log_likelihood += log_likelihood(out.parts[a]);
  }
  return out;
}

/// Search over orders, each at its best delay.
class Search {
 public:
  Search(const std::vector<Moments>& delays, const Effects& effects)
      : delays_(delays), effects_(effects) {}

  struct BestOrder {
    std::vector<std::size_t> order;
    OrderFit what;
  };

  OrderFit at(const std::vector<std::size_t>& order) const {
    OrderFit most;
    most.log_likelihood = -1;
    for (const Moments& m : delays_) {
      const OrderFit one = explained(m, effects_, order);
      if (one.log_likelihood > most.log_likelihood) most = one;
    }
    return most;
  }

  void take_all(std::vector<std::size_t> order) {
    do take(order);
    while (std::next_permutation(order.begin(), order.end()));
  }

  void take_exchanges(std::vector<std::size_t> order) {
    for (std::size_t round = 0; round < order.size(); ++round) {
      take(order);
      for (std::size_t i = 0; i < order.size(); ++i) {
        for (std::size_t j = i + 1; j < order.size(); ++j) {
          std::swap(order[i], order[j]);
          take(order);
          std::swap(order[i], order[j]);
        }
      }
      if (order == best().order) return;
      order = best().order;
    }
  }

  /// The most likely order of all; the first of equals.
  const BestOrder& best() const {
    return *std::max_element(all_.begin(), all_.end(), [](const BestOrder& a, const BestOrder& b) {
      return a.what.log_likelihood < b.what.log_likelihood;
    });
  }

  /// With more rotors than axes, several orders explain as much, with larger gains: an exchange
  /// reduces the joint effect of the rotors (Cauchy and Schwarz). Returns the order with the
  /// smallest gains among those as likely within `margin`. `is_only_one`: no other order comes
  /// near.
  const BestOrder& simplest(double margin, bool& is_only_one) const {
    constexpr double near = 0.3;  // an exchange of two of eight doubles a gain: 0.69
    const OrderFit most = best().what;
    const auto sum_of_gains = [&](const OrderFit& what) {
      double sum = 0;
      for (std::size_t a = 0; a < 3; ++a) {
        // A decisive axis has a gain in all of them.
        if (log_likelihood(most.parts[a]) > margin) sum += std::log(what.gains[a]);
      }
      return sum;
    };
    const BestOrder* simplest = nullptr;
    double least = 0, second = std::numeric_limits<double>::infinity();
    for (const BestOrder& found : all_) {
      if (found.what.log_likelihood < most.log_likelihood - margin) continue;
      const double sum = sum_of_gains(found.what);
      if (simplest == nullptr || sum < least - alike) {
        if (simplest != nullptr) second = least;
        simplest = &found, least = sum;
      } else if (sum > least + alike ||
                 std::fabs(found.what.log_likelihood - simplest->what.log_likelihood) > alike) {
        second = std::min(second, sum);  // else these rotors have the same effect
      }
    }
    is_only_one = second - least > near;
    return *simplest;
  }

 private:
  static constexpr double alike = 1e-6;

  void take(const std::vector<std::size_t>& order) { all_.push_back({order, at(order)}); }

  const std::vector<Moments>& delays_;
  const Effects& effects_;
  std::vector<BestOrder> all_;
};

}  // namespace

std::optional<MotorOrder> other_motor_order(const Multirotor& vehicle, const CalmAir& air,
                                            const Drive& drive, const Track& track) {
  const std::size_t motors = vehicle.rotors.size();
  if (motors < 2 || drive.signal.width() != motors || drive.signal.time_s.size() < 2)
    return std::nullopt;
  const DriveMean mean(drive);
  std::vector<Moments> delays;
  for (int k = 0; k <= most_delays; ++k)
    delays.push_back(moments_of(track, mean, motors, k * tried_delay_s));
  const Effects effects = effects_of(vehicle, air);
  std::vector<std::size_t> as_is(motors);
  std::iota(as_is.begin(), as_is.end(), std::size_t{0});
  Search search(delays, effects);
  motors <= most_permuted ? search.take_all(as_is) : search.take_exchanges(as_is);
  const double independent = delays.front().length_s / alike_s;
  if (!(independent > 1)) return std::nullopt;
  const double margin = least_log_likelihood / independent;
  bool is_only_one = false;
  const Search::BestOrder& found = search.simplest(margin, is_only_one);
  const OrderFit before = search.at(as_is);
  const bool decides = found.what.mean() >= least_explained &&
                       found.what.mean() - before.mean() >= least_gain &&
                       found.what.log_likelihood - before.log_likelihood >= margin;
  if (!decides) return std::nullopt;
  return MotorOrder{found.order, found.what.mean(), before.mean(), is_only_one};
}

}  // namespace montecopter::identify
