#pragma once
/// Commands of a controller that wait for the end of a delay of more than one period.

namespace montecopter {

/// A queue: numbers of the updates whose commands are still to act, the oldest first. A delay of at
/// most one period needs none. The numbers belong to somebody else.
template <class S>
struct PendingCommands {
  S* numbers = nullptr;  ///< [updates][width]
  int updates = 0, width = 0;

  bool any() const { return updates > 0; }

  /// The newest commands join the queue, and the oldest leave it into their place.
  void exchange(S* commands) const {
    S* const newest = numbers + (updates - 1) * width;
    for (int k = 0; k < width; ++k) {
      const S oldest = numbers[k];
      for (S* place = numbers + k; place < newest; place += width) *place = place[width];
      newest[k] = commands[k];
      commands[k] = oldest;
    }
  }

  /// All updates have commanded the same.
  void fill(const S* commands) const {
    for (int j = 0; j < updates; ++j) {
      for (int k = 0; k < width; ++k) numbers[j * width + k] = commands[k];
    }
  }
};

}  // namespace montecopter
