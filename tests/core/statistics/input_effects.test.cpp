#include "core/statistics/input_effects.hpp"

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <map>

#include "uniform.hpp"

using namespace montecopter::statistics;

namespace {

/// All numbers that are told, bit by bit, NaN too.
std::vector<std::uint64_t> bits_of(const std::vector<OutputEffects>& all) {
  std::vector<std::uint64_t> bits;
  const auto add = [&](double x) { bits.push_back(std::bit_cast<std::uint64_t>(x)); };
  const auto add_estimate = [&](const Estimate& e) {
    add(e.value), add(e.interval.low), add(e.interval.high);
  };
  for (const OutputEffects& output : all) {
    add(output.quantile);
    for (const InputEffect& input : output.inputs) {
      for (const Estimate& e :
           {input.rank_correlation, input.partial_rank_correlation, input.first_order, input.xi,
            input.halved.quantile, input.halved.change})
        add_estimate(e);
      add(input.halved.effective_samples), add(input.halved.spread), add(input.rank_first_order);
    }
  }
  return bits;
}

}  // namespace

TEST_CASE("effects have the same bits whatever number of columns and threads") {
  Uniform uniform(11);
  const std::size_t n = 150;
  std::vector<std::vector<double>> inputs(5), outputs(4);
  for (std::size_t i = 0; i < n; ++i) {
    for (auto& input : inputs) input.push_back(uniform.normal());
    inputs[3].back() = std::floor(inputs[3].back());               // ties
    inputs[4].back() = inputs[0].back() + 0.1 * inputs[4].back();  // correlated
    outputs[0].push_back(inputs[0].back() + inputs[1].back() * inputs[2].back());
    outputs[1].push_back(std::floor(2 * inputs[3].back()));
    outputs[2].push_back(uniform());
    outputs[3].push_back(4);  // constant: much is NaN
  }
  EffectSettings settings;
  settings.resamples = 60;
  const auto expected = bits_of(effects_of(inputs, outputs, settings));
  CHECK(settings.columns_at_once(n) > 9);
  settings.threads = 3;
  CHECK(bits_of(effects_of(inputs, outputs, settings)) == expected);
  for (const std::size_t at_once : {1, 2, 3, 4}) {
    settings.memory_bytes = 48 * n * at_once;
    settings.threads = 1;
    REQUIRE(settings.columns_at_once(n) == at_once);
    std::map<std::size_t, int> read;
    const auto input = [&](std::size_t i) {
      ++read[i];
      return inputs[i];
    };
    const EffectColumns columns{5, 4, n, input, [&](std::size_t o) { return outputs[o]; }};
    CHECK(bits_of(effects_of(columns, settings)) == expected);
    // A block is read once for itself and once for each block before it.
    for (std::size_t i = 0; i < 5; ++i) CHECK(read[i] == 1 + static_cast<int>(i / at_once));
  }
}

namespace {

/// Shares of campaigns with ten normal inputs in which some input seems to have an effect, as
/// `sensitivity` says it (5 % for all inputs together), and of those in which the first one does.
struct Found {
  double any = 0, first = 0;
};

template <class Output>
Found found_effects(const Output& output, std::uint64_t seed, int campaigns, bool are_inputs_tied) {
  constexpr std::size_t n = 100, d = 10;
  EffectSettings settings;
  settings.resamples = 2;  // no interval is looked at
  Uniform uniform(seed);
  Found found;
  for (int c = 0; c < campaigns; ++c) {
    std::vector<std::vector<double>> inputs(d, std::vector<double>(n));
    std::vector<double> y(n);
    for (std::size_t k = 0; k < n; ++k) {
      for (auto& input : inputs) {
        input[k] = are_inputs_tied ? std::floor(3 * uniform()) : uniform.normal();
      }
      y[k] = output(inputs[0][k], k, uniform);
    }
    const OutputEffects effects = effects_of(inputs, {y}, settings).front();
    const auto is_found = [&](const InputEffect& e) { return p_of_effect(e, n) * d <= 0.05; };
    found.any += std::any_of(effects.inputs.begin(), effects.inputs.end(), is_found);
    found.first += is_found(effects.inputs.front());
  }
  return {found.any / campaigns, found.first / campaigns};
}

/// Campaigns in which nothing has an effect, with outputs that are hard to judge.
void check_false_findings(int campaigns) {
  // The tests hold to 5 % or less, and so many campaigns tell that to three standard errors.
  const double most = 0.05 + three_errors(0.05, campaigns);
  const auto lognormal = [](double, std::size_t, Uniform& u) { return std::exp(u.normal()); };
  const auto outlier = [](double, std::size_t k, Uniform& u) { return k == 17 ? 1e3 : u.normal(); };
  const auto rare = [](double, std::size_t, Uniform& u) { return u.event(0.03) ? 1.0 : 0.0; };
  CHECK(found_effects(lognormal, 21, campaigns, false).any <= most);
  CHECK(found_effects(outlier, 22, campaigns, false).any <= most);
  // Ties: a few samples in which something happens, whose mean ranks would be outliers.
  CHECK(found_effects(rare, 23, campaigns, false).any <= most);
  CHECK(found_effects(rare, 24, campaigns, true).any <= most);
}

}  // namespace

TEST_CASE("inputs without an effect are found to have one as rarely as is said", "[slow]") {
  check_false_findings(500);
}

TEST_CASE("and in four times as many campaigns", "[slow]") { check_false_findings(2000); }

TEST_CASE("an input with a strong effect that ranks do not rise with is found") {
  const auto size = [](double x, std::size_t, Uniform& u) {
    return std::exp(std::abs(x) + 0.3 * u.normal());
  };
  CHECK(found_effects(size, 25, 100, false).first == 1);
  // Ties: what happens in every fifth sample (p), where the input is near its median, makes 3 p (1
  // - p) = 0.48 of the variance of ranks, 4.8 of the deviations of no effect, of which 3 are enough
  // (that is known to one, so that more than 0.9 are found on average).
  const auto seldom = [](double x, std::size_t, Uniform&) {
    return std::abs(x) < 0.2533 ? 1.0 : 0.0;
  };
  CHECK(found_effects(seldom, 26, 100, false).first > 0.8);
}
