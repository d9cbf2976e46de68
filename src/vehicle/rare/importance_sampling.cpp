#include "vehicle/rare/importance_sampling.hpp"

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

constexpr double plain_fraction = 0.1;  ///< of samples of the plain law
constexpr std::size_t most_parts = 4, most_dimensions_of_parts = 10;
constexpr double cos_of_parts = 0.5, smallest_part = 0.02, wider = 1.2;
constexpr int fit_rounds = 6;

/// A normal law of the mixture.
struct FittedPart {
  double fraction = 0;
  VectorXd mean;
  MatrixXd factor;      ///< Cholesky's, of the covariance
  double log_root = 0;  ///< logarithm of the root of its determinant

  FittedPart(double part, VectorXd middle, const MatrixXd& covariance)
      : fraction(part), mean(std::move(middle)) {
    factor = covariance.llt().matrixL();
    for (Eigen::Index d = 0; d < mean.size(); ++d) log_root += log(factor(d, d));
  }
  /// Logarithm of the density, but for the constant of all normal laws.
  double log_density(const VectorXd& z) const {
    const VectorXd x = factor.triangularView<Eigen::Lower>().solve(z - mean);
    return -0.5 * x.squaredNorm() - log_root;
  }
};

/// A sample with its weight: the density of the plain law over the density of the mixture.
struct Weighted {
  VectorXd z;
  double weight = 1, beyond = 0;
  std::int64_t evaluation = 0;
};

class Mixture {
 public:
  std::size_t parts() const { return parts_.size(); }

  VectorXd at(const VectorXd& normals, double u) const {
    for (const FittedPart& part : parts_) {
      u -= part.fraction * (1 - plain_fraction);
      if (u < 0) return part.mean + part.factor * normals;
    }
    return normals;
  }

  double weight(const VectorXd& z) const {
    if (parts_.empty()) return 1;
    const double plain = -0.5 * z.squaredNorm();
    double ratio = plain_fraction;
    for (const FittedPart& part : parts_) {
      ratio += (1 - plain_fraction) * part.fraction * exp(part.log_density(z) - plain);
    }
    return 1 / ratio;
  }

  /// Fits the parts to weighted samples, which come in rising distance from the middle.
  void fit(const std::vector<Weighted>& near) {
    const std::vector<VectorXd> middles = directions(near);
    std::vector<std::vector<double>> belongs(middles.size(), std::vector<double>(near.size(), 0.0));
    for (std::size_t i = 0; i < near.size(); ++i) {
      const auto nearest = std::max_element(middles.begin(), middles.end(),
                                            [&](const VectorXd& a, const VectorXd& b) {
                                              return cosine(a, near[i].z) < cosine(b, near[i].z);
                                            });
      belongs[static_cast<std::size_t>(nearest - middles.begin())][i] = 1;
    }
    for (int round = 0; round < fit_rounds; ++round) {
      take_moments(near, belongs);
      belongs.assign(parts_.size(), std::vector<double>(near.size()));
      for (std::size_t i = 0; i < near.size(); ++i) share(near[i].z, i, belongs);
    }
  }

 private:
  static double cosine(const VectorXd& a, const VectorXd& b) {
    return a.dot(b) / std::max(a.norm() * b.norm(), 1e-300);
  }

  /// Samples in directions apart, the nearest of each.
  static std::vector<VectorXd> directions(const std::vector<Weighted>& near) {
    std::vector<VectorXd> found = {near.front().z};
    if (near.front().z.size() > static_cast<Eigen::Index>(most_dimensions_of_parts)) return found;
    for (const Weighted& one : near) {
      const bool is_apart = std::all_of(found.begin(), found.end(), [&](const VectorXd& other) {
        return cosine(one.z, other) < cos_of_parts;
      });
      if (is_apart && found.size() < most_parts) found.push_back(one.z);
    }
    return found;
  }

  void take_moments(const std::vector<Weighted>& near,
                    const std::vector<std::vector<double>>& belongs) {
    double all = 0;
    for (const Weighted& one : near) all += one.weight;
    const Eigen::Index n = near.front().z.size();
    std::vector<FittedPart> parts;
    for (const std::vector<double>& of : belongs) {
      double sum = 0, squares = 0;
      VectorXd mean = VectorXd::Zero(n);
      for (std::size_t i = 0; i < near.size(); ++i) {
        const double w = of[i] * near[i].weight;
        sum += w, squares += w * w;
        mean += w * near[i].z;
      }
      if (!(sum > smallest_part * all)) continue;
      mean /= sum;
      MatrixXd covariance = MatrixXd::Zero(n, n);
      for (std::size_t i = 0; i < near.size(); ++i) {
        const VectorXd x = near[i].z - mean;
        covariance += of[i] * near[i].weight / sum * (x * x.transpose());
      }
      // With few samples the law keeps more of the plain one.
      const double kept = sum * sum / squares, few = static_cast<double>(n);
      covariance = (kept * covariance + few * MatrixXd::Identity(n, n)) / (kept + few);
      parts.emplace_back(sum / all, mean, wider * covariance);
    }
    double total = 0;
    for (const FittedPart& part : parts) total += part.fraction;
    for (FittedPart& part : parts) part.fraction /= total;
    parts_ = std::move(parts);
  }

