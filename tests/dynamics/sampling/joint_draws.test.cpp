/// Numbers that are drawn together: rank correlation by a Gaussian copula over every design, the
/// multivariate normal distribution and random rotations, against closed forms.

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "core/numerics/matrix_rows.hpp"
#include "dynamics/distributions/distribution.hpp"
#include "dynamics/random/normal_sequence.hpp"
#include "dynamics/sampling/correlated.hpp"

namespace montecopter {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr std::uint64_t drawn = 100000;
/// Of a Kolmogorov-Smirnov distance times sqrt(n), which 1 of 1000 exceeds (Kolmogorov 1933).
constexpr double unlikely = 1.95;

using Values = std::vector<double>;
using Cdf = std::function<double(double)>;

double kolmogorov(Values values, const Cdf& cdf) {
  std::sort(values.begin(), values.end());
  const auto count = static_cast<double>(values.size());
  double worst = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double p = cdf(values[i]), at = static_cast<double>(i);
    worst = std::max({worst, p - at / count, (at + 1) / count - p});
  }
  return worst * std::sqrt(count);
}

double uniform_cdf(double u) { return std::clamp(u, 0.0, 1.0); }

double pearson(const Values& a, const Values& b) {
  const auto count = static_cast<double>(a.size());
  const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / count;
  const double mean_b = std::accumulate(b.begin(), b.end(), 0.0) / count;
  double aa = 0, bb = 0, ab = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    aa += (a[i] - mean_a) * (a[i] - mean_a), bb += (b[i] - mean_b) * (b[i] - mean_b);
    ab += (a[i] - mean_a) * (b[i] - mean_b);
  }
  return ab / std::sqrt(aa * bb);
}

Values ranks(const Values& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t i, std::size_t j) { return values[i] < values[j]; });
  Values rank(values.size());
  for (std::size_t r = 0; r < order.size(); ++r) rank[order[r]] = static_cast<double>(r);
  return rank;
}

DesignRow sample_of(std::uint64_t i, std::uint64_t samples) { return {5, i, i, samples, 0}; }

DesignInput input(std::uint64_t dimension) {
  return {"joint." + std::to_string(dimension), dimension, 3, 1, 1, {}};
}

/// Spearman's matrix of three inputs, and the uniform numbers that a design gives these.
const MatrixRows asked = {{1, 0.6, -0.3}, {0.6, 1, 0.4}, {-0.3, 0.4, 1}};

std::vector<CorrelatedDesign> correlated(const std::string& name) {
  MatrixRows scores = asked;
  for (auto& row : scores) {
    for (double& entry : row) entry = score_correlation_of(entry);
  }
  for (std::size_t i = 0; i < 3; ++i) scores[i][i] = 1;
  const MatrixRows factor = semidefinite_factor(scores).value();
  std::vector<CorrelatedDesign> all(3);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      all[i].designs.push_back(design_named(name, input(j)).value());
      all[i].weights.push_back(factor[i][j]);
    }
  }
  return all;
}

/// The numbers of the k-th of many vectors, of a law with independent uniform numbers.
template <class Law>
std::vector<Values> vectors(Law law) {
  if constexpr (requires { law.prepare(); }) law.prepare();
  std::vector<Values> all(law.numbers());
  for (std::uint64_t i = 0; i < drawn; ++i) {
    std::vector<Uniform53> u;
    for (std::size_t j = 0; j < law.uniforms(); ++j) {
      u.push_back(RandomDesign(input(j)).uniform(sample_of(i, drawn)));
    }
    for (std::size_t k = 0; k < law.numbers(); ++k) all[k].push_back(law.component(k, u));
  }
  return all;
}

}  // namespace

// --- the copula ----------------------------------------------------------------------------------

