#include "inference/input_effects.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <map>

#include "uniform.hpp"

using namespace montecopter::inference;

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
      add(input.halved.effective_samples), add(input.halved.spread);
    }
  }
  return bits;
}

}  // namespace

TEST_CASE("effects have the same bits whatever number of columns is in memory") {
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
  for (const std::size_t at_once : {1, 2, 3, 4}) {
    settings.memory_bytes = 40 * n * at_once;
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
