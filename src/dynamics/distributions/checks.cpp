/// Checks of the distributions on their own keys. Limits of truncation are checked for all of them.

#include <fmt/format.h>

#include <cmath>

#include "core/base/counted.hpp"
#include "core/fields/problems.hpp"
#include "dynamics/distributions/distribution.hpp"
#include "dynamics/random/symmetric.hpp"

namespace montecopter {

namespace {

bool has_values(std::size_t size, std::size_t wanted, Problems& problems) {
  if (size >= wanted) return true;
  problems.error("values", size == 0 ? "there are no values" : "there is one value only",
                 size == 0 ? "" : "nothing lies between",
                 size == 0 ? "Give values = [...]" : "Use interpolate = false");
  return false;
}

}  // namespace

bool check_order(std::string_view high_key, const Limits& limits, Problems& problems) {
  if (limits.low < limits.high) return true;
  problems.error(problems.newest(high_key, "low"),
                 fmt::format("low {} is not below high {}", limits.low, limits.high), "",
                 "Use dist = \"fixed\" for a constant");
  return false;
}

void UniformDistribution::check(Problems& problems) const {
  check_order("high", {low, high}, problems);
}

void BetaDistribution::check(Problems& problems) const {
  check_order("high", {low, high}, problems);
}

void NormalDistribution::check_truncated(Problems& problems) const {
  if (sd > 0) return;
  problems.error("sd", "sd is 0, so there is nothing to truncate", "",
                 "Use dist = \"fixed\" for a constant");
}

void TruncatedNormalDistribution::check(Problems& problems) const {
  check_order("high", {low, high}, problems);
}

void LognormalDistribution::check(Problems& problems) const {
  const bool by_median = median && sigma && !mean && !sd;
  const bool by_mean = mean && sd && !median && !sigma;
  if (by_median || by_mean) return;
  problems.error("", "a lognormal distribution takes median and sigma, or mean and sd",
                 "each pair defines the distribution, and sigma is the standard deviation of ln x");
}

void TriangularDistribution::check(Problems& problems) const {
  if (left <= mode && mode <= right && left < right) return;
  problems.error("mode",
                 fmt::format("left {}, mode {} and right {} do not ascend", left, mode, right),
                 "the mode may be at either end, but the ends must differ");
}

void ChoiceDistribution::check(Problems& problems) const { has_values(values.size(), 1, problems); }

void ListedDistribution::check(Problems& problems) const { has_values(values.size(), 1, problems); }

void DiscreteDistribution::check(Problems& problems) const {
  if (!has_values(values.size(), 1, problems)) return;
  if (weights.size() != values.size()) {
    problems.error("weights",
                   fmt::format("{} for {}", counted(weights.size(), "weight"),
                               counted(values.size(), "value")),
                   "", "Give one each, or use dist = \"choice\" for equal ones");
    return;
  }
  double sum = 0;
  for (const double weight : weights) sum += weight;
  if (sum > 0 && std::isfinite(sum)) return;
  problems.error("weights", fmt::format("the weights add up to {}", sum),
                 "each one is divided by their sum");
}

void EmpiricalDistribution::check(Problems& problems) const {
  if (!has_values(values.size(), interpolate ? 2 : 1, problems)) return;
  if (values.size() <= max_observations) return;
  problems.error("values", fmt::format("{} observations", values.size()),
                 fmt::format("at most {} are possible, because every result file stores them",
                             max_observations),
                 "Thin them out");
}

void MultivariateNormalDistribution::check(Problems& problems) const {
  const NameOfEntry name = [](std::size_t i, std::size_t j) {
    return fmt::format("the covariance of numbers {} and {}", j, i);
  };
  if (mean.empty()) {
    problems.error("mean", "there are no means", "", "Give mean = [...]");
    return;
  }
  const std::string means = fmt::format("{} means", mean.size());
  if (!is_symmetric(covariance, mean.size(), means, name, "covariance", problems)) return;
  for (std::size_t i = 0; i < mean.size(); ++i) {
    if (covariance[i][i] >= 0) continue;
    return problems.error("covariance",
                          fmt::format("the variance of number {} is {}", i, covariance[i][i]),
                          "a variance is not negative");
  }
  if (semidefinite_factor(covariance)) return;
  problems.error("covariance", "the matrix is not a covariance matrix",
                 "it is not positive semidefinite: a linear combination of the numbers would have "
                 "a negative variance",
                 "Check signs and magnitudes; |covariance| is at most the product of both standard "
                 "deviations");
}

void NormalRotationDistribution::check(Problems& problems) const {
  double sum = 0;
  for (const double x : mean) sum += x * x;
  if (std::fabs(std::sqrt(sum) - 1) <= written_norm_error) return;
  problems.error("mean", fmt::format("the mean attitude has the norm {:.6g}", std::sqrt(sum)),
                 "an attitude has norm 1; only rounding to three digits is tolerated");
}

}  // namespace montecopter
