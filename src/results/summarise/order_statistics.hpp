#pragma once
/// Exact order statistics of numbers that need not fit into memory: they are looked at several
/// times, in pieces. The first time counts how many numbers are in each of many intervals, and
/// those that hold a wanted rank are divided again, until what is in them can be kept and sorted.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace montecopter {

/// Takes numbers in pieces.
using TakeValues = std::function<void(std::span<const double>)>;
/// Passes on numbers, none of them NaN, in the order of the samples, as often as it is called.
using Values = std::function<void(const TakeValues&)>;

/// A number as a whole one in the order of sort_ascending(): -0 comes before +0. Not of NaN.
inline std::uint64_t ordered_bits(double x) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  return (bits & sign) != 0 ? ~bits : bits | sign;
}
double from_ordered_bits(std::uint64_t bits);

/// The least and the largest of numbers, in that order of theirs.
struct LeastAndLargest {
  double least, largest;
};
/// Extremes of one number at least, none of them NaN.
LeastAndLargest extremes_of(std::span<const double> values);

class OrderStatistics {
 public:
  /// The numbers of these ranks, counted from 0, of `count` numbers, of which the least and the
  /// largest are known.
  OrderStatistics(std::vector<std::uint64_t> ranks, std::uint64_t count, double least,
                  double largest);

  /// Whether no further look is needed. As long as it is not: take() all numbers, then end_look().
  bool is_known() const { return open_.empty(); }
  void take(std::span<const double> values);
  void end_look();

  /// One of the ranks asked for.
  double at(std::uint64_t rank) const;

 private:
  /// Numbers between two, both among them, which hold some of the ranks.
  struct Interval {
    std::uint64_t low, high;
    std::uint64_t before;  ///< how many numbers come before it
    std::uint64_t count;
    std::size_t first_rank, end_rank;  ///< indices of ranks_
    int shift = 0;                     ///< width of a part, as a power of two
    std::vector<std::uint64_t> counts = {};
    std::vector<std::uint64_t> kept = {};
  };

  void open(std::vector<Interval> intervals);
  void divide(const Interval& whole, std::vector<Interval>& parts) const;
  void answer(Interval& interval);
  void make_cells();
  void add(Interval& interval, std::uint64_t bits);

  std::vector<std::uint64_t> ranks_;  ///< ascending, each once
  std::vector<double> found_;
  std::uint64_t most_kept_ = 0;
  bool keeps_ = false;  ///< in this look; else it counts
  std::vector<Interval> open_;
  /// From the lowest of several intervals to the highest, in parts of one width: the first interval
  /// that reaches into the part, or open_.size() if none does.
  std::vector<std::uint32_t> cells_;
  int cell_shift_ = 0;
};

/// The order statistics of numbers in memory of which few are asked for. Numbers are counted in
/// buckets by their size; only those of buckets that hold such a rank are looked at again.
class Buckets {
 public:
  /// Numbers, none of them NaN, their extremes, and the ranks that are asked for, from 0,
  /// ascending.
  void fill(std::span<const double> values, const LeastAndLargest& extremes,
            std::span<const std::uint64_t> ranks);
  /// The number of one of the ranks.
  double at(std::uint64_t rank) const;

 private:
  void count(std::span<const double> values, const LeastAndLargest& extremes);
  void sort_wanted(std::span<const double> values);

  std::vector<std::uint16_t> part_of_;  ///< the bucket of each number
  std::vector<std::uint32_t> counts_;   ///< of each bucket
  std::vector<std::uint32_t> places_;   ///< in values_, of each bucket
  std::vector<double> values_;          ///< of the buckets that hold a rank, one after the other
  std::vector<std::uint64_t> ranks_;    ///< ascending, each once
  std::vector<double> found_;           ///< of each rank
};

/// How many numbers there are, and between which they lie; of none both are 0.
struct Extent {
  std::uint64_t count = 0;
  double least = 0, largest = 0;
};
Extent extent_of(const Values& values);

/// From a rank, counted from 0, to the number that has it.
using AtRank = std::function<double(std::uint64_t)>;

/// Has `use` look at numbers by their ranks. It is called twice: first to learn which ranks it asks
/// for, with NaN for each, and then with the numbers.
void use_ranks(const Values& values, const Extent& extent,
               const std::function<void(const AtRank&)>& use);

}  // namespace montecopter
