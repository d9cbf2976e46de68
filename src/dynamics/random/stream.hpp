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

/// A stream as its consumer has it. All samples of a frozen one are sample 0.
struct RandomStream {
  std::uint64_t hash = 0;
  std::uint64_t sample_mask = ~std::uint64_t{0};  ///< of the counter's sample: all of it, or none

  RandomStream() = default;
  RandomStream(std::uint64_t of_name) : hash(of_name) {}  // NOLINT: a stream is its name's hash

  RandomStream frozen() const {
    RandomStream same = *this;
    same.sample_mask = 0;
    return same;
  }
  bool is_frozen() const { return sample_mask == 0; }
  friend bool operator==(const RandomStream&, const RandomStream&) = default;
};

/// Four words for each lane: key (seed, 0, 0, 0), counter (sample, stream, tick, block).
template <class W>
inline Words4<W> draw_words(std::uint64_t seed, const W& sample, const RandomStream& stream,
                            std::uint64_t tick, std::uint64_t block) {
  return threefry4x64_20<W>({sample & W(stream.sample_mask), W(stream.hash), W(tick), W(block)},
                            {W(seed), W(0), W(0), W(0)});
}

template <class W>
struct TwoBlocks {
  Words4<W> first, second;
};

/// draw_words() of `block` and of the next one, which take each other's waiting time: sooner by a
/// quarter than one after the other.
template <class W>
inline TwoBlocks<W> draw_two_blocks(std::uint64_t seed, const W& any_sample,
                                    const RandomStream& stream, std::uint64_t tick,
                                    std::uint64_t block) {
  using T = TwinWords<W>;
  const W sample = any_sample & W(stream.sample_mask);
  const Words4<T> both =
      threefry4x64_20<T>({T(sample, sample), T(stream.hash), T(tick), T(W(block), W(block + 1))},
                         {T(seed), T(0), T(0), T(0)});
  TwoBlocks<W> blocks;
  for (unsigned i = 0; i < 4; ++i) {
    blocks.first[i] = both[i].a;
    blocks.second[i] = both[i].b;
  }
  return blocks;
}

}  // namespace montecopter
