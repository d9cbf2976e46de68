#pragma once
/// Packs rows of doubles, one of each lane. `count` lanes fly; idle lanes repeat lane 0.

#include <array>
#include <bit>

#include "core/base/contract.hpp"
#include "core/numerics/scalar.hpp"
#include "simulate/border/kernel_api.hpp"

namespace montecopter {

/// A pack with held(lane) of each lane.
template <class X, class Held>
X gather_each(const LaneIo* lanes, int count, Held held) {
  expects(1 <= count && count <= X::width, "one to `width` lanes");
  alignas(64) decltype(held(lanes[0])) values[X::width];
  for (int i = 0; i < X::width; ++i) values[i] = held(lanes[i < count ? i : 0]);
  return X::load(values);
}

/// Numbers of a part, from its number `from` on. Never inlined: a flight calls it for each part,
/// and inlining would slow the compilation of every type of flight.
template <class S>
[[gnu::noinline]] void gather_numbers(const LaneIo* lanes, int count, const NumbersPart& part,
                                      int size, S* to, int from = 0) {
  for (int k = 0; k < size; ++k) {
    const auto held = [&](const LaneIo& lane) { return lane.row[part.first + from + k]; };
    to[k] = gather_each<S>(lanes, count, held);
  }
}

/// A struct whose numbers are the first of a part. All members are S. A part may have fewer
/// numbers, for the rotors of its multirotor; the numbers of further rotors are 0.
template <class S, class Struct>
Struct gather_struct_at(const LaneIo* lanes, int count, const NumbersPart& part) {
  constexpr int size = sizeof(Struct) / sizeof(S);
  static_assert(sizeof(Struct) == size * sizeof(S));
  std::array<S, size> flat;
  const int given = part.size < size ? part.size : size;
  gather_numbers(lanes, count, part, given, flat.data());
  for (int k = given; k < size; ++k) flat[static_cast<std::size_t>(k)] = S(0.0);
  return std::bit_cast<Struct>(flat);
}

/// Struct `index` of a part.
template <class S, template <class> class Constants>
Constants<S> gather_struct(const LaneIo* lanes, int count, const StructsPart<Constants>& part,
                           int index = 0) {
  constexpr int numbers = StructsPart<Constants>::numbers;
  return gather_struct_at<S, Constants<S>>(lanes, count, {part.first + index * numbers, numbers});
}

/// A struct of S stored in a row of structs. All its members are S.
template <class Struct, class S>
Struct& struct_at(S* place) {
  static_assert(sizeof(Struct) % sizeof(S) == 0 && alignof(Struct) == alignof(S));
  return *reinterpret_cast<Struct*>(place);
}
template <class Struct, class S>
const Struct& struct_at(const S* place) {
  return struct_at<Struct>(const_cast<S*>(place));
}

}  // namespace montecopter
