#pragma once
/// Progress of long work over many bytes, and its end on request.

#include <atomic>
#include <cstdint>

namespace montecopter {

/// Progress of the work. Anybody may read it meanwhile.
struct ByteProgress {
  std::atomic<std::uint64_t> done{0}, total{0};
};

/// How the caller ends the work early, and how progress is reported.
struct Watch {
  const std::atomic<bool>* stop = nullptr;  ///< when it is set, no further part is begun
  ByteProgress* progress = nullptr;

  bool is_stopped() const { return stop != nullptr && stop->load(); }
  /// Sets the amount of work before it begins.
  void expect(std::uint64_t bytes) const {
    if (progress != nullptr) progress->total += bytes;
  }
  void done(std::uint64_t bytes) const {
    if (progress != nullptr) progress->done += bytes;
  }
};

}  // namespace montecopter