  /// The probabilities that a sample belongs to each part.
  void share(const VectorXd& z, std::size_t i, std::vector<std::vector<double>>& belongs) const {
    std::vector<double> logs;
    for (const FittedPart& part : parts_) logs.push_back(log(part.fraction) + part.log_density(z));
    const double most = *std::max_element(logs.begin(), logs.end());
    double sum = 0;
    for (double& one : logs) sum += one = exp(one - most);
    for (std::size_t k = 0; k < parts_.size(); ++k) belongs[k][i] = logs[k] / sum;
  }

  std::vector<FittedPart> parts_;
};

class ImportanceRun {
 public:
  ImportanceRun(const SubsetSettings& settings, const Performance& performance)
      : settings_(settings),
        performance_(performance),
        numbers_(settings.seed, "importance.points"),
        choices_(settings.seed, "importance.parts") {}

  ImportanceEstimate run() {
    const std::size_t last = settings_.islands * settings_.samples, level = last / 2;
    double threshold = -1, highest = -std::numeric_limits<double>::infinity();
    // Where noise decides, the best law has less than the fraction above the limit: levels then
    // rise no more.
    for (int falls = 0; threshold < 0 && falls < most_falls;) {
      if (found_.levels.size() == most_levels ||
          found_.evaluations + static_cast<std::int64_t>(level + last) >
              settings_.most_evaluations) {
        end_without_estimate();
        return std::move(found_);
      }
      std::vector<Weighted> samples = draw(level);
      threshold = next_threshold(samples);
      found_.levels.push_back(
          {.threshold = threshold, .evaluations = static_cast<std::int64_t>(level)});
      std::erase_if(samples, [&](const Weighted& s) { return !(s.beyond > threshold); });
      falls = threshold > highest ? 0 : falls + 1;
      highest = std::max(highest, threshold);
      if (samples.empty()) continue;
      std::sort(samples.begin(), samples.end(), [](const Weighted& a, const Weighted& b) {
        const double one = a.z.squaredNorm(), other = b.z.squaredNorm();
        return one != other ? one < other : a.evaluation < b.evaluation;
      });
      mixture_.fit(samples);
    }
    estimate(draw(last));
    return std::move(found_);
  }

 private:
  static constexpr std::size_t most_levels = 40;
  static constexpr int most_falls = 2;

  std::vector<Weighted> draw(std::size_t count) {
    std::vector<Weighted> samples(count);
    std::vector<RarePoint> points;
    VectorXd normals(static_cast<Eigen::Index>(settings_.dimensions));
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t number = found_.evaluations + static_cast<std::int64_t>(i);
      numbers_.normals(number, {normals.data(), settings_.dimensions});
      Weighted& one = samples[i];
      one.z = mixture_.at(normals, choices_.uniform(number).value());
      one.weight = mixture_.weight(one.z);
      one.evaluation = number;
      points.push_back({{one.z.data(), one.z.data() + one.z.size()}, number});
    }
    const std::vector<double> beyond = performance_(points);
    for (std::size_t i = 0; i < count; ++i) samples[i].beyond = beyond[i];
    found_.evaluations += static_cast<std::int64_t>(count);
    return samples;
  }

  /// The level that the fraction of the samples is above, or 0 if it fails.
  double next_threshold(const std::vector<Weighted>& samples) const {
    std::vector<double> beyond;
    for (const Weighted& one : samples) beyond.push_back(one.beyond);
    std::sort(beyond.rbegin(), beyond.rend());
    const auto k =
        static_cast<std::size_t>(settings_.fraction * static_cast<double>(beyond.size()));
    return std::min(beyond[k], 0.0);
  }

  void end_without_estimate() {
    found_.reached = false;
    found_.probability = std::numeric_limits<double>::quiet_NaN();
    found_.interval = {0, 1};
    found_.parts = mixture_.parts();
  }

  void estimate(const std::vector<Weighted>& samples) {
    found_.parts = mixture_.parts();
    found_.islands.assign(settings_.islands, 0.0);
    const std::size_t each = samples.size() / settings_.islands;
    double sum = 0, squares = 0, largest = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const Weighted& one = samples[i];
      if (!(one.beyond > 0)) continue;
      sum += one.weight, squares += one.weight * one.weight;
      largest = std::max(largest, one.weight);
      found_.islands[i / each] += one.weight / static_cast<double>(each);
      found_.last.push_back({{{one.z.data(), one.z.data() + one.z.size()}, one.evaluation},
                             one.beyond,
                             one.evaluation,
                             one.evaluation});
    }
    found_.probability = sum / static_cast<double>(samples.size());
    if (!(sum > 0)) return end_without_estimate();
    found_.roots = found_.last.size();
    found_.effective = sum * sum / squares;
    found_.largest_weight = largest / sum;
    const bool has_zero = *std::min_element(found_.islands.begin(), found_.islands.end()) == 0;
    found_.interval = has_zero ? statistics::Interval{0, 1}
                               : interval_of_estimates(found_.islands, settings_.confidence);
  }

  const SubsetSettings& settings_;
  const Performance& performance_;
  AddressedNumbers numbers_, choices_;
  Mixture mixture_;
  ImportanceEstimate found_;
};

}  // namespace

ImportanceEstimate importance_sampling(const SubsetSettings& settings,
                                       const Performance& performance) {
  return ImportanceRun(settings, performance).run();
}

}  // namespace montecopter
