#pragma once
/// The normals of a stream, each by itself, as docs/random-numbers.md numbers them.

#include "dynamics/random/normal_pair.hpp"
#include "dynamics/random/stream.hpp"

namespace montecopter {

/// Where a test's draws come from.
struct Stream {
  std::uint64_t seed, sample, hash;

  /// Number i.
  double normal(std::uint64_t i) const {
    const auto words = draw_words<std::uint64_t>(seed, sample, hash, 0, i / 4);
    const std::size_t pair = i % 4 < 2 ? 0 : 2;
    double even = 0, odd = 0;
    normal_pair<double>(words[pair], words[pair + 1], even, odd);
    return i % 2 == 0 ? even : odd;
  }
};

}  // namespace montecopter