TEST_CASE("a uniform number survives the way to its normal score and back, in both tails") {
  constexpr std::uint64_t last = (std::uint64_t{1} << 53) - 1;
  for (const std::uint64_t k : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{12345},
                                std::uint64_t{1} << 40, std::uint64_t{1} << 52, last / 3}) {
    for (const Uniform53 u : {Uniform53{k}, Uniform53{k}.complement()}) {
      const Uniform53 back = uniform_of_score(normal_quantile(u));
      const double tail = std::min(u.value(), u.complement().value());
      // The score and the distribution function are good to 1e-14 of the nearer tail; one digit is
      // what rounding down to a whole number may take.
      CHECK(std::fabs(back.value() - u.value()) <= 0x1p-53 + 2e-14 * tail);
    }
  }
  CHECK(uniform_of_score(-50).k == 0);
  CHECK(uniform_of_score(50).k == last);
}

TEST_CASE("ranks and normal scores are correlated as Pearson's formula says") {
  CHECK(score_correlation_of(0) == 0);
  CHECK(score_correlation_of(0.5) == Approx(2 * std::sin(pi / 12)).epsilon(1e-15));
  CHECK(score_correlation_of(1) == Approx(1).epsilon(1e-15));
  CHECK(score_correlation_of(-1) == Approx(-1).epsilon(1e-15));
  for (const double r : {-1.0, -0.7, 0.0, 1e-3, 0.5, 0.999, 1.0}) {
    CHECK(rank_correlation_of(score_correlation_of(r)) == Approx(r).epsilon(1e-14).margin(1e-16));
  }
}

TEST_CASE("every design reaches the rank correlations asked for, and keeps each input uniform",
          "[slow]") {
  for (const std::string name : {"random", "lhs", "sobol"}) {
    CAPTURE(name);
    const std::uint64_t samples = name == "sobol" ? std::uint64_t{1} << 16 : drawn;
    const auto designs = correlated(name);
    std::vector<Values> u(3);
    for (std::uint64_t i = 0; i < samples; ++i) {
      for (std::size_t k = 0; k < 3; ++k) {
        u[k].push_back(designs[k].uniform(sample_of(i, samples)).value());
      }
    }
    std::vector<Values> rank;
    for (const Values& values : u) {
      CHECK(kolmogorov(values, uniform_cdf) < unlikely);
      rank.push_back(ranks(values));
    }
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        // Standard error of independent samples, at most (1 - r^2) sqrt(1 + r^2/2) / sqrt(n) (D.
        // Bonett, T. Wright, Psychometrika 65 (2000) 23); the even designs have less.
        const double r = asked[i][j];
        const double se =
            (1 - r * r) * std::sqrt(1 + r * r / 2) / std::sqrt(static_cast<double>(samples));
        CHECK(std::fabs(pearson(rank[i], rank[j]) - r) < 4 * se);
      }
    }
  }
}

TEST_CASE(
    "the first of a group has the draws that it has alone, and so has one that goes with none") {
  const auto designs = correlated("random");
  CorrelatedDesign apart = designs[1];
  apart.weights = {0, 1};
  for (std::uint64_t i = 0; i < 100; ++i) {
    const DesignRow row = sample_of(i, 100);
    CHECK(designs[0].uniform(row).k == RandomDesign(input(0)).uniform(row).k);
    CHECK(apart.uniform(row).k == RandomDesign(input(1)).uniform(row).k);
    CHECK(designs[1].uniform(row).k != RandomDesign(input(1)).uniform(row).k);
  }
}

TEST_CASE("a truncated distribution keeps its limits and its shape beside another input") {
  // Far out in a tail: 3 to 4 standard deviations.
  TruncatedLaw<NormalDistribution> far;
  far.mean = 1, far.sd = 0.5, far.low_sd = 3, far.high_sd = 4;
  far.prepare();
  const auto designs = correlated("random");
  Values values;
  for (std::uint64_t i = 0; i < drawn; ++i) {
    values.push_back(far.quantile(designs[1].uniform(sample_of(i, drawn))));
    CHECK((values.back() >= 2.5 && values.back() <= 3.0));
  }
  const boost::math::normal standard;
  const auto above = [&](double x) { return cdf(complement(standard, (x - 1) / 0.5)); };
  CHECK(kolmogorov(values, [&](double x) {
          return (above(2.5) - above(x)) / (above(2.5) - above(3.0));
        }) < unlikely);
}

