#include "core/statistics/halved_spread.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/statistics/input_effects.hpp"
#include "uniform.hpp"

using namespace montecopter::statistics;

namespace {

std::vector<double> normals(Uniform& uniform, std::size_t n, double mean, double sd) {
  std::vector<double> out;
  for (std::size_t i = 0; i < n; ++i) out.push_back(mean + sd * uniform.normal());
  return out;
}

std::vector<double> sum(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> out;
  for (std::size_t i = 0; i < a.size(); ++i) out.push_back(a[i] + b[i]);
  return out;
}

}  // namespace

TEST_CASE("the weighted quantile is that of stats where weights are equal") {
  const OrderedValues ten = ordered({3, 1, 2, 5, 4, 7, 6, 9, 8, 10});
  const Weights equal = equal_weights(Counts(10, 1));
  // h = 9 p: numpy.quantile(range(1, 11), p).
  CHECK(weighted_quantile(ten, equal, 0.95) == Approx(9.55).epsilon(1e-14));
  CHECK(weighted_quantile(ten, equal, 0.5) == Approx(5.5).epsilon(1e-14));
  CHECK(weighted_quantile(ten, equal, 0.01) == Approx(1.09).epsilon(1e-14));
  // A sample that is there twice counts as two.
  Counts twice(10, 1);
  twice[9] = 2;
  CHECK(weighted_quantile(ten, equal_weights(twice), 0.95) == Approx(10).epsilon(1e-14));
  CHECK(weighted_quantile(ten, equal_weights(twice), 0.85) == Approx(9.5).epsilon(1e-14));
}

TEST_CASE("weights halve the spread of continuous inputs about their mean") {
  Uniform uniform(21);
  const std::size_t n = 4096;
  const std::vector<double> normal = normals(uniform, n, 5, 2);
  std::vector<double> flat, skewed, heaps;
  for (std::size_t i = 0; i < n; ++i) {
    flat.push_back(uniform());
    skewed.push_back(-std::log1p(-uniform()));
    heaps.push_back(i % 2 == 0 ? -1.0 : 1.0);
  }
  const Counts all(n, 1);
  for (const auto& input : {normal, flat, skewed}) {
    const OrderedValues values = ordered(input);
    const Weights weights = halving_weights(values, all);
    CHECK(spread_ratio(values, all, weights) == Approx(0.5).epsilon(0.01));
    double total = 0, mean = 0, weighted = 0;
    for (std::size_t i = 0; i < n; ++i) {
      total += weights.of[i] / weights.total;
      mean += input[i] / double(n);
      weighted += input[i] * weights.of[i] / weights.total;
    }
    CHECK(total == Approx(1).epsilon(1e-12));
    CHECK(std::abs(weighted - mean) < 0.02 * 2);
  }
  // Likelihood ratios of a normal distribution leave sqrt(7)/4 of the samples: their square is
  // 4 exp(-3 z^2) on the average. Of a uniform one the middle half of the samples is left. Weights
  // from k = 64 neighbours are uneven, which costs a few per cent.
  CHECK(halving_weights(ordered(normal), all).effective ==
        Approx(std::sqrt(7.0) / 4 * double(n)).epsilon(0.1));
  CHECK(halving_weights(ordered(flat), all).effective == Approx(0.5 * double(n)).epsilon(0.1));
  // Two heaps have nothing between them.
  const OrderedValues values = ordered(heaps);
  CHECK(spread_ratio(values, all, halving_weights(values, all)) > 0.9);
}

