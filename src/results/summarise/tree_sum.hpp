#pragma once
/// Sums that depend on the values and their order only: added through a fixed binary tree over the
/// index, of which each left part has the largest power of two of values that is below the size.
/// Appending values keeps old nodes, so that the sum can be made of pieces.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace montecopter {

/// Takes values one by one. Memory does not depend on their number.
class TreeSum {
 public:
  void add(double x) {
    leaves_[filled_++] = x;
    if (filled_ < leaves_.size()) return;
    filled_ = 0;
    add_subtree(
        whole_block(std::span<const double, block>(leaves_), [](double leaf) { return leaf; }));
  }

  /// The same of f(value) of each: most of them several at once, and none stored before.
  template <class F>
  void add(std::span<const double> values, const F& f) {
    std::size_t at = 0;
    while (filled_ > 0 && at < values.size()) add(f(values[at++]));
    for (; values.size() - at >= block; at += block) {
      add_subtree(whole_block(values.subspan(at).first<block>(), f));
    }
    while (at < values.size()) add(f(values[at++]));
  }

  /// 0 of no values; more may follow.
  double sum() const {
    if (subtrees_ == 0 && filled_ == 0) return 0.0;
    std::array<double, block> rest = leaves_;
    std::size_t depth = depth_;
    std::array<double, most_depth> sums = sums_;
    // Behind the last whole subtree: one of each power of two, the largest first.
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

  /// A power of two of values, which it overwrites.
  static double whole(std::span<double> values) {
    for (std::size_t size = values.size() / 2; size > 0; size /= 2) {
      for (std::size_t i = 0; i < size; ++i) values[i] = values[2 * i] + values[2 * i + 1];
    }
    return values[0];
  }

  /// The same with sizes that are known to the compiler, which adds several pairs at once.
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

  /// As a binary counter carries: two subtrees of one size are one of twice the size.
  void add_subtree(double sum) {
    for (std::uint64_t carry = subtrees_++; (carry & 1) != 0; carry >>= 1) {
      sum = sums_[--depth_] + sum;
    }
    sums_[depth_++] = sum;
  }

  std::array<double, block> leaves_;
  std::size_t filled_ = 0;
  std::array<double, most_depth> sums_;  ///< of subtrees that wait for one of their size
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
