/// Standard errors of a mean of unequal blocks, of which the truth is known.

#include "flights/identify/fit_covariance.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

namespace montecopter::identify {
namespace {

Eigen::MatrixXd number(double x) {
  Eigen::MatrixXd one = Eigen::MatrixXd::Zero(1, 1);
  one(0, 0) = x;
  return one;
}

Block block(double information, double gradient) { return {number(information), {gradient}}; }

/// How often 1.96 standard errors hold the error of a weighted mean.
double covered(const std::vector<double>& weights, int trials) {
  std::mt19937_64 bits(1);
  std::normal_distribution<double> normal;
  double all = 0;
  for (const double w : weights) all += w;
  int held = 0;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<double> scores;
    double error = 0;
    for (const double w : weights) {
      scores.push_back(std::sqrt(w) * normal(bits));
      error += scores.back() / all;
    }
    std::vector<Block> blocks;
    for (std::size_t b = 0; b < weights.size(); ++b)
      blocks.push_back(block(weights[b], scores[b] - weights[b] * error));
    const double colour = colour_of(blocks, number(all), number(all));
    const Eigen::MatrixXd covariance =
        covariance_of(blocks, number(all), number(0), colour, {1, 0});
    held += std::fabs(error) < 1.96 * std::sqrt(covariance(0, 0)) ? 1 : 0;
  }
  return static_cast<double>(held) / trials;
}

/// By hand: information 1 of each of four blocks, moves of a third when one is left out, so the
/// jackknife gives 3/4 of 4 / 9 with three degrees of freedom. Independent residuals give 1/4 with
/// two. scipy.stats.t.ppf(0.975, 5) is 1.3115454 * 1.959964; ours is off by 0.02 % there.
TEST_CASE("a variance of few blocks is widened by Student's quantile") {
  const std::vector<Block> blocks = {block(1, 1), block(1, -1), block(1, 1), block(1, -1)};
  const Eigen::MatrixXd covariance = covariance_of(blocks, number(4), number(0), 1, {1, 0});
  CHECK(std::sqrt(covariance(0, 0) * 5 / (3 * (1.0 / 3) + 2 * 0.25)) ==
        Approx(1.3115454).epsilon(1e-3));
}

TEST_CASE("what was known before needs no blocks") {
  const Eigen::MatrixXd covariance =
      covariance_of({block(0, 0), block(0, 0)}, number(4), number(4), 1, {1, 0});
  CHECK(covariance(0, 0) == Approx(0.25));
}

/// Each log has one parameter, such as its delay. The second log says little of its own, which a
/// prior determines: its blocks have the same ratio of scatter to information.
TEST_CASE("a log that only its prior determines leaves the errors of other logs") {
  constexpr double prior = 1, information[] = {10, 0.001};
  std::vector<Block> blocks, first;
  for (int k = 0; k < 20; ++k) {
    const int log = k / 10;
    const double gradient = (k % 2 == 0 ? 1 : -1) * std::sqrt(information[log]);
    Block both = {Eigen::MatrixXd::Zero(2, 2), {0, 0}};
    both.information(log, log) = information[log], both.gradient[log] = gradient;
    blocks.push_back(both);
    if (log == 0) first.push_back(block(information[0], gradient));
  }
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(2, 2), before = all;
  all(0, 0) = 100, all(1, 1) = 0.01 + prior, before(1, 1) = prior;
  const double alone = covariance_of(first, number(100), number(0), 1, {0, 1})(0, 0);
  const double beside = covariance_of(blocks, all, before, 1, {0, 1})(0, 0);
  // More degrees of freedom widen less, and blocks of a prior have no leverage.
  CHECK(std::sqrt(beside / alone) == Approx(1).epsilon(0.1));
}

TEST_CASE("residuals that go together are seen") {
  const std::vector<Block> blocks = {block(1, 3), block(1, -3), block(1, 3), block(1, -3)};
  CHECK(colour_of(blocks, number(4), number(4)) == Approx(9.0 * 4 / 3));
  CHECK(colour_of({block(1, 3)}, number(1), number(1)) == 1);
}

/// 95 % are due; 0.4 % is the standard deviation of a fraction of 3000. Where one block tells half,
/// the jackknife's variance is up to twice too large, because it leaves that block out.
TEST_CASE("standard errors hold where few blocks tell most") {
  std::vector<double> one_heavy(11, 1.0), two_heavy(20, 1.0);
  one_heavy[0] = 10;
  two_heavy[0] = 10, two_heavy[1] = 5;
  for (const std::vector<double>& weights :
       {std::vector<double>(20, 1.0), std::vector<double>(6, 1.0), one_heavy, two_heavy}) {
    const double share = covered(weights, 3000);
    CHECK(share > 0.935);
    CHECK(share < 0.995);
  }
}

/// A regression of y = a + b t with the known b = 0, noise of standard deviation 1 + 2 |t|, and 14
/// points of which each is a block. (J. MacKinnon, H. White, Journal of Econometrics 29 (1985),
/// 305: the jackknife estimate is HC3 but for the mean of the moves.)
TEST_CASE("the standard error of a slope is the jackknife's, whatever another parameter's is") {
  constexpr std::size_t points = 14;
  constexpr int trials = 4000;
  std::mt19937_64 bits(2);
  std::normal_distribution<double> normal;
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(2, 2);
  const auto row = [](std::size_t k) {
    Eigen::MatrixXd x = Eigen::MatrixXd::Zero(2, 1);
    x(0, 0) = 1, x(1, 0) = (static_cast<double>(k) - 6.5) / 6.5;
    return x;
  };
  for (std::size_t k = 0; k < points; ++k) all += row(k) * row(k).transpose();
  int held = 0;
  for (int trial = 0; trial < trials; ++trial) {
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(2, 1);
    std::vector<double> noise;
    for (std::size_t k = 0; k < points; ++k) {
      noise.push_back((1 + 2 * std::fabs(row(k)(1, 0))) * normal(bits));
      sum += row(k) * noise.back();
    }
    // The points lie symmetrically, so their information is diagonal.
    Eigen::MatrixXd fitted = sum;
    fitted(0, 0) /= all(0, 0), fitted(1, 0) /= all(1, 1);
    std::vector<Block> blocks;
    for (std::size_t k = 0; k < points; ++k) {
      const Eigen::MatrixXd x = row(k);
      const double residual = (x.transpose() * fitted)(0, 0) - noise[k];
      blocks.push_back({x * x.transpose(), {residual * x(0, 0), residual * x(1, 0)}});
    }
    const Eigen::MatrixXd covariance = covariance_of(blocks, all, Eigen::MatrixXd::Zero(2, 2),
                                                     colour_of(blocks, all, all), {2, 0});
    held += std::fabs(fitted(1, 0)) < 1.96 * std::sqrt(covariance(1, 1)) ? 1 : 0;
  }
  // 95 % are due, with a standard deviation of 0.35 %.
  CHECK(held > 0.94 * trials);
  CHECK(held < 0.975 * trials);
}

/// Two parameters with six blocks each, of information 1. Gradients alternate in sign.
std::vector<Block> alternating(double first, double second) {
  std::vector<Block> blocks;
  for (std::size_t k = 0; k < 12; ++k) {
    const std::size_t i = k / 6;
    Block block{Eigen::MatrixXd::Zero(2, 2), std::vector<double>(2, 0.0)};
    block.information(i, i) = 1;
    block.gradient[i] = (k % 2 == 0 ? 1 : -1) * (i == 0 ? first : second);
    blocks.push_back(block);
  }
  return blocks;
}

/// Each of two parameters has six blocks with information 1. Gradients of the first are three times
/// those of the second. By hand, as above: variances of 6 (g / 5)^2 11 / 12 with five degrees of
/// freedom, and the average colour over six, (9 + 1) / 2 * 12 / 11 / 6, with two.
/// scipy.stats.t.ppf(0.975, 7) is 2.3646243.
TEST_CASE("residuals that are correlated for one parameter change another's error little") {
  const std::vector<Block> blocks = alternating(3, 1);
  const Eigen::MatrixXd all = 6 * Eigen::MatrixXd::Identity(2, 2);
  const Eigen::MatrixXd covariance =
      covariance_of(blocks, all, Eigen::MatrixXd::Zero(2, 2), colour_of(blocks, all, all), {2, 0});
  const double average = 5.0 * 12 / 11 / 6, quantile = 2.3646243 / 1.959964;
  for (std::size_t i = 0; i < 2; ++i) {
    const double own = (i == 0 ? 9.0 : 1.0) * 6 / 25 * 11 / 12;
    CHECK(std::sqrt(covariance(i, i) / ((5 * own + 2 * average) / 7)) ==
          Approx(quantile).epsilon(1e-3));
  }
}

/// Two logs have a parameter each, and six blocks with information 1. Gradients alternate in sign,
/// and those of the first log are twice as large. By hand, as above: variances of 0.88 and 0.22, on
/// average 0.55, with five degrees of freedom each; independent residuals give 1/6 with two.
/// scipy.stats.t.ppf(0.975, 12) is 2.1788128.
TEST_CASE("the same parameter of several logs has the correlation of all") {
  const std::vector<Block> blocks = alternating(2, 1);
  const Eigen::MatrixXd all = 6 * Eigen::MatrixXd::Identity(2, 2),
                        none = Eigen::MatrixXd::Zero(2, 2);
  const Eigen::MatrixXd together = covariance_of(blocks, all, none, 1, {0, 1});
  CHECK(std::sqrt(together(0, 0) / ((10 * 0.55 + 2.0 / 6) / 12)) ==
        Approx(2.1788128 / 1.959964).epsilon(1e-3));
  CHECK(together(1, 1) == Approx(together(0, 0)));
  const Eigen::MatrixXd alone = covariance_of(blocks, all, none, 1, {2, 0});
  CHECK(alone(0, 0) / alone(1, 1) == Approx((5 * 0.88 + 2.0 / 6) / (5 * 0.22 + 2.0 / 6)));
}

}  // namespace
}  // namespace montecopter::identify
