#include "core/statistics/input_effects.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/contract.hpp"
#include "core/statistics/halved_spread.hpp"
#include "core/statistics/rank_correlation.hpp"
#include "core/statistics/rank_dependence.hpp"
#include "core/statistics/special_values.hpp"

namespace montecopter::statistics {
namespace {

/// Largest deviation from one half of the spread of a halved input for its quantile to be reported.
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

/// Values in units of a power of two near the largest: exact, and squares stay within range.
std::vector<double> scaled(std::vector<double> values) {
  double largest = 0;
  for (const double x : values) largest = std::max(largest, std::abs(x));
  int exponent = 0;
  std::frexp(largest, &exponent);
  for (double& x : values) x = std::ldexp(x, -exponent);
  return values;
}

/// Columns [first, end) of the inputs, or of the outputs, in memory.
struct Block {
  std::size_t first = 0;
  bool are_outputs = false;
  std::vector<OrderedValues> columns;
};

/// Data for an input that scatters half as much.
struct Halving {
  double effective_samples = 0, spread = 0;
};

/// Each measure relates one input to another column. So they are computed for a block of inputs and
/// a block of others at a time, each block with all others once. All resamples are drawn again for
/// each pair of blocks.
class Effects {
 public:
  Effects(const EffectColumns& columns, const EffectSettings& settings)
      : columns_(columns),
        settings_(settings),
        n_(columns.samples),
        at_once_(settings.columns_at_once(columns.samples)),
        samples_(columns),
        bootstraps_(settings.resamples, samples_),
        neighbours_(columns.outputs, std::vector<NeighbourMeasures>(columns.inputs)),
        subsets_(settings.resamples, neighbours_),
        rank_first_order_(columns.outputs, std::vector<double>(columns.inputs)),
        halvings_(columns.inputs) {}

  std::vector<OutputEffects> all() {
    for (std::size_t a = 0; a < columns_.inputs; a += at_once_) study(a);
    samples_.find_partial();
    for (Resample& one : bootstraps_) one.find_partial();
    std::vector<OutputEffects> out;
    for (std::size_t o = 0; o < columns_.outputs; ++o) {
      OutputEffects& effects = out.emplace_back();
      effects.quantile = samples_.quantiles[o];
      for (std::size_t i = 0; i < columns_.inputs; ++i) effects.inputs.push_back(effect(o, i));
    }
    return out;
  }

 private:
  struct Resample {
    explicit Resample(const EffectColumns& columns)
        : correlations(columns.inputs * columns.inputs),
          measures(columns.outputs, std::vector<SmoothMeasures>(columns.inputs)),
          quantiles(columns.outputs) {}

    void find_partial() {
      const std::size_t d = measures.front().size();
      const RankedInputs ranked(std::move(correlations), d, samples);
      for (auto& row : measures) {
        std::vector<double> r;
        for (const SmoothMeasures& one : row) r.push_back(one.rank_correlation);
        const std::vector<double> partial = ranked.partial(r);
        for (std::size_t i = 0; i < d; ++i) row[i].partial = partial[i];
      }
    }

    std::size_t samples = 0;           ///< different ones
    std::vector<double> correlations;  ///< of the inputs with each other, by rows
    Table<SmoothMeasures> measures;
    std::vector<double> quantiles;  ///< by output
  };

  Block inputs_from(std::size_t first) const {
    Block block{first, false, {}};
    for (std::size_t i = first; i < std::min(first + at_once_, columns_.inputs); ++i)
      block.columns.push_back(ordered(scaled(columns_.input(i))));
    return block;
  }

  Block outputs_from(std::size_t first) const {
    Block block{first, true, {}};
    for (std::size_t o = first; o < std::min(first + at_once_, columns_.outputs); ++o)
      block.columns.push_back(ordered(columns_.output(o)));
    return block;
  }

