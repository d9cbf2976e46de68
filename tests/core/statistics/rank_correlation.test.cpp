#include "core/statistics/rank_correlation.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <numbers>
#include <string>

#include "core/statistics/resampling.hpp"
#include "uniform.hpp"

using namespace montecopter::statistics;

namespace {

using std::numbers::pi;

const std::vector<double> a = {3.2, 1.5, 1.5, 7.9, -2.0, 4.4, 4.4, 4.4, 0.1, 9.3};
const std::vector<double> b = {2.0, 1.0, 3.5, 3.5, -1.0, 8.0, 0.5, 4.0, -6.0, 5.5};

/// Values as often as they are in a resample, written out.
std::vector<double> written_out(const std::vector<double>& values, const Counts& counts) {
  std::vector<double> out;
  for (std::size_t i = 0; i < values.size(); ++i) out.insert(out.end(), counts[i], values[i]);
  return out;
}

/// Scores of inputs, and RankedInputs of them.
class Ranked {
 public:
  explicit Ranked(std::vector<std::vector<double>> scores)
      : scores_(std::move(scores)), inputs_(matrix(), scores_.size(), scores_.front().size()) {}

  std::vector<double> correlations(const std::vector<double>& output) const {
    std::vector<double> out;
    for (const auto& input : scores_) out.push_back(score_correlation(input, output));
    return out;
  }
  std::vector<double> partial(const std::vector<double>& r) const { return inputs_.partial(r); }

 private:
  std::vector<double> matrix() const {
    std::vector<double> out;
    for (const auto& input : scores_) {
      for (const double r : correlations(input)) out.push_back(r);
    }
    return out;
  }

  std::vector<std::vector<double>> scores_;
  RankedInputs inputs_;
};

}  // namespace

TEST_CASE("products of resampled ranks have the bits of products of scores") {
  // The scores are computed one column at a time, in doubles; 2500 samples are more than a piece.
  const std::size_t n = 2500;
  Uniform uniform(3);
  std::vector<OrderedValues> columns;
  for (int c = 0; c < 3; ++c) {
    std::vector<double> values;
    for (std::size_t i = 0; i < n; ++i) values.push_back(std::floor(100 * (c + 1) * uniform()));
    columns.push_back(ordered(values));
  }
  const Counts counts = Resampler(5).with_replacement(n);
  std::vector<ResampledRanks> ranks;
  for (const OrderedValues& column : columns) ranks.push_back(resampled_ranks(column, counts));
  const auto products = rank_products(ranks, ranks, counts);
  for (std::size_t i = 0; i < 3; ++i) {
    const std::vector<double> scores = rank_scores(columns[i], counts);
    const auto is_known = [](double score) { return score != 0; };
    CHECK(ranks[i].samples(counts) ==
          std::size_t(std::count_if(scores.begin(), scores.end(), is_known)));
    for (std::size_t k = 0; k < 3; ++k) {
      CHECK(products[k][i] ==
            score_correlation(rank_scores(columns[i], counts), rank_scores(columns[k], counts)));
    }
  }
}

TEST_CASE("ranks and Spearman's correlation with ties are those of scipy") {
  // scipy.stats.rankdata and spearmanr, scipy 1.10.1.
  CHECK(mean_ranks(ordered(a), Counts(10, 1)) ==
        std::vector<double>{5, 3.5, 3.5, 9, 1, 7, 7, 7, 2, 10});
  CHECK(rank_correlation(ordered(a), ordered(b)) == Approx(0.7253639225395425).epsilon(1e-14));
}

TEST_CASE("a resample has the ranks of its values written out") {
  Resampler resampler(3);
  const std::size_t n = 60;
  Uniform uniform(4);
  std::vector<double> x, y;
  for (std::size_t i = 0; i < n; ++i) {
    x.push_back(std::floor(20 * uniform()));
    y.push_back(x.back() + std::floor(9 * uniform()));
  }
  const OrderedValues xs = ordered(x), ys = ordered(y);
  for (const Counts& counts :
       {resampler.with_replacement(n), resampler.without_replacement(n, 25)}) {
    const double r = score_correlation(rank_scores(xs, counts), rank_scores(ys, counts));
    const double expected =
        rank_correlation(ordered(written_out(x, counts)), ordered(written_out(y, counts)));
    CHECK(r == Approx(expected).epsilon(1e-13));
    std::vector<double> sorted = written_out(x, counts);
    std::sort(sorted.begin(), sorted.end());
    CHECK(at(x, ascending(xs, counts)) == sorted);
  }
}

TEST_CASE("normal variables with correlation rho have Spearman's 6/pi asin(rho/2)") {
  // Pearson, 1907. The estimate scatters by 1/sqrt(n) at most.
  Uniform uniform(1);
  const std::size_t n = 1 << 14;
  for (const double rho : {-0.95, -0.3, 0.0, 0.5, 0.9}) {
    std::vector<double> x, y;
    for (std::size_t i = 0; i < n; ++i) {
      x.push_back(uniform.normal());
      y.push_back(rho * x.back() + std::sqrt(1 - rho * rho) * uniform.normal());
    }
    CHECK(rank_correlation(ordered(x), ordered(y)) ==
          Approx(6 / pi * std::asin(rho / 2)).margin(4 / std::sqrt(double(n))));
  }
}