TEST_CASE("a frozen input has the draw of sample 0 in every sample") {
  DesignInput place = input(0);
  place.is_frozen = true;
  const RandomDesign frozen(place), free(input(0));
  for (std::uint64_t i = 0; i < 20; ++i) {
    CHECK(frozen.uniform(sample_of(i, 20)).k == free.uniform(sample_of(0, 20)).k);
  }
}

/// All kinds of draws of a sample from one stream, in turn.
template <int normals_per_tick>
Values all_draws(std::uint64_t sample, const RandomStream& stream) {
  const Draws<double> draws = {5, sample};
  Values all = {draws.uniform(stream, 3), draws.normal(stream, 4, 1)};
  for (const double x : draws.template first_normals<3>(stream)) all.push_back(x);
  NormalSequence<double, normals_per_tick> sequence;
  for (std::uint64_t tick = 0; tick < 9; ++tick) {
    double normals[normals_per_tick];
    sequence.take(draws, stream, tick, normals);
    all.insert(all.end(), normals, normals + normals_per_tick);
  }
  return all;
}

TEST_CASE("a frozen stream gives every sample what it gives sample 0") {
  const RandomStream free = stream_hash("test:frozen"), frozen = free.frozen();
  CHECK(frozen.is_frozen());
  CHECK_FALSE(free.is_frozen());
  for (const std::uint64_t sample : {0u, 1u, 12345u}) {
    CHECK(all_draws<3>(sample, frozen) == all_draws<3>(0, free));
    CHECK(all_draws<5>(sample, frozen) == all_draws<5>(0, free));
    CHECK(all_draws<6>(sample, frozen) == all_draws<6>(0, free));
    CHECK(all_draws<8>(sample, frozen) == all_draws<8>(0, free));
    CHECK((all_draws<5>(sample, frozen) == all_draws<5>(sample, free)) == (sample == 0));
  }
}

// --- vectors -------------------------------------------------------------------------------------

TEST_CASE("numbers of a multivariate normal are normal, correlated, and as far off as chi says") {
  MultivariateNormalDistribution law;
  law.mean = {1, -2, 0.5};
  law.covariance = {{4, 1.2, -0.5}, {1.2, 1, 0.1}, {-0.5, 0.1, 0.25}};
  const std::vector<Values> x = vectors(law);
  for (std::size_t i = 0; i < 3; ++i) {
    const boost::math::normal one(law.mean[i], std::sqrt(law.covariance[i][i]));
    CHECK(kolmogorov(x[i], [&](double value) { return cdf(one, value); }) < unlikely);
    for (std::size_t j = 0; j < i; ++j) {
      const double r =
          law.covariance[i][j] / std::sqrt(law.covariance[i][i] * law.covariance[j][j]);
      CHECK(std::fabs(pearson(x[i], x[j]) - r) <
            4 * (1 - r * r) / std::sqrt(static_cast<double>(drawn)));
    }
  }
  // Mahalanobis' radius by the inverse of the matrix, from its cofactors: det = 0.23.
  const double a = 0.24 / 0.23, b = -0.35 / 0.23, c = 0.62 / 0.23, d = 0.75 / 0.23, e = -1.0 / 0.23,
               f = 2.56 / 0.23;
  Values radius;
  for (std::size_t i = 0; i < drawn; ++i) {
    const double p = x[0][i] - 1, q = x[1][i] + 2, r = x[2][i] - 0.5;
    radius.push_back(
        std::sqrt(a * p * p + d * q * q + f * r * r + 2 * (b * p * q + c * p * r + e * q * r)));
  }
  const boost::math::chi_squared squares(3);
  CHECK(kolmogorov(radius, [&](double r) { return cdf(squares, r * r); }) < unlikely);
}

TEST_CASE("limits of a multivariate normal are those of its farthest draws") {
  MultivariateNormalDistribution law;
  law.mean = {1, 2};
  law.covariance = {{4, 0}, {0, 0}};
  law.prepare();
  const Uniform53 first{};
  CHECK(law.extremes(0).low == Approx(1 + 2 * normal_quantile(first)).epsilon(1e-14));
  CHECK(law.extremes(0).high == Approx(1 - 2 * normal_quantile(first)).epsilon(1e-14));
  CHECK(law.extremes(1).low == 2);
  CHECK(law.extremes(1).high == 2);
}

