#pragma once
/// Exact order statistics of numbers that need not fit into memory: several passes read them in
/// pieces. The first pass counts the numbers in each of many intervals. Intervals that hold a
/// requested rank are divided again, until their numbers can be kept and sorted.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace montecopter {

/// Takes numbers in pieces.
using TakeValues = std::function<void(std::span<const double>)>;
/// Passes on numbers, none of them NaN, in the order of the samples, at each call.
using Values = std::function<void(const TakeValues&)>;

/// Maps a number to an integer in the order of sort_ascending(): -0 comes before +0. Not for NaN.
inline std::uint64_t ordered_bits(double x) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  return (bits & sign) != 0 ? ~bits : bits | sign;
}
double from_ordered_bits(std::uint64_t bits);

/// The least and the largest of numbers, in the order of sort_ascending().
struct LeastAndLargest {
  double least, largest;
};
/// Extremes of at least one number, none of them NaN.
LeastAndLargest extremes_of(std::span<const double> values);

class OrderStatistics {
 public:
  /// Searches the numbers with these ranks (from 0) among `count` numbers with known extremes.
  OrderStatistics(std::vector<std::uint64_t> ranks, std::uint64_t count, double least,
                  double largest);

  /// Whether no further pass is needed. While it is false: take() all numbers, then end_look().
  bool is_known() const { return open_.empty(); }
  void take(std::span<const double> values);
  void end_look();

  /// The number with one of the requested ranks.
  double at(std::uint64_t rank) const;

 private:
  /// A closed interval that holds some of the requested ranks.
  struct Interval {
    std::uint64_t low, high;
    std::uint64_t before;  ///< number of values before it
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
  bool keeps_ = false;  ///< this pass keeps numbers; else it counts them
  std::vector<Interval> open_;
  /// Table from the lowest interval to the highest, in parts of equal width: the first interval
  /// that reaches into each part, or open_.size() if there is none.
  std::vector<std::uint32_t> cells_;
  int cell_shift_ = 0;
};

/// A few order statistics of numbers in memory. Numbers are counted in buckets by value; only
/// buckets that hold a requested rank are searched again.
class Buckets {
 public:
  /// Takes numbers, none of them NaN, their extremes, and the requested ranks (from 0, ascending).
  void fill(std::span<const double> values, const LeastAndLargest& extremes,
            std::span<const std::uint64_t> ranks);
  /// The number with one of the requested ranks.
  double at(std::uint64_t rank) const;

 private:
  void count(std::span<const double> values, const LeastAndLargest& extremes);
  void sort_wanted(std::span<const double> values);

  std::vector<std::uint16_t> part_of_;  ///< the bucket of each number
  std::vector<std::uint32_t> counts_;   ///< numbers in each bucket
  std::vector<std::uint32_t> places_;   ///< place of each bucket in values_
  std::vector<double> values_;        ///< numbers of the buckets that hold a rank, bucket by bucket
  std::vector<std::uint64_t> ranks_;  ///< ascending, each once
  std::vector<double> found_;         ///< the number of each rank
};

/// Count and extremes of numbers; the extremes are 0 if there are none.
struct Extent {
  std::uint64_t count = 0;
  double least = 0, largest = 0;
};
Extent extent_of(const Values& values);

/// Maps a rank (from 0) to its number.
using AtRank = std::function<double(std::uint64_t)>;

/// Gives `use` access to numbers by rank. `use` is called twice: first with NaN for each rank, to
/// learn the requested ranks, then with the numbers.
void use_ranks(const Values& values, const Extent& extent,
               const std::function<void(const AtRank&)>& use);

}  // namespace montecopter
