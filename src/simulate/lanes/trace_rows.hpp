#pragma once
/// From packs of a signal's numbers to a row in the trace of each lane.

#include <cstdint>
#include <cstring>

#include "simulate/border/kernel_api.hpp"

namespace montecopter {

/// The numbers of a signal on their way from packs to the traces of lanes, in the order of a trace.
/// As many as fill a line of the cache are turned into rows at once: a row alone is a few numbers
/// for each lane, and more instructions than they are worth. What the next line lies in is asked
/// for then: the traces of a pack may take more than the cache of a core, and until it is full
/// there are many steps.
template <class S>
class TraceLine {
 public:
  /// The next number of each lane.
  void add(const S& value, int signal, LaneIo* lanes, int count) {
    waiting_[at_++ % size] = value;
    if (at_ % size == 0) store(size, signal, lanes, count);
  }

  /// What has not filled a line.
  void finish(int signal, LaneIo* lanes, int count) {
    store(static_cast<int>(at_ % size), signal, lanes, count);
  }

 private:
  static constexpr int size = 8;
  static constexpr int half = size / 2;

  /// The first `numbers` that wait, after those that are stored.
  [[gnu::noinline]] void store(int numbers, int signal, LaneIo* lanes, int count) {
    alignas(64) double rows[2][half * Lanes<S>::width];  // [half][lane][number]
    for (int k = 0; k < 2; ++k) {
      const S(&w)[size] = waiting_;
      const S columns[half] = {w[half * k], w[half * k + 1], w[half * k + 2], w[half * k + 3]};
      S::store_by_lane(columns, rows[k]);
    }
    for (int i = 0; i < count; ++i) {
      double* trace = lanes[i].traces[signal];
      if (trace == nullptr) continue;
      double* line = trace + (at_ - numbers);
      if (numbers == size) {  // a copy of known length is a move or two
        std::memcpy(line, rows[0] + half * i, half * sizeof(double));
        std::memcpy(line + half, rows[1] + half * i, half * sizeof(double));
        __builtin_prefetch(line + 2 * size - 1, 1);
      } else {
        for (int k = 0; k < numbers; ++k) line[k] = rows[k / half][half * i + k % half];
      }
    }
  }

  std::int64_t at_ = 0;  ///< numbers so far
  S waiting_[size];      ///< the first at_ % size of them
};

}  // namespace montecopter
