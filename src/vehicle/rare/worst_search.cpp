#include "vehicle/rare/worst_search.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numerics/elementary.hpp"
#include "vehicle/rare/addressed_numbers.hpp"

namespace montecopter {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double wide_step = 0.5, smallest_spread = 0.01;
/// A search ends if in this many batches it rises by less than a fraction of the range of values.
constexpr std::size_t flat_batches = 4;
constexpr double flat = 1e-6;
constexpr double cos_apart = 0.5;  ///< searches begin 60 degrees apart from earlier ends

/// Hansen's weights and rates (table 1), which depend on batch and dimensions.
struct Rates {
  VectorXd weights;
  double effective, path_step, damping, path, rank_one, rank_mu, expected_length;

  Rates(std::size_t dimensions, std::size_t batch) {
    const auto n = static_cast<double>(dimensions);
    const auto parents = static_cast<Eigen::Index>(batch / 2);
    weights.resize(parents);
    for (Eigen::Index i = 0; i < parents; ++i) {
      weights[i] = log(0.5 * static_cast<double>(batch + 1)) - log(static_cast<double>(i + 1));
    }
    weights /= weights.sum();
    effective = 1 / weights.squaredNorm();
    path_step = (effective + 2) / (n + effective + 5);
    damping = 1 + 2 * std::max(0.0, std::sqrt((effective - 1) / (n + 1)) - 1) + path_step;
    path = (4 + effective / n) / (n + 4 + 2 * effective / n);
    rank_one = 2 / ((n + 1.3) * (n + 1.3) + effective);
    rank_mu = std::min(1 - rank_one,
                       2 * (effective - 2 + 1 / effective) / ((n + 2) * (n + 2) + effective));
    expected_length = std::sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
  }
};

/// The normal law from which a batch is drawn, and its paths.
class MovingLaw {
 public:
  MovingLaw(const Rates& rates, VectorXd mean)
      : rates_(rates),
        mean_(std::move(mean)),
        axes_(MatrixXd::Identity(mean_.size(), mean_.size())),
        inverse_(axes_),
        covariance_(axes_),
        path_(VectorXd::Zero(mean_.size())),
        step_path_(path_) {}

  /// Standard deviation along the longest axis.
  double spread() const { return step_ * longest_; }
  VectorXd at(const VectorXd& normals) const { return mean_ + step_ * (axes_ * normals); }

  /// Moves the law to the best half of a batch, which comes in falling order.
  void follow(const std::vector<VectorXd>& best) {
    const VectorXd old = mean_;
    mean_.setZero();
    for (Eigen::Index i = 0; i < rates_.weights.size(); ++i) {
      mean_ += rates_.weights[i] * best[static_cast<std::size_t>(i)];
    }
    const VectorXd moved = (mean_ - old) / step_;
    step_path_ = (1 - rates_.path_step) * step_path_ +
                 std::sqrt(rates_.path_step * (2 - rates_.path_step) * rates_.effective) *
                     (inverse_ * moved);
    const auto n = static_cast<double>(mean_.size());
    const bool stalls = step_path_.norm() > (1.4 + 2 / (n + 1)) * rates_.expected_length;
    path_ *= 1 - rates_.path;
    if (!stalls) path_ += std::sqrt(rates_.path * (2 - rates_.path) * rates_.effective) * moved;
    covariance_ = (1 - rates_.rank_one - rates_.rank_mu) * covariance_ +
                  rates_.rank_one * (path_ * path_.transpose());
    for (Eigen::Index i = 0; i < rates_.weights.size(); ++i) {
      const VectorXd y = (best[static_cast<std::size_t>(i)] - old) / step_;
      covariance_ += rates_.rank_mu * rates_.weights[i] * (y * y.transpose());
    }
    step_ *= exp(std::min(
        1.0, rates_.path_step / rates_.damping * (step_path_.norm() / rates_.expected_length - 1)));
    factorise();
  }

 private:
  void factorise() {
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(covariance_);
    const VectorXd roots = solver.eigenvalues().cwiseMax(1e-20).cwiseSqrt();
    longest_ = roots.maxCoeff();
    axes_ = solver.eigenvectors() * roots.asDiagonal();
    inverse_ = solver.eigenvectors() * roots.cwiseInverse().asDiagonal() *
               solver.eigenvectors().transpose();
  }