  /// A block of inputs with all inputs behind it, and with all outputs.
  void study(std::size_t first) {
    const Block inputs = inputs_from(first);
    for (std::size_t i = 0; i < inputs.columns.size(); ++i) {
      const Counts once(n_, 1);
      const Weights weights = halving_weights(inputs.columns[i], once);
      halvings_[first + i] = {weights.effective, spread_ratio(inputs.columns[i], once, weights)};
    }
    for (std::size_t b = first + at_once_; b < columns_.inputs; b += at_once_) {
      resample(inputs, inputs_from(b));
    }
    for (std::size_t o = 0; o < columns_.outputs; o += at_once_) {
      const Block outputs = outputs_from(o);
      resample(inputs, outputs);
      take_subsets(inputs, outputs);
    }
  }

  void resample(const Block& inputs, const Block& others) {
    measure(inputs, others, Counts(n_, 1), samples_);
    Resampler resampler(settings_.seed);
    for (Resample& one : bootstraps_) {
      measure(inputs, others, resampler.with_replacement(n_), one);
    }
  }

  void measure(const Block& inputs, const Block& others, const Counts& counts,
               Resample& out) const {
    const std::size_t d = columns_.inputs;
    std::vector<std::vector<double>> scores;
    for (const OrderedValues& input : inputs.columns) scores.push_back(rank_scores(input, counts));
    for (std::size_t k = 0; k < others.columns.size() && !others.are_outputs; ++k) {
      const std::vector<double> other = rank_scores(others.columns[k], counts);
      for (std::size_t i = 0; i < scores.size(); ++i) {
        out.correlations[(others.first + k) * d + inputs.first + i] =
            score_correlation(scores[i], other);
      }
    }
    if (!others.are_outputs) return;
    if (others.first == 0) correlate(inputs.first, scores, out);
    measure_outputs(inputs, scores, others, counts, out);
  }

  /// The inputs of a block with each other.
  void correlate(std::size_t first, const std::vector<std::vector<double>>& scores,
                 Resample& out) const {
    const std::size_t d = columns_.inputs;
    if (first == 0) out.samples = samples_in(scores.front());
    for (std::size_t i = 0; i < scores.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        out.correlations[(first + i) * d + first + k] = score_correlation(scores[i], scores[k]);
      }
    }
  }

  void measure_outputs(const Block& inputs, const std::vector<std::vector<double>>& scores,
                       const Block& outputs, const Counts& counts, Resample& out) const {
    std::vector<Weights> weights;
    for (const OrderedValues& input : inputs.columns)
      weights.push_back(halving_weights(input, counts));
    const Weights equal = equal_weights(counts);
    for (std::size_t k = 0; k < outputs.columns.size(); ++k) {
      const OrderedValues& output = outputs.columns[k];
      const std::size_t o = outputs.first + k;
      out.quantiles[o] = weighted_quantile(output, equal, settings_.quantile);
      const std::vector<double> ranks = rank_scores(output, counts);
      for (std::size_t i = 0; i < scores.size(); ++i) {
        SmoothMeasures& one = out.measures[o][inputs.first + i];
        one.rank_correlation = score_correlation(scores[i], ranks);
        one.halved_quantile = weighted_quantile(output, weights[i], settings_.quantile);
      }
    }
  }

  void take_subsets(const Block& inputs, const Block& outputs) {
    compare_neighbours(inputs, outputs, Counts(n_, 1), neighbours_);
    compare_ranks(inputs, outputs);
    Resampler resampler(settings_.seed);
    for (auto& subset : subsets_) {
      compare_neighbours(inputs, outputs, resampler.without_replacement(n_, subset_size(n_)),
                         subset);
    }
  }

  static void compare_neighbours(const Block& inputs, const Block& outputs, const Counts& counts,
                                 Table<NeighbourMeasures>& out) {
    for (std::size_t i = 0; i < inputs.columns.size(); ++i) {
      const std::vector<std::uint32_t> sequence = ascending(inputs.columns[i], counts);
      for (std::size_t o = 0; o < outputs.columns.size(); ++o) {
        const std::vector<double> y = at(outputs.columns[o].values, sequence);
        out[outputs.first + o][inputs.first + i] = {first_order_index(y), chatterjee_xi(y)};
      }
    }
  }

