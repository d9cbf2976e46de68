#pragma once
/// From rows of doubles, one of each lane, to packs. `count` lanes fly; idle ones repeat lane 0.

#include <array>
#include <bit>

#include "dynamics/scalar.hpp"
#include "simulate/kernel_api.hpp"

namespace montecopter {

/// What each lane holds; `held(lane)` tells.
template <class X, class Held>
X gather_each(const LaneIo* lanes, int count, Held held) {
  alignas(64) decltype(held(lanes[0])) values[X::width];
  for (int i = 0; i < X::width; ++i) values[i] = held(lanes[i < count ? i : 0]);
  return X::load(values);
}

/// The first numbers of a row.
template <class S>
void gather_numbers(const LaneIo* lanes, int count, const double* LaneIo::*row, int size, S* to) {
  for (int k = 0; k < size; ++k) {
    to[k] = gather_each<S>(lanes, count, [&](const LaneIo& lane) { return (lane.*row)[k]; });
  }
}

/// Struct `index` of a row of them. All members are S.
template <class S, class Struct>
Struct gather_struct(const LaneIo* lanes, int count, const double* LaneIo::*row, int index = 0) {
  constexpr int size = sizeof(Struct) / sizeof(S);
  static_assert(sizeof(Struct) == size * sizeof(S));
  std::array<S, size> flat;
  for (int k = 0; k < size; ++k) {
    const auto held = [&](const LaneIo& lane) { return (lane.*row)[index * size + k]; };
    flat[k] = gather_each<S>(lanes, count, held);
  }
  return std::bit_cast<Struct>(flat);
}

}  // namespace montecopter
