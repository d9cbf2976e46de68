#include "core/statistics/input_effects.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <mutex>

#include "core/base/contract.hpp"
#include "core/base/parallel.hpp"
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
    if (settings_.progress != nullptr) settings_.progress->total += work();
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
    return block(first, columns_.inputs, false,
                 [&](std::size_t i) { return scaled(columns_.input(i)); });
  }

  Block outputs_from(std::size_t first) const {
    return block(first, columns_.outputs, true, columns_.output);
  }

  /// Reads columns one after another, and sorts them at the same time.
  Block block(std::size_t first, std::size_t count, bool are_outputs,
              const ColumnSource& column) const {
    const std::size_t size = std::min(at_once_, count - first);
    std::vector<std::vector<double>> values;
    for (std::size_t k = 0; k < size; ++k) values.push_back(column(first + k));
    Block block{first, are_outputs, std::vector<OrderedValues>(size)};
    for_each_index(size, settings_.threads,
                   [&](std::size_t k) { block.columns[k] = ordered(std::move(values[k])); });
    return block;
  }

  /// A block of inputs with all inputs behind it, and with all outputs.
  void study(std::size_t first) {
    const Block inputs = inputs_from(first);
    for_each_index(inputs.columns.size(), settings_.threads, [&](std::size_t i) {
      const Counts once(n_, 1);
      const Weights weights = halving_weights(inputs.columns[i], once);
      halvings_[first + i] = {weights.effective, spread_ratio(inputs.columns[i], once, weights)};
    });
    for (std::size_t b = first + at_once_; b < columns_.inputs; b += at_once_) {
      resample(inputs, inputs_from(b));
    }
    for (std::size_t o = 0; o < columns_.outputs; o += at_once_) {
      const Block outputs = outputs_from(o);
      resample(inputs, outputs);
      take_subsets(inputs, outputs);
    }
  }

  /// Number of resamples of two blocks that all() takes.
  std::uint64_t work() const {
    const auto blocks = [&](std::size_t columns) { return (columns + at_once_ - 1) / at_once_; };
    const std::uint64_t of_inputs = blocks(columns_.inputs), of_outputs = blocks(columns_.outputs);
    return settings_.resamples * (of_inputs * (of_inputs - 1) / 2 + 2 * of_inputs * of_outputs);
  }

  /// Draws resamples one after another, and takes them in several threads: work(index, counts).
  template <class Draw, class Work>
  void draw_each(const Draw& draw, const Work& work) {
    Resampler resampler(settings_.seed);
    std::mutex drawing;
    std::size_t next = 0;
    for_each_index(settings_.resamples, settings_.threads, [&](std::size_t) {
      std::unique_lock lock(drawing);
      const std::size_t index = next++;
      const Counts counts = draw(resampler);
      lock.unlock();
      work(index, counts);
      if (settings_.progress != nullptr) ++settings_.progress->done;
    });
  }

  void resample(const Block& inputs, const Block& others) {
    measure(inputs, others, Counts(n_, 1), samples_);
    draw_each([&](Resampler& of) { return of.with_replacement(n_); },
              [&](std::size_t index, const Counts& counts) {
                measure(inputs, others, counts, bootstraps_[index]);
              });
  }

  static std::vector<ResampledRanks> ranks_of(const Block& block, const Counts& counts) {
    std::vector<ResampledRanks> ranks;
    for (const OrderedValues& column : block.columns) {
      ranks.push_back(resampled_ranks(column, counts));
    }
    return ranks;
  }

  void measure(const Block& inputs, const Block& others, const Counts& counts,
               Resample& out) const {
    const std::vector<ResampledRanks> ranks = ranks_of(inputs, counts);
    const auto products = rank_products(ranks, ranks_of(others, counts), counts);
    if (!others.are_outputs) return take_correlations(inputs, others.first, products, out);
    if (others.first == 0) {
      if (inputs.first == 0) out.samples = ranks.front().samples(counts);
      take_correlations(inputs, inputs.first, rank_products(ranks, ranks, counts), out);
    }
    for (std::size_t k = 0; k < products.size(); ++k) {
      for (std::size_t i = 0; i < ranks.size(); ++i) {
        out.measures[others.first + k][inputs.first + i].rank_correlation = products[k][i];
      }
    }
    measure_quantiles(inputs, others, counts, out);
  }

  /// Correlations of inputs with the inputs from `first` on. Only those below the diagonal count.
  void take_correlations(const Block& inputs, std::size_t first,
                         const std::vector<std::vector<double>>& products, Resample& out) const {
    for (std::size_t k = 0; k < products.size(); ++k) {
      for (std::size_t i = 0; i < products[k].size(); ++i) {
        out.correlations[(first + k) * columns_.inputs + inputs.first + i] = products[k][i];
      }
    }
  }

  void measure_quantiles(const Block& inputs, const Block& outputs, const Counts& counts,
                         Resample& out) const {
    const Weights equal = equal_weights(counts);
    for (std::size_t k = 0; k < outputs.columns.size(); ++k) {
      out.quantiles[outputs.first + k] =
          weighted_quantile(outputs.columns[k], equal, settings_.quantile);
    }
    for (std::size_t i = 0; i < inputs.columns.size(); ++i) {
      const Weights weights = halving_weights(inputs.columns[i], counts);
      for (std::size_t k = 0; k < outputs.columns.size(); ++k) {
        out.measures[outputs.first + k][inputs.first + i].halved_quantile =
            weighted_quantile(outputs.columns[k], weights, settings_.quantile);
      }
    }
  }

  void take_subsets(const Block& inputs, const Block& outputs) {
    compare_neighbours(inputs, outputs, Counts(n_, 1), neighbours_);
    compare_ranks(inputs, outputs);
    draw_each([&](Resampler& of) { return of.without_replacement(n_, subset_size(n_)); },
              [&](std::size_t index, const Counts& counts) {
                compare_neighbours(inputs, outputs, counts, subsets_[index]);
              });
  }

  static void compare_neighbours(const Block& inputs, const Block& outputs, const Counts& counts,
                                 Table<NeighbourMeasures>& out) {
    std::vector<std::vector<std::uint32_t>> sequences;
    for (const OrderedValues& input : inputs.columns) sequences.push_back(ascending(input, counts));
    std::vector<Placed> places;
    for (std::size_t o = 0; o < outputs.columns.size(); ++o) {
      const OrderedValues& output = outputs.columns[o];
      find_places(output, ascending(output, counts), places);
      for (std::size_t i = 0; i < sequences.size(); ++i) {
        std::vector<Placed> placed;
        placed.reserve(sequences[i].size());
        for (const std::uint32_t sample : sequences[i]) placed.push_back(places[sample]);
        out[outputs.first + o][inputs.first + i] = {
            first_order_index(at(output.values, sequences[i])), chatterjee_xi(placed)};
      }
    }
  }

  void compare_ranks(const Block& inputs, const Block& outputs) {
    for_each_index(outputs.columns.size(), settings_.threads, [&](std::size_t o) {
      const OrderedValues& output = outputs.columns[o];
      const bool is_constant = output.smallest() == output.largest();
      const std::vector<double> ranks = untied_ranks(output);
      for (std::size_t i = 0; i < inputs.columns.size(); ++i) {
        rank_first_order_[outputs.first + o][inputs.first + i] =
            is_constant ? nan : first_order_index(at(ranks, inputs.columns[i].order));
      }
    });
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
  // Memory per value: itself twice and its place in the order in either block; in each thread its
  // rank in either block.
  constexpr std::uint64_t column_bytes = 2 * (8 + 8 + 4), thread_bytes = 2 * 4;
  const std::uint64_t value_bytes =
      column_bytes + thread_bytes * static_cast<std::uint64_t>(std::max(threads, 1));
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
