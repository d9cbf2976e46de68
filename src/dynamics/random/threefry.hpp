#pragma once
/// Threefry4x64-20, the counter-based generator of J. Salmon, M. Moraes, R. Dror and D. Shaw,
/// "Parallel random numbers: as easy as 1, 2, 3", SC11 (2011). Written from the paper; pinned by
/// the authors' known-answer vectors (tests/reference/randomness/threefry4x64.txt).

#include <array>
#include <cstdint>

#include "core/numerics/scalar.hpp"

namespace montecopter {

/// Four 64-bit words per lane.
template <class W>
using Words4 = std::array<W, 4>;

namespace threefry_detail {

template <int r0, int r1, class W>
inline void mix(W& a, W& b, W& c, W& d) {
  a = a + b;
  b = rotate_left<r0>(b) ^ a;
  c = c + d;
  d = rotate_left<r1>(d) ^ c;
}

/// Four rounds with the rotations of table 2 of the paper (first or second half), then the key.
template <bool second_half, class W>
inline void four_rounds(Words4<W>& x, const std::array<W, 5>& key, unsigned injection) {
  if constexpr (!second_half) {
    mix<14, 16>(x[0], x[1], x[2], x[3]);
    mix<52, 57>(x[0], x[3], x[2], x[1]);
    mix<23, 40>(x[0], x[1], x[2], x[3]);
    mix<5, 37>(x[0], x[3], x[2], x[1]);
  } else {
    mix<25, 33>(x[0], x[1], x[2], x[3]);
    mix<46, 12>(x[0], x[3], x[2], x[1]);
    mix<58, 22>(x[0], x[1], x[2], x[3]);
    mix<32, 32>(x[0], x[3], x[2], x[1]);
  }
  for (unsigned i = 0; i < 4; ++i) x[i] = x[i] + key[(injection + i) % 5];
  x[3] = x[3] + W(injection);
}

}  // namespace threefry_detail

/// W is std::uint64_t or the words of a Pack.
template <class W>
inline Words4<W> threefry4x64_20(const Words4<W>& counter, const Words4<W>& key) {
  using threefry_detail::four_rounds;
  const std::array<W, 5> schedule = {
      key[0], key[1], key[2], key[3],
      key[0] ^ key[1] ^ key[2] ^ key[3] ^ W(std::uint64_t{0x1BD11BDAA9FC1A22})};
  Words4<W> x;
  for (unsigned i = 0; i < 4; ++i) x[i] = counter[i] + schedule[i];
  four_rounds<false>(x, schedule, 1);
  four_rounds<true>(x, schedule, 2);
  four_rounds<false>(x, schedule, 3);
  four_rounds<true>(x, schedule, 4);
  four_rounds<false>(x, schedule, 5);
  return x;
}

}  // namespace montecopter
