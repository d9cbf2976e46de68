#pragma once
/// The normals of a consumer that takes some at every tick: numbered through the flight, so that no
/// word of a block is left over. Threefry takes half of the time of a normal.

#include "dynamics/random/draws.hpp"

namespace montecopter {

/// A consumer of n normals a tick takes numbers n t to n t + n - 1 of its stream at tick t. Number
/// i comes from block i / 4 at tick 0 of the stream: words 0 and 1 give the first two of a block,
/// words 2 and 3 the others (docs/random-numbers.md). All members have the size of S.
template <class S, int n>
class NormalSequence {
 public:
  /// The normals of a tick. To be asked for one tick after the other, from tick 0 on.
  [[gnu::noinline, gnu::flatten]] void take(const Draws<S>& draws, const RandomStream& stream,
                                            std::uint64_t tick, S* normals) {
    take_here(draws, stream, tick, normals);
  }

  /// As take(), inlined into the caller.
  [[gnu::always_inline]] void take_here(const Draws<S>& draws, const RandomStream& stream,
                                        std::uint64_t tick, S* normals) {
    const std::uint64_t block = tick / ticks * blocks;
    switch (tick % ticks) {
      case 0:
        return take_at<0>(draws, stream, block, normals);
      case 1:
        if constexpr (ticks > 1) take_at<1>(draws, stream, block, normals);
        return;
      case 2:
        if constexpr (ticks > 2) take_at<2>(draws, stream, block, normals);
        return;
      default:
        if constexpr (ticks > 2) take_at<3>(draws, stream, block, normals);
    }
  }

 private:
  /// Number of ticks after which a tick begins with a block again, and number of blocks used up by
  /// then.
  static constexpr int ticks = n % 4 == 0 ? 1 : n % 2 == 0 ? 2 : 4, blocks = ticks * n / 4;

  /// Takes the numbers of tick k of those that share `first_block` and what follows.
  template <int k>
  void take_at(const Draws<S>& draws, const RandomStream& stream, std::uint64_t first_block,
               S* normals) {
    constexpr int begin = n * k, end = begin + n;
    constexpr int next = (begin + 3) / 4, count = (end + 3) / 4 - next;  // blocks begun here
    const auto words = begin_blocks<count>(draws, stream, first_block + next);
    int i = begin;
    if (begin % 2 == 1) normals[i++ - begin] = second_;
    for (; i < end; i += 2) {
      S& second = i + 1 < end ? normals[i + 1 - begin] : second_;
      const bool is_kept = i / 4 < next;
      const auto& block = words[is_kept ? 0 : i / 4 - next];
      normal_pair<S>(is_kept ? radius_ : block[i % 4], is_kept ? angle_ : block[i % 4 + 1],
                     normals[i - begin], second);
    }
    if constexpr (count > 0 && (end % 4 == 1 || end % 4 == 2)) {
      radius_ = words[count - 1][2], angle_ = words[count - 1][3];
    }
  }

  template <int count>
  static std::array<Words4<Words<S>>, 2> begin_blocks(const Draws<S>& draws,
                                                      const RandomStream& stream,
                                                      std::uint64_t block) {
    static_assert(count <= 2);
    if constexpr (count == 0) return {};
    if constexpr (count == 1) return {draw_words(draws.seed, draws.sample, stream, 0, block)};
    if constexpr (count == 2) {
      const auto both = draw_two_blocks(draws.seed, draws.sample, stream, 0, block);
      return {both.first, both.second};
    }
  }

  Words<S> radius_, angle_;  ///< words of the second pair of a block, if it is still to be made
  S second_;                 ///< of the last pair, if it is still to be taken
};

}  // namespace montecopter