  const Rates& rates_;
  VectorXd mean_;
  MatrixXd axes_, inverse_, covariance_;
  VectorXd path_, step_path_;
  double step_ = wide_step, longest_ = 1;
};

class WorstRun {
 public:
  WorstRun(const WorstSettings& settings, const Performance& function)
      : settings_(settings),
        function_(function),
        numbers_(settings.seed, "worst.points"),
        rates_(settings.dimensions, settings.batch) {}

  WorstPoints run() {
    while (left() > 0) climb();
    return std::move(found_);
  }

 private:
  std::int64_t left() const { return settings_.evaluations - found_.evaluations; }

  /// One search, from the best of plain samples until its points lie close together or its values
  /// rise no more.
  void climb() {
    ++found_.starts;
    const auto plain = [](const VectorXd& normals) { return normals; };
    const std::vector<VectorXd> first = batch_of(plain);
    const double range = values_.front() - values_.back();
    MovingLaw law(rates_, start(first));
    std::vector<double> highest;
    VectorXd top = first.front();
    while (left() > 0 && law.spread() > smallest_spread) {
      const auto best = batch_of([&](const VectorXd& normals) { return law.at(normals); });
      if (best.size() < settings_.batch) break;  // the end of the evaluations
      law.follow(best);
      top = best.front();
      highest.push_back(values_.front());
      const std::size_t n = highest.size();
      if (n > flat_batches && std::isfinite(range) &&
          std::abs(highest[n - 1] - highest[n - 1 - flat_batches]) < flat * range) {
        break;
      }
    }
    tops_.push_back(top);
  }

  /// The best of plain samples that lies in other directions than the ends of earlier searches.
  const VectorXd& start(const std::vector<VectorXd>& falling) const {
    for (const VectorXd& z : falling) {
      const bool is_apart = std::all_of(tops_.begin(), tops_.end(), [&](const VectorXd& top) {
        return z.dot(top) < cos_apart * z.norm() * top.norm();
      });
      if (is_apart) return z;
    }
    return falling.front();
  }

  /// Evaluates a batch of points, and returns them from the largest value to the smallest.
  template <class PointOf>
  std::vector<VectorXd> batch_of(PointOf point_of) {
    const auto count =
        static_cast<std::size_t>(std::min(left(), static_cast<std::int64_t>(settings_.batch)));
    std::vector<RarePoint> points;
    std::vector<VectorXd> z;
    VectorXd normals(static_cast<Eigen::Index>(settings_.dimensions));
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t number = found_.evaluations + static_cast<std::int64_t>(i);
      numbers_.normals(number, {normals.data(), settings_.dimensions});
      z.push_back(within(point_of(normals)));
      points.push_back({{z[i].data(), z[i].data() + z[i].size()}, number});
    }
    const std::vector<double> values = function_(points);
    std::vector<std::size_t> order(count);
    for (std::size_t i = 0; i < count; ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
    std::vector<VectorXd> sorted;
    values_.clear();
    for (const std::size_t i : order) {
      sorted.push_back(z[i]);
      values_.push_back(values[i]);
      keep({std::move(points[i]), values[i], found_.evaluations + static_cast<std::int64_t>(i)});
    }
    found_.evaluations += static_cast<std::int64_t>(count);
    found_.progress.push_back(found_.best.front().beyond);
    return sorted;
  }

  VectorXd within(VectorXd z) const {
    const double length = z.norm();
    if (length > settings_.radius) z *= settings_.radius / length;
    return z;
  }

  void keep(RareState state) {
    auto& best = found_.best;
    const auto place = std::upper_bound(
        best.begin(), best.end(), state,
        [](const RareState& a, const RareState& b) { return a.beyond > b.beyond; });
    if (place == best.end() && best.size() == settings_.keep) return;
    best.insert(place, std::move(state));
    if (best.size() > settings_.keep) best.pop_back();
  }

  const WorstSettings& settings_;
  const Performance& function_;
  AddressedNumbers numbers_;
  Rates rates_;
  WorstPoints found_;
  std::vector<double> values_;  ///< of the last batch, falling
  std::vector<VectorXd> tops_;  ///< the last best points of earlier searches
};

}  // namespace

WorstPoints search_worst(const WorstSettings& settings, const Performance& function) {
  return WorstRun(settings, function).run();
}

}  // namespace montecopter
