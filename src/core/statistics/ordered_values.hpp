#pragma once
/// Values and their order, sorted once and used for many resamples. A resample states how often
/// each value is in it, so that its ranks follow from the order without sorting again.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace montecopter::statistics {

/// Count of each of n values in a resample: all 1 for the values themselves, 0 or 1 for a subset. A
/// byte each, because they are read in the order of every column, and fit into the cache so. No
/// value is 256 times in a resample of n: the probability is below 1e-500.
using Counts = std::vector<std::uint8_t>;

/// Finite values (n of them), and their positions in ascending order. Equal values stand in a fixed
/// order that is unrelated to their positions. So statistics of neighbours in this order break ties
/// at random, as the statistics of Chatterjee and of Gamboa et al. require.
struct OrderedValues {
  std::vector<double> values;
  std::vector<std::uint32_t> order;
  std::vector<double> sorted;  ///< the values in this order

  std::size_t size() const { return values.size(); }
  double smallest() const { return sorted.front(); }
  double largest() const { return sorted.back(); }
};
OrderedValues ordered(std::vector<double> values);

/// Rank of each value in the resample, from 1 on; equal ones share the mean of theirs. Values that
/// are not in it get the rank that they would share.
std::vector<double> mean_ranks(const OrderedValues& of, const Counts& counts);

/// Twice the rank of each value as by mean_ranks(): a whole number. n is below 2^31.
std::vector<std::uint32_t> twice_mean_ranks(const OrderedValues& of, const Counts& counts);

/// Rank of each value, from 1 on; equal ones are ranked in an order that is fixed and random, and
/// another one than that in which they stand in `order`. So the ranks of values that are
/// independent of others are in a random order there, with ties among both as well.
std::vector<double> untied_ranks(const OrderedValues& of);

/// Positions of the values of a resample in ascending order, each as often as it is in it.
std::vector<std::uint32_t> ascending(const OrderedValues& of, const Counts& counts);

/// Elements of `values` at `positions`, in their order.
std::vector<double> at(std::span<const double> values, std::span<const std::uint32_t> positions);

}  // namespace montecopter::statistics