TEST_CASE("halving the spread of a normal input: the quantile of a sum in closed form") {
  // y = x1 + x2 with deviations 2 and 1: from mu + z sqrt(4 + 1) to mu + z sqrt(1 + 1), or to
  // mu + z sqrt(4 + 1/4).
  Uniform uniform(22);
  const std::size_t n = 1 << 14;
  const std::vector<double> x1 = normals(uniform, n, 10, 2), x2 = normals(uniform, n, -3, 1);
  EffectSettings settings;
  settings.resamples = 100;
  const OutputEffects effects = effects_of({x1, x2}, {sum(x1, x2)}, settings).front();
  const double z = 1.6448536269514722;
  const double by_x1 = 7 + z * std::sqrt(2.0), by_x2 = 7 + z * std::sqrt(4.25);
  // The error of a quantile is sqrt(p (1 - p) / n) / density, here with n effective samples.
  const auto error = [&](double sd, double samples) {
    const double density = std::exp(-z * z / 2) / std::sqrt(2 * 3.14159265358979323846) / sd;
    return std::sqrt(0.95 * 0.05 / samples) / density;
  };
  CHECK(effects.quantile == Approx(7 + z * std::sqrt(5.0)).margin(4 * error(std::sqrt(5.0), n)));
  const HalvedSpread &first = effects.inputs[0].halved, &second = effects.inputs[1].halved;
  CHECK(first.quantile.value ==
        Approx(by_x1).margin(4 * error(std::sqrt(2.0), first.effective_samples)));
  CHECK(second.quantile.value ==
        Approx(by_x2).margin(4 * error(std::sqrt(4.25), second.effective_samples)));
  CHECK(first.change.value == Approx(first.quantile.value - effects.quantile).epsilon(1e-12));
  CHECK(first.change.interval.high < 0);
  CHECK(first.quantile.interval.high - first.quantile.interval.low <
        8 * error(std::sqrt(2.0), first.effective_samples));
}

TEST_CASE("an input with two values cannot be halved") {
  Uniform uniform(23);
  std::vector<double> x, y;
  for (int i = 0; i < 500; ++i) {
    x.push_back(uniform.event(0.5) ? 1 : 0);
    y.push_back(x.back() + uniform());
  }
  const InputEffect effect = effects_of({x}, {y}, {}).front().inputs.front();
  CHECK(std::isnan(effect.halved.quantile.value));
  CHECK(std::isnan(effect.halved.change.interval.low));
  // var(E(Y|X)) / var(Y) = (1/4) / (1/4 + 1/12)
  CHECK(effect.first_order.value == Approx(0.75).margin(4 / std::sqrt(500.0)));
}

TEST_CASE("intervals of all measures cover") {
  // y = 2 u + v of normal variables, 200 samples: 95 % intervals of 250 campaigns. They are
  // approximate; 0.9 is what the worst of them reach.
  const double pi = 3.14159265358979323846, z = 1.6448536269514722;
  const double rank = 6 / pi * std::asin(std::sqrt(0.8) / 2);
  const double index = 0.8, xi = 3 / pi * std::asin((1 + 0.8) / 2) - 0.5;
  const double halved = z * std::sqrt(2.0), change = halved - z * std::sqrt(5.0);
  Uniform uniform(24);
  const int campaigns = 250;
  int of_rank = 0, of_index = 0, of_xi = 0, of_halved = 0, of_change = 0;
  EffectSettings settings;
  settings.resamples = 80;
  const auto covers = [](const Estimate& estimate, double truth) {
    return estimate.interval.low <= truth && truth <= estimate.interval.high ? 1 : 0;
  };
  for (int i = 0; i < campaigns; ++i) {
    settings.seed = static_cast<std::uint64_t>(i);
    const std::vector<double> u = normals(uniform, 200, 0, 2), v = normals(uniform, 200, 0, 1);
    const InputEffect effect = effects_of({u, v}, {sum(u, v)}, settings).front().inputs.front();
    of_rank += covers(effect.rank_correlation, rank);
    of_index += covers(effect.first_order, index);
    of_xi += covers(effect.xi, xi);
    of_halved += covers(effect.halved.quantile, halved);
    of_change += covers(effect.halved.change, change);
  }
  CAPTURE(of_rank, of_index, of_xi, of_halved, of_change);
  const double least = campaigns * (0.9 - three_errors(0.9, campaigns));
  CHECK(of_rank > least);
  CHECK(of_index > least);
  CHECK(of_xi > least);
  CHECK(of_halved > least);
  CHECK(of_change > least);
}
