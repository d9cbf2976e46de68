#pragma once
/// Randomness is addressed, never consumed: a draw is a pure function of
/// (seed; sample, stream, tick, block). Adding, removing or reordering a consumer changes no other
/// draw, and any sample can be flown alone.

#include <cstdint>
#include <string_view>

#include "dynamics/random/threefry.hpp"
#include "dynamics/random/twin_words.hpp"

namespace montecopter {

/// Identity of a consumer from its name, e.g. "process.white" or "disperse:vehicle.mass_kg":
/// FNV-1a, 64 bits (offset basis and prime as published by Fowler, Noll and Vo). Fixed for good.
constexpr std::uint64_t stream_hash(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : name) {
    hash = (hash ^ static_cast<std::uint64_t>(static_cast<unsigned char>(c))) * 0x100000001b3u;
  }
  return hash;
}

/// Four words for each lane: key (seed, 0, 0, 0), counter (sample, stream, tick, block).
template <class W>
inline Words4<W> draw_words(std::uint64_t seed, const W& sample, std::uint64_t stream,
                            std::uint64_t tick, std::uint64_t block) {
  return threefry4x64_20<W>({sample, W(stream), W(tick), W(block)}, {W(seed), W(0), W(0), W(0)});
}

template <class W>
struct TwoBlocks {
  Words4<W> first, second;
};

/// draw_words() of `block` and of the next one, which take each other's waiting time: sooner by a
/// quarter than one after the other.
template <class W>
inline TwoBlocks<W> draw_two_blocks(std::uint64_t seed, const W& sample, std::uint64_t stream,
                                    std::uint64_t tick, std::uint64_t block) {
  using T = TwinWords<W>;
  const Words4<T> both =
      threefry4x64_20<T>({T(sample, sample), T(stream), T(tick), T(W(block), W(block + 1))},
                         {T(seed), T(0), T(0), T(0)});
  TwoBlocks<W> blocks;
  for (unsigned i = 0; i < 4; ++i) {
    blocks.first[i] = both[i].a;
    blocks.second[i] = both[i].b;
  }
  return blocks;
}

}  // namespace montecopter