TEST_CASE("partial rank correlations are those of residuals of ranks") {
  // numpy.linalg.lstsq of scipy.stats.rankdata on the other's ranks and a constant, and numpy's
  // corrcoef of what is left.
  const std::vector<std::vector<double>> inputs = {{0.3, 2.2, 1.1, 4.5, 3.7, 0.9, 5.0, 2.9},
                                                   {1.2, 0.4, 3.3, 2.1, 5.6, 4.2, 0.8, 2.7}};
  const std::vector<double> output = {5.1, 4.0, 2.5, 0.2, 3.1, 1.4, 2.2, 6.3};
  const Counts all(8, 1);
  const Ranked ranked({rank_scores(ordered(inputs[0]), all), rank_scores(ordered(inputs[1]), all)});
  const std::vector<double> r = ranked.correlations(rank_scores(ordered(output), all));
  CHECK(r[0] == Approx(-1.0 / 3).epsilon(1e-13));
  CHECK(r[1] == Approx(-1.0 / 6).epsilon(1e-13));
  const std::vector<double> partial = ranked.partial(r);
  CHECK(partial[0] == Approx(-0.3659625273556998).epsilon(1e-12));
  CHECK(partial[1] == Approx(-0.2296396633859231).epsilon(1e-12));
}

TEST_CASE("partial rank correlations of a linear model of normal variables") {
  // y = 2 u + v + e with corr(u, v) = 0.6, and w without effect, which is correlated with u. Ranks
  // of normal variables have the correlations s(rho) = 6/pi asin(rho/2); the partial ones follow
  // from them by recursion (Anderson, An introduction to multivariate statistical analysis, 3rd ed.
  // (2003), equation 2.5.20), first without v, then without w, too.
  Uniform uniform(7);
  const std::size_t n = 1 << 14;
  std::vector<double> u, v, w, y;
  for (std::size_t i = 0; i < n; ++i) {
    u.push_back(uniform.normal());
    v.push_back(0.6 * u.back() + 0.8 * uniform.normal());
    w.push_back(0.5 * u.back() + std::sqrt(0.75) * uniform.normal());
    y.push_back(2 * u.back() + v.back() + uniform.normal());
  }
  const double sd = std::sqrt(4 + 1 + 2 * 2 * 0.6 + 1.0);
  const auto s = [](double rho) { return 6 / pi * std::asin(rho / 2); };
  std::map<std::string, double> rho = {{"uv", s(0.6)},      {"uw", s(0.5)},
                                       {"vw", s(0.3)},      {"uy", s(2.6 / sd)},
                                       {"vy", s(2.2 / sd)}, {"wy", s((2 * 0.5 + 0.3) / sd)}};
  const auto get = [&](char p, char q) {
    const std::string key{p, q};
    return rho.contains(key) ? rho.at(key) : rho.at(std::string{q, p});
  };
  const auto without = [](double pq, double pr, double qr) {
    return (pq - pr * qr) / std::sqrt((1 - pr * pr) * (1 - qr * qr));
  };
  const auto without_two = [&](char p, char q, char r, char t) {
    const auto less_r = [&](char c, char d) { return without(get(c, d), get(c, r), get(d, r)); };
    return without(less_r(p, q), less_r(p, t), less_r(q, t));
  };
  const Counts all(n, 1);
  const Ranked ranked(
      {rank_scores(ordered(u), all), rank_scores(ordered(v), all), rank_scores(ordered(w), all)});
  const auto partial = ranked.partial(ranked.correlations(rank_scores(ordered(y), all)));
  const double four_errors = 4 / std::sqrt(double(n));
  CHECK(partial[0] == Approx(without_two('u', 'y', 'v', 'w')).margin(four_errors));
  CHECK(partial[1] == Approx(without_two('v', 'y', 'u', 'w')).margin(four_errors));
  CHECK(partial[2] == Approx(without_two('w', 'y', 'u', 'v')).margin(four_errors));
  CHECK(std::abs(partial[2]) < 0.05);
}

TEST_CASE("what ranks cannot tell is NaN") {
  const Counts all(10, 1);
  const auto scores = [&](const std::vector<double>& x) { return rank_scores(ordered(x), all); };
  CHECK(std::isnan(rank_correlation(ordered(a), ordered(std::vector<double>(10, 4.0)))));
  // An input that is another one, backwards.
  std::vector<double> backwards;
  for (const double x : a) backwards.push_back(-x);
  const Ranked twice({scores(a), scores(backwards)});
  const std::vector<double> r = twice.correlations(scores(b));
  CHECK(r[0] == Approx(-r[1]));
  CHECK(std::isnan(twice.partial(r)[0]));
  // An output that is a function of one input is no function of another.
  const Ranked two({scores(a), scores(b)});
  const std::vector<double> of_a = two.partial(two.correlations(scores(a)));
  CHECK(of_a[0] == Approx(1));
  CHECK(std::abs(of_a[1]) < 1e-6);  // the root of what rounding leaves
}

TEST_CASE("columns are correlated with each other whatever number of them is in memory") {
  Uniform uniform(5);
  std::vector<std::vector<double>> columns(5, std::vector<double>(40));
  for (auto& column : columns) {
    for (double& x : column) x = std::floor(30 * uniform());
  }
  for (const std::size_t at_once : {1, 2, 3, 5, 9}) {
    const auto found = rank_correlations(
        5, [&](std::size_t i) { return columns[i]; }, at_once);
    for (std::size_t i = 0; i < 5; ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        CHECK(found[i * 5 + k] == rank_correlation(ordered(columns[k]), ordered(columns[i])));
      }
    }
  }
}
