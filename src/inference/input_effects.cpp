#include "inference/input_effects.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/contract.hpp"
#include "inference/halved_spread.hpp"
#include "inference/rank_correlation.hpp"
#include "inference/rank_dependence.hpp"
#include "inference/special_values.hpp"

namespace montecopter::inference {
namespace {

/// How far the spread of a halved input may be from one half for its quantile to be told.
constexpr double spread_tolerance = 0.05;

/// The numbers of one input and one output: in the samples, or in a resample of them.
struct SmoothMeasures {
  double rank_correlation = nan, partial = nan, halved_quantile = nan;
};
struct NeighbourMeasures {
  double first_order = nan, xi = nan;
};

/// [output][input]
template <class Measures>
using Table = std::vector<std::vector<Measures>>;

/// In units of a power of two near the largest: exact, and squares stay within range.
std::vector<double> scaled(std::vector<double> values) {
  double largest = 0;
  for (const double x : values) largest = std::max(largest, std::abs(x));
  int exponent = 0;
  std::frexp(largest, &exponent);
  for (double& x : values) x = std::ldexp(x, -exponent);
  return values;
}

class Effects {
 public:
  Effects(const std::vector<std::vector<double>>& inputs,
          const std::vector<std::vector<double>>& outputs, const EffectSettings& settings)
      : settings_(settings), n_(inputs.front().size()) {
    for (const auto& input : inputs) inputs_.push_back(ordered(scaled(input)));
    for (const auto& output : outputs) outputs_.push_back(ordered(output));
  }

  std::vector<OutputEffects> all() {
    const Counts once(n_, 1);
    const Resample samples = resample(once);
    const Table<NeighbourMeasures> neighbours = neighbours_of(once);
    bootstrap();
    subsample();
    std::vector<OutputEffects> out;
    for (std::size_t o = 0; o < outputs_.size(); ++o) {
      OutputEffects& effects = out.emplace_back();
      effects.quantile = samples.quantiles[o];
      for (std::size_t i = 0; i < inputs_.size(); ++i) {
        effects.inputs.push_back(effect(o, i, samples, neighbours[o][i]));
      }
    }
    return out;
  }

 private:
  struct Resample {
    Table<SmoothMeasures> measures;
    std::vector<double> quantiles;  ///< by output
    std::vector<Weights> weights;   ///< by input
  };

  Resample resample(const Counts& counts) const {
    Resample out;
    std::vector<std::vector<double>> scores;
    for (const OrderedValues& input : inputs_) {
      scores.push_back(rank_scores(input, counts));
      out.weights.push_back(halving_weights(input, counts));
    }
    const RankedInputs ranked(std::move(scores));
    const Weights equal = equal_weights(counts);
    for (const OrderedValues& output : outputs_) {
      out.quantiles.push_back(weighted_quantile(output, equal, settings_.quantile));
      const std::vector<double> r = ranked.correlations(rank_scores(output, counts));
      const std::vector<double> partial = ranked.partial(r);
      auto& row = out.measures.emplace_back(inputs_.size());
      for (std::size_t i = 0; i < inputs_.size(); ++i) {
        row[i] = {r[i], partial[i], weighted_quantile(output, out.weights[i], settings_.quantile)};
      }
    }
    return out;
  }

  Table<NeighbourMeasures> neighbours_of(const Counts& counts) const {
    Table<NeighbourMeasures> out(outputs_.size(), std::vector<NeighbourMeasures>(inputs_.size()));
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const std::vector<std::uint32_t> sequence = ascending(inputs_[i], counts);
      for (std::size_t o = 0; o < outputs_.size(); ++o) {
        const std::vector<double> y = at(outputs_[o].values, sequence);
        out[o][i] = {first_order_index(y), chatterjee_xi(y)};
      }
    }
    return out;
  }

  void bootstrap() {
    Resampler resampler(settings_.seed);
    for (std::size_t k = 0; k < settings_.resamples; ++k) {
      Resample one = resample(resampler.with_replacement(n_));
      one.weights.clear();
      bootstraps_.push_back(std::move(one));
    }
  }

  void subsample() {
    Resampler resampler(settings_.seed);
    for (std::size_t k = 0; k < settings_.resamples; ++k) {
      subsets_.push_back(neighbours_of(resampler.without_replacement(n_, subset_size(n_))));
    }
  }

  template <class Value>
  Estimate bootstrapped(double value, const Value& value_in) const {
    std::vector<double> replicates;
    for (const Resample& one : bootstraps_) replicates.push_back(value_in(one));
    if (std::isnan(value)) return {nan, {nan, nan}};
    return {value, percentile_interval(std::move(replicates), settings_.confidence)};
  }

  template <class Value>
  Estimate subsampled(double value, const Value& value_in) const {
    std::vector<double> replicates;
    for (const auto& one : subsets_) replicates.push_back(value_in(one));
    return {value,
            subsampling_interval(value, replicates, n_, subset_size(n_), settings_.confidence)};
  }

  InputEffect effect(std::size_t o, std::size_t i, const Resample& samples,
                     const NeighbourMeasures& neighbours) const {
    const SmoothMeasures& smooth = samples.measures[o][i];
    InputEffect out;
    out.rank_correlation = bootstrapped(smooth.rank_correlation, [&](const Resample& r) {
      return r.measures[o][i].rank_correlation;
    });
    out.partial_rank_correlation =
        bootstrapped(smooth.partial, [&](const Resample& r) { return r.measures[o][i].partial; });
    out.first_order =
        subsampled(neighbours.first_order, [&](const auto& t) { return t[o][i].first_order; });
    out.xi = subsampled(neighbours.xi, [&](const auto& t) { return t[o][i].xi; });
    out.halved = halved(o, i, samples);
    return out;
  }

  HalvedSpread halved(std::size_t o, std::size_t i, const Resample& samples) const {
    const Weights& weights = samples.weights[i];
    const double ratio = spread_ratio(inputs_[i], Counts(n_, 1), weights);
    const bool is_told = std::abs(ratio - 0.5) <= spread_tolerance;
    const double before = samples.quantiles[o];
    const double after = is_told ? samples.measures[o][i].halved_quantile : nan;
    return {
        bootstrapped(after, [&](const Resample& r) { return r.measures[o][i].halved_quantile; }),
        bootstrapped(
            after - before,
            [&](const Resample& r) { return r.measures[o][i].halved_quantile - r.quantiles[o]; }),
        weights.effective, ratio};
  }

  EffectSettings settings_;
  std::size_t n_;
  std::vector<OrderedValues> inputs_, outputs_;
  std::vector<Resample> bootstraps_;
  std::vector<Table<NeighbourMeasures>> subsets_;
};

}  // namespace

std::vector<OutputEffects> effects_of(const std::vector<std::vector<double>>& inputs,
                                      const std::vector<std::vector<double>>& outputs,
                                      const EffectSettings& settings) {
  if (inputs.empty() || outputs.empty()) return std::vector<OutputEffects>(outputs.size());
  expects(inputs.front().size() >= 3, "three samples");
  return Effects(inputs, outputs, settings).all();
}

}  // namespace montecopter::inference
