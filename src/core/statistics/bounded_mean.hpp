#pragma once
/// Claims about the mean of a variable with known limits that are looked at again and again, until
/// they are decided. Nothing else is assumed of its distribution: a mean without limits can be
/// moved anywhere by one value in a million, so that no test of it holds for sure.
/// All of it has the same bits on every machine.

#include <array>
#include <cstddef>
#include <span>

#include "core/statistics/bets.hpp"
#include "core/statistics/claim.hpp"
#include "core/statistics/interval.hpp"
#include "core/statistics/sequential_proportion.hpp"
#include "core/statistics/wide_number.hpp"

namespace montecopter::statistics {

/// Takes values one after another. The order of the values changes the last bits of the evidence
/// only.
class BoundedMeanTest {
 public:
  /// All values lie in [limits.low, limits.high], the bound of the claim strictly between.
  BoundedMeanTest(const MeanClaim& claim, const Interval& limits);

  /// Throws Error (usage) if the value is not within the limits: the test would not hold.
  void add(double value);

  std::size_t count() const { return count_; }
  /// A look at what has been added. Like look() in sequential_proportion.hpp: the first verdict
  /// ends the test, and stands.
  SequentialFinding look() const;

 private:
  using Capital = std::array<WideNumber, bet_count>;

  MeanClaim claim_;
  Interval limits_;
  std::size_t count_ = 0;
  Capital of_more_, of_less_;
};

/// Bounds of the mean of values in [limits.low, limits.high] from the same bets, each with half of
/// 1 - confidence. Both hold at all sample sizes together with the given confidence. Good to 2^-40
/// of the limits' distance, rounded outwards. Takes 5000 operations for each value. Throws Error
/// (usage) if a value is not within the limits.
Interval bounded_mean_interval(std::span<const double> values, const Interval& limits,
                               double confidence);

}  // namespace montecopter::statistics
