#pragma once
/// Randomness is addressed, never consumed: a draw is a pure function of
/// (seed; sample, stream, tick, block). Adding, removing or reordering a consumer changes no other
/// draw, and any sample can be flown alone.

#include <cstdint>
#include <string_view>

#include "dynamics/random/threefry.hpp"

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

}  // namespace montecopter
