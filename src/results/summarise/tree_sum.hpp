#pragma once
/// Sums that depend only on the values and their order: a fixed binary tree over the index. Each
/// left part has the largest power of two of values below the size of its node. Appended values
/// keep old nodes, so that the sum can be built from pieces.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace montecopter {

/// Tree sum of values taken one by one. Memory does not depend on their number.
class TreeSum {
 public:
  void add(double x) {
    leaves_[filled_++] = x;
    if (filled_ < leaves_.size()) return;
    filled_ = 0;
    add_subtree(
        whole_block(std::span<const double, block>(leaves_), [](double leaf) { return leaf; }));
  }

  /// Adds f(value) for each value, mostly several at once, without storing them.
  template <class F>
  void add(std::span<const double> values, const F& f) {
    std::size_t at = 0;
    while (filled_ > 0 && at < values.size()) add(f(values[at++]));
    for (; values.size() - at >= block; at += block) {
      add_subtree(whole_block(values.subspan(at).first<block>(), f));
    }
    while (at < values.size()) add(f(values[at++]));
  }

  /// The sum so far; 0 without values. More values may follow.
  double sum() const {
    if (subtrees_ == 0 && filled_ == 0) return 0.0;
    std::array<double, block> rest = leaves_;
    std::size_t depth = depth_;
    std::array<double, most_depth> sums = sums_;
    // After the last complete subtree: one subtree for each power of two, largest first.
    for (std::size_t at = 0; at < filled_;) {
      const std::size_t size = std::bit_floor(filled_ - at);
      sums[depth++] = whole(std::span(rest).subspan(at, size));
      at += size;
    }
    double sum = sums[--depth];
    while (depth > 0) sum = sums[--depth] + sum;
    return sum;
  }

 private:
  static constexpr std::size_t block = 128;
  static constexpr std::size_t most_depth = 64;

  /// Sums a power of two of values, which it overwrites.
  static double whole(std::span<double> values) {
    for (std::size_t size = values.size() / 2; size > 0; size /= 2) {
      for (std::size_t i = 0; i < size; ++i) values[i] = values[2 * i] + values[2 * i + 1];
    }
    return values[0];
  }

  /// The same sum with sizes known to the compiler, which adds several pairs at once.
  template <std::size_t size, class F>
  static double whole_block(std::span<const double, size> values, const F& f) {
    std::array<double, size / 2> pairs;
    for (std::size_t i = 0; i < pairs.size(); ++i)
      pairs[i] = f(values[2 * i]) + f(values[2 * i + 1]);
    if constexpr (size == 2) {
      return pairs[0];
    } else {
      return whole_block(std::span<const double, size / 2>(pairs), [](double sum) { return sum; });
    }
  }

  /// Carries like a binary counter: two subtrees of equal size become one of twice the size.
  void add_subtree(double sum) {
    for (std::uint64_t carry = subtrees_++; (carry & 1) != 0; carry >>= 1) {
      sum = sums_[--depth_] + sum;
    }
    sums_[depth_++] = sum;
  }

  std::array<double, block> leaves_;
  std::size_t filled_ = 0;
  std::array<double, most_depth> sums_;  ///< sums of subtrees that wait for one of equal size
  std::size_t depth_ = 0;
  std::uint64_t subtrees_ = 0;
};

/// Sum of f(value).
template <class F>
double tree_sum(std::span<const double> values, const F& f) {
  TreeSum sum;
  sum.add(values, f);
  return sum.sum();
}
inline double tree_sum(std::span<const double> values) {
  return tree_sum(values, [](double x) { return x; });
}

}  // namespace montecopter
