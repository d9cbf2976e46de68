/// Distributions whose inverse is no elementary function: quantiles against a table of 20 digits,
/// draws against the distribution functions of Boost.Math.

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/gamma.hpp>
#include <boost/math/special_functions/bessel.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "dynamics/distributions/distribution.hpp"
#include "dynamics/random/stream.hpp"

namespace montecopter {
namespace {

constexpr double pi = 3.14159265358979323846;
constexpr Uniform53 first_draw{};

TEST_CASE("log, logit and angle at a probability agree with 20-digit values, to the last draws") {
  std::ifstream file(MONTECOPTER_TEST_DATA "/reference/randomness/special_quantiles.csv");
  std::string line;
  std::getline(file, line);
  REQUIRE(line == "distribution,a,b,k,z");
  int rows = 0;
  std::map<std::string, double> worst;
  for (; std::getline(file, line); ++rows) {
    std::istringstream cells(line);
    std::string name, a_text, b_text, k, z;
    std::getline(cells, name, ',') && std::getline(cells, a_text, ',') &&
        std::getline(cells, b_text, ',') && std::getline(cells, k, ',') && std::getline(cells, z);
    const double a = std::stod(a_text), b = std::stod(b_text), wanted = std::stod(z);
    const Probability p = Probability::of({std::stoull(k)});
    const double ours = name == "gamma"  ? gamma_log_quantile(a, p)
                        : name == "beta" ? beta_logit_quantile(a, b, p)
                                         : VonMisesDistribution{0.0, a}.inverse(p);
    double& entry = worst[fmt::format("{} {} {}", name, a_text, b_text)];
    entry = std::max(entry, std::fabs(ours - wanted) / std::max(std::fabs(wanted), 1.0));
  }
  CHECK(rows == 9 * (9 + 11 + 8));
  for (const auto& [name, error] : worst) {
    INFO(fmt::format("{}: {:.2e}", name, error));
    // Of log x that is the relative error of x. Shapes of 0.01 multiply the rounding of the
    // distribution function by 100.
    CHECK(error < 1e-12);
  }
}

TEST_CASE("the scaled gamma function is the gamma function over Stirling's formula") {
  for (const double a : {0.01, 0.3, 1.0, 1.5, 4.0, 9.9999, 10.0, 33.3, 150.0}) {
    const double stirling = std::sqrt(2 * pi / a) * std::pow(a / std::exp(1.0), a);
    // pow and exp at a = 150: 150 roundings of e.
    CHECK(scaled_gamma(a) == Approx(boost::math::tgamma(a) / stirling).epsilon(5e-14));
  }
}

using Quantile = std::function<double(const Uniform53&)>;
using Cdf = std::function<double(double)>;

template <class Law>
Quantile quantile(Law law) {
  return [law](const Uniform53& u) { return law.quantile(u); };
}
template <class Law>
Quantile truncated(Law law, double low, double high) {
  TruncatedLaw<Law> d = {law, {}};
  d.low = low, d.high = high;
  d.prepare();
  return [d](const Uniform53& u) { return d.quantile(u); };
}
template <class Law>
Quantile whole(Law law) {
  return quantile(TruncatedLaw<Law>{law, {}});
}

/// Largest distance between the distribution of 20000 draws and `cdf`, times their square
/// root: 1.95 is then 1.4 % of probability. What a quantile is to many digits is tested by itself.
double kolmogorov(const Quantile& quantile, const std::string& stream, const Cdf& cdf) {
  std::vector<double> values;
  constexpr int n = 20000;
  for (std::uint64_t i = 0; i < n; ++i) {
    const auto words = draw_words<std::uint64_t>(1, i, stream_hash(stream), 0, 0);
    values.push_back(quantile(Uniform53::from_word(words[0])));
  }
  std::sort(values.begin(), values.end());
  double worst = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double p = cdf(values[i]);
    worst = std::max({worst, p - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - p});
  }
  return worst * std::sqrt(static_cast<double>(n));
}

Cdf gamma_cdf(double shape, double scale) {
  return [=](double x) { return cdf(boost::math::gamma_distribution<>(shape, scale), x); };
}
Cdf beta_cdf(double a, double b) {
  return [=](double x) { return cdf(boost::math::beta_distribution<>(a, b), x); };
}
/// By the Fourier series of the density, integrated: its coefficients are Bessel functions.
Cdf von_mises_cdf(double mean, double kappa) {
  std::vector<double> ratio;
  for (int j = 1; j <= 60; ++j) {
    ratio.push_back(boost::math::cyl_bessel_i(j, kappa) / boost::math::cyl_bessel_i(0, kappa) / j);
  }
  return [=](double x) {
    double sum = 0;
    for (std::size_t j = 0; j < ratio.size(); ++j) {
      sum += ratio[j] * std::sin((static_cast<double>(j) + 1) * (x - mean));
    }
    return 0.5 + ((x - mean) + 2 * sum) / (2 * pi);
  };
}

TEST_CASE("gamma, beta and von Mises draws have the distribution that they are named after",
          "[slow]") {
  struct Case {
    const char* name;
    Quantile quantile;
    Cdf cdf;
  };
  const std::vector<Case> cases = {
      {"gamma 0.3", whole(GammaDistribution{0.3, 2.0}), gamma_cdf(0.3, 2.0)},
      {"gamma 2.5", whole(GammaDistribution{2.5, 0.1}), gamma_cdf(2.5, 0.1)},
      {"gamma 400", whole(GammaDistribution{400, 1.0}), gamma_cdf(400, 1.0)},
      {"beta 0.5 0.5", quantile(BetaDistribution{0.5, 0.5}), beta_cdf(0.5, 0.5)},
      {"beta 2 5", quantile(BetaDistribution{2, 5}), beta_cdf(2, 5)},
      {"beta 300 20", quantile(BetaDistribution{300, 20}), beta_cdf(300, 20)},
      {"beta shifted", quantile(BetaDistribution{2, 3, -1, 4}),
       [](double x) { return beta_cdf(2, 3)((x + 1) / 5); }},
      {"von_mises 0", whole(VonMisesDistribution{1.0, 0.0}), von_mises_cdf(1.0, 0.0)},
      {"von_mises 0.7", whole(VonMisesDistribution{0.0, 0.7}), von_mises_cdf(0.0, 0.7)},
      {"von_mises 20", whole(VonMisesDistribution{-2.0, 20.0}), von_mises_cdf(-2.0, 20.0)}};
  for (const Case& c : cases) {
    INFO(c.name);
    // Beyond 1.95 is the largest in 1000 such distances; every case has a stream of its own.
    CHECK(kolmogorov(c.quantile, c.name, c.cdf) < 1.95);
  }
}

TEST_CASE("gamma and von Mises are truncated exactly") {
  const auto check = [](const char* name, const Quantile& of, const Cdf& cdf, double low,
                        double high) {
    INFO(name);
    const double below = cdf(low), within = cdf(high) - below;
    CHECK(kolmogorov(of, name, [&](double x) { return (cdf(x) - below) / within; }) < 1.95);
    CHECK(of(first_draw) >= low);
    CHECK(of(first_draw.complement()) <= high);
  };
  check("gamma part", truncated(GammaDistribution{2.5, 0.1}, 0.1, 0.3), gamma_cdf(2.5, 0.1), 0.1,
        0.3);
  check("von_mises part", truncated(VonMisesDistribution{0.5, 3.0}, -0.2, 2.0),
        von_mises_cdf(0.5, 3.0), -0.2, 2.0);
  // Far out: of shape 2 the probability above x is (1 + x) e^-x, 1.7e-16 above 40.
  const Quantile tail = truncated(GammaDistribution{2, 1}, 40, 50);
  const double middle = tail({std::uint64_t{1} << 52});
  const auto above = [](double x) { return (1 + x) * std::exp(-x); };
  CHECK(above(middle) == Approx(0.5 * (above(40) + above(50))).epsilon(1e-12));
}

TEST_CASE("closed forms of special cases") {
  for (const std::uint64_t k : {1ull << 20, 1ull << 45, 1ull << 51, (1ull << 53) - (1ull << 40)}) {
    const Probability p = Probability::of({k});
    // Shape 1 is exponential.
    CHECK(GammaDistribution{1, 3}.inverse(p) == Approx(3 * cumulative_hazard(p)).epsilon(1e-13));
    // Beta(1, b): 1 - (1 - u)^(1/b); Beta(1/2, 1/2): sin^2(pi u / 2).
    CHECK(BetaDistribution{1, 4}.quantile({k}) ==
          Approx(-std::expm1(-cumulative_hazard(p) / 4)).epsilon(1e-13));
    CHECK(BetaDistribution{0.5, 0.5}.quantile({k}) ==
          Approx(std::pow(std::sin(pi / 2 * p.lower), 2)).epsilon(1e-13));
    CHECK(VonMisesDistribution{0, 0}.inverse(p) == Approx(2 * pi * (p.lower - 0.5)).epsilon(1e-13));
  }
}

TEST_CASE("special quantiles never fall, and their ends are the extremes") {
  const auto check = [](const Quantile& of, double low, double high) {
    double before = of(first_draw);
    CHECK(before >= low);
    for (std::uint64_t k = 1; k < 1000; ++k) {
      const double x = of({k << 43});
      REQUIRE(x >= before);
      before = x;
    }
    CHECK(of(first_draw.complement()) >= before);
    CHECK(of(first_draw.complement()) <= high);
  };
  constexpr double infinity = std::numeric_limits<double>::infinity();
  check(whole(GammaDistribution{0.01, 1}), 0, infinity);
  check(whole(GammaDistribution{7, 1}), 0, infinity);
  check(quantile(BetaDistribution{0.01, 0.01, 2, 3}), 2, 3);
  check(quantile(BetaDistribution{1e6, 1e6}), 0, 1);
  check(whole(VonMisesDistribution{0, 0.1}), -3.1415926535897936, 3.1415926535897936);
  check(whole(VonMisesDistribution{0, 1e8}), -0.01, 0.01);
  const Moments moments = GammaDistribution{4, 0.5}.moments();
  CHECK(moments.mean == 2);
  CHECK(moments.sd == 1);
}

}  // namespace
}  // namespace montecopter