TEST_CASE("a uniform rotation has no direction of its own") {
  const std::vector<Values> q = vectors(UniformRotationDistribution());
  Values angle, radius;
  std::vector<Values> down(3);  // where the body's z axis points: uniform on the sphere
  for (std::size_t i = 0; i < drawn; ++i) {
    const double w = q[0][i], x = q[1][i], y = q[2][i], z = q[3][i];
    CHECK(std::fabs(std::sqrt(w * w + x * x + y * y + z * z) - 1) < 1e-15);
    angle.push_back(2 * std::acos(std::min(1.0, std::fabs(w))));
    down[0].push_back(2 * (x * z + w * y));
    down[1].push_back(2 * (y * z - w * x));
    down[2].push_back(1 - 2 * (x * x + y * y));
  }
  // Each component of a point on the sphere S3 has the density 2/pi sqrt(1 - c^2).
  for (const Values& component : q) {
    CHECK(kolmogorov(component, [](double c) {
            return 0.5 + (c * std::sqrt(1 - c * c) + std::asin(c)) / pi;
          }) < unlikely);
  }
  // The angle of a rotation has the density (1 - cos a) / pi (R. Miles, Biometrika 52 (1965) 636).
  CHECK(kolmogorov(angle, [](double a) { return (a - std::sin(a)) / pi; }) < unlikely);
  // Archimedes: each coordinate of a point on the sphere S2 is uniform.
  for (const Values& coordinate : down) {
    CHECK(kolmogorov(coordinate, [](double c) { return uniform_cdf((c + 1) / 2); }) < unlikely);
  }
  for (std::size_t k = 0; k < 4; ++k) {
    for (std::size_t l = 0; l < k; ++l) {
      CHECK(std::fabs(pearson(q[k], q[l])) < 4 / std::sqrt(static_cast<double>(drawn)));
    }
  }
}

TEST_CASE("a normal rotation turns its mean by normal angles about the body axes") {
  NormalRotationDistribution law;
  law.mean = {0.5, -0.5, 0.5, 0.5};
  law.sd_rad = PerAxis(0.05, 0.1, 0.4);
  const std::vector<Values> q = vectors(law);
  std::vector<Values> turned(3);
  Values radius;
  for (std::size_t i = 0; i < drawn; ++i) {
    // conj(mean) (x) q by Hamilton's rules for 1, i, j, k.
    const double w = q[0][i], x = q[1][i], y = q[2][i], z = q[3][i];
    const double dw = 0.5 * (w - x + y + z), dx = 0.5 * (x + w - z + y), dy = 0.5 * (y - z - w - x),
                 dz = 0.5 * (z + y + x - w);
    const double sine = std::sqrt(dx * dx + dy * dy + dz * dz);
    const double scale = 2 * std::atan2(sine, dw) / sine;
    const Values phi = {scale * dx, scale * dy, scale * dz};
    double squares = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      turned[k].push_back(phi[k]);
      squares += phi[k] * phi[k] / (law.sd_rad[k] * law.sd_rad[k]);
    }
    radius.push_back(squares);
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const boost::math::normal one(0, law.sd_rad[k]);
    CHECK(kolmogorov(turned[k], [&](double value) { return cdf(one, value); }) < unlikely);
  }
  const boost::math::chi_squared squares(3);
  CHECK(kolmogorov(radius, [&](double r) { return cdf(squares, r); }) < unlikely);
}

TEST_CASE("without a spread a rotation is its mean, made a unit quaternion") {
  NormalRotationDistribution law;
  law.mean = {0.6004, 0, 0, 0.8004};
  law.sd_rad = PerAxis(0.0);
  const Uniform53 u[] = {{1}, {2}, {3}};
  CHECK(law.component(0, u) == Approx(0.6004 / std::hypot(0.6004, 0.8004)).epsilon(1e-15));
  CHECK(law.component(1, u) == 0);
  CHECK(law.component(3, u) == Approx(0.8004 / std::hypot(0.6004, 0.8004)).epsilon(1e-15));
}

}  // namespace montecopter
