#pragma once
/// What the tests of designs share: rows and inputs of a design, and what its numbers look like.

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dynamics/sampling/design.hpp"

namespace montecopter::testing {

/// Sample i of n without a sweep.
inline DesignRow sample_of(std::uint64_t i, std::uint64_t n, std::uint64_t seed = 1) {
  return {seed, i, i, n, 0};
}

inline DesignInput input(std::uint64_t dimension, std::uint64_t replicates = 1) {
  return {fmt::format("input.{}", dimension), dimension, 64, replicates, 1, {}};
}

/// The whole numbers k of all n samples.
template <class Design>
std::vector<std::uint64_t> whole(const Design& design, std::uint64_t n, std::uint64_t seed = 1) {
  std::vector<std::uint64_t> k;
  for (std::uint64_t i = 0; i < n; ++i) k.push_back(design.uniform(sample_of(i, n, seed)).k);
  return k;
}

inline double correlation(const std::vector<std::uint64_t>& a,
                          const std::vector<std::uint64_t>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum +=
        (static_cast<double>(a[i]) * 0x1p-53 - 0.5) * (static_cast<double>(b[i]) * 0x1p-53 - 0.5);
  }
  return 12 * sum / static_cast<double>(a.size());  // 1/12: variance of a uniform number
}

/// How many points are in each box of 2^-a by 2^-b.
inline std::vector<int> counts(const std::vector<std::uint64_t>& x,
                               const std::vector<std::uint64_t>& y, unsigned a, unsigned b) {
  std::vector<int> boxes(std::size_t{1} << (a + b));
  for (std::size_t i = 0; i < x.size(); ++i) {
    ++boxes[((x[i] >> (53 - a)) << b) | (y[i] >> (53 - b))];
  }
  return boxes;
}

}  // namespace montecopter::testing