  void compare_ranks(const Block& inputs, const Block& outputs) {
    for (std::size_t o = 0; o < outputs.columns.size(); ++o) {
      const OrderedValues& output = outputs.columns[o];
      const bool is_constant = output.smallest() == output.largest();
      const std::vector<double> ranks = untied_ranks(output);
      for (std::size_t i = 0; i < inputs.columns.size(); ++i) {
        rank_first_order_[outputs.first + o][inputs.first + i] =
            is_constant ? nan : first_order_index(at(ranks, inputs.columns[i].order));
      }
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

  InputEffect effect(std::size_t o, std::size_t i) const {
    const SmoothMeasures& smooth = samples_.measures[o][i];
    const NeighbourMeasures& neighbours = neighbours_[o][i];
    InputEffect out;
    out.rank_correlation = bootstrapped(smooth.rank_correlation, [&](const Resample& r) {
      return r.measures[o][i].rank_correlation;
    });
    out.partial_rank_correlation =
        bootstrapped(smooth.partial, [&](const Resample& r) { return r.measures[o][i].partial; });
    out.first_order =
        subsampled(neighbours.first_order, [&](const auto& t) { return t[o][i].first_order; });
    out.xi = subsampled(neighbours.xi, [&](const auto& t) { return t[o][i].xi; });
    out.rank_first_order = rank_first_order_[o][i];
    out.halved = halved(o, i);
    return out;
  }

  HalvedSpread halved(std::size_t o, std::size_t i) const {
    const Halving& halving = halvings_[i];
    const bool is_told = std::abs(halving.spread - 0.5) <= spread_tolerance;
    const double before = samples_.quantiles[o];
    const double after = is_told ? samples_.measures[o][i].halved_quantile : nan;
    return {
        bootstrapped(after, [&](const Resample& r) { return r.measures[o][i].halved_quantile; }),
        bootstrapped(
            after - before,
            [&](const Resample& r) { return r.measures[o][i].halved_quantile - r.quantiles[o]; }),
        halving.effective_samples, halving.spread};
  }

  const EffectColumns& columns_;
  const EffectSettings& settings_;
  std::size_t n_, at_once_;
  Resample samples_;
  std::vector<Resample> bootstraps_;
  Table<NeighbourMeasures> neighbours_;
  std::vector<Table<NeighbourMeasures>> subsets_;
  Table<double> rank_first_order_;
  std::vector<Halving> halvings_;  ///< by input
};

}  // namespace

std::size_t EffectSettings::columns_at_once(std::size_t samples) const {
  // Memory per value: itself and its place in the order in either block, and its score and its
  // weight in a resample.
  constexpr std::uint64_t value_bytes = 2 * (8 + 4) + 8 + 8;
  return std::max<std::size_t>(1, memory_bytes / (value_bytes * std::max<std::size_t>(1, samples)));
}

double p_of_effect(const InputEffect& effect, std::size_t samples) {
  return std::min(1.0, 2 * std::min(p_of_rank_correlation(effect.rank_correlation.value, samples),
                                    p_of_first_order(effect.rank_first_order, samples)));
}

std::vector<OutputEffects> effects_of(const EffectColumns& columns,
                                      const EffectSettings& settings) {
  if (columns.inputs == 0 || columns.outputs == 0) {
    return std::vector<OutputEffects>(columns.outputs);
  }
  expects(columns.samples >= 3, "three samples");
  return Effects(columns, settings).all();
}

std::vector<OutputEffects> effects_of(const std::vector<std::vector<double>>& inputs,
                                      const std::vector<std::vector<double>>& outputs,
                                      const EffectSettings& settings) {
  return effects_of(
      {inputs.size(), outputs.size(), inputs.empty() ? 0 : inputs.front().size(),
       [&](std::size_t i) { return inputs[i]; }, [&](std::size_t o) { return outputs[o]; }},
      settings);
}

}  // namespace montecopter::statistics
