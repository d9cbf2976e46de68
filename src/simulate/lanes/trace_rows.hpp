#pragma once
/// Stores packs of a signal's numbers as rows in the traces of the lanes.

#include <cstring>
#include <type_traits>

#include "simulate/border/kernel_api.hpp"

namespace montecopter {

/// Stores `part` numbers of each lane, from number `at` of its trace on. The lanes are turned into
/// rows in registers: a pack stored whole and read number by number would go through the cache. The
/// cache line of the next row is prefetched now, because the traces of a pack may exceed a core's
/// cache, and many steps follow before the next row.
template <int part, class S>
void store_part(const S (&columns)[4], int signal, std::int64_t at, int numbers, LaneIo* lanes,
                int count) {
  alignas(64) double rows[4 * Lanes<S>::width];
  S::store_by_lane(columns, rows);
#pragma GCC unroll 8
  for (int i = 0; i < Lanes<S>::width; ++i) {  // unrolled, the rows stay in registers
    double* trace = i < count ? lanes[i].traces[signal] : nullptr;
    if (trace == nullptr) continue;
    std::memcpy(trace + at, rows + 4 * i, part * sizeof(double));
    __builtin_prefetch(trace + at + numbers + part - 1, 1);
  }
}

/// Stores the signal at a place of `signal_list` in a row of each traced lane. Ended lanes, and
/// values that overflow from a finite state, are stored as the one NaN. Returns 0 times the sum of
/// the values: NaN in lanes where one is not finite.
template <class S, class Flying>
S store_trace(int signal, std::int64_t row, const S* values, int numbers, const Flying& flying,
              LaneIo* lanes, int count) {
  S sum(0.0);
  for (int first = 0; first < numbers; first += 4) {
    const auto store = [&](auto part) {  // a copy of known length is a move or two
      S columns[4] = {S(0.0), S(0.0), S(0.0), S(0.0)};
      for (int k = 0; k < part; ++k) {
        const S& value = values[first + k];
        sum = fma(value, S(0.0), sum);
        columns[k] = select(flying & (value == value), value, S(stored_nan));
      }
      store_part<part>(columns, signal, row * numbers + first, numbers, lanes, count);
    };
    const int part = numbers - first;
    if (part >= 4) store(std::integral_constant<int, 4>());
    if (part == 3) store(std::integral_constant<int, 3>());
    if (part == 2) store(std::integral_constant<int, 2>());
    if (part == 1) store(std::integral_constant<int, 1>());
  }
  return sum;
}

}  // namespace montecopter
