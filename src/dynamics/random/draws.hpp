#pragma once
/// Draws of one pack of samples, by the name of their consumer and the tick.

#include <array>

#include "dynamics/random/normal_pair.hpp"
#include "dynamics/random/stream.hpp"

namespace montecopter {

template <class S>
struct Draws {
  std::uint64_t seed;
  Words<S> sample;

  /// Uniform number in (0, 1]: word 0 of block 0.
  S uniform(const RandomStream& stream, std::uint64_t tick) const {
    return uniform_of<S>(draw_words(seed, sample, stream, tick, 0)[0]);
  }

  /// The first one to three normals of a stream: numbers 0 to n - 1 of a NormalSequence.
  template <int n>
  std::array<S, n> first_normals(const RandomStream& stream) const {
    static_assert(n >= 1 && n <= 3);
    const auto words = draw_words(seed, sample, stream, 0, 0);
    S x, y, z, unused;
    normal_pair<S>(words[0], words[1], x, y);
    if constexpr (n == 1) return {x};
    if constexpr (n == 2) return {x, y};
    if constexpr (n == 3) {
      normal_pair<S>(words[2], words[3], z, unused);
      return {x, y, z};
    }
  }

  /// The first normal of a tick of each lane's own and a block.
  S normal(const RandomStream& stream, const Words<S>& tick, std::uint64_t block) const {
    const auto words = threefry4x64_20<Words<S>>(
        {sample & Words<S>(stream.sample_mask), Words<S>(stream.hash), tick, Words<S>(block)},
        {Words<S>(seed), Words<S>(0), Words<S>(0), Words<S>(0)});
    S x, unused;
    normal_pair<S>(words[0], words[1], x, unused);
    return x;
  }
};

}  // namespace montecopter
