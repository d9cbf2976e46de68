#pragma once
/// Stores packs of a signal's numbers as rows in the traces of the lanes.

#include <algorithm>
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
  for (int i = 0; i < count; ++i) {
    double* trace = lanes[i].traces[signal];
    if (trace == nullptr) continue;
    std::memcpy(trace + at, rows + 4 * i, part * sizeof(double));
    __builtin_prefetch(trace + at + numbers + part - 1, 1);
  }
}

/// Stores the signal at a place of `signal_list` in a row of each traced lane. Ended lanes, and
/// values that overflow from a finite state, are stored as the one NaN.
template <class S, class Flying>
void store_trace(int signal, std::int64_t row, const S* values, int numbers, const Flying& flying,
                 LaneIo* lanes, int count) {
  for (int first = 0; first < numbers; first += 4) {
    const int part = std::min(numbers - first, 4);
    S columns[4] = {S(0.0), S(0.0), S(0.0), S(0.0)};
    for (int k = 0; k < part; ++k) {
      const S& value = values[first + k];
      columns[k] = select(flying & (value == value), value, S(stored_nan));
    }
    const auto store = [&](auto known) {  // a copy of known length is a move or two
      store_part<known>(columns, signal, row * numbers + first, numbers, lanes, count);
    };
    if (part == 4) store(std::integral_constant<int, 4>());
    if (part == 3) store(std::integral_constant<int, 3>());
    if (part == 2) store(std::integral_constant<int, 2>());
    if (part == 1) store(std::integral_constant<int, 1>());
  }
}

}  // namespace montecopter
