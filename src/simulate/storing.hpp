#pragma once
/// Stores flown samples in a thread of its own, while a thread of simulate() flies the next part.
/// The two threads share two blocks: one is stored while the flyer fills the other.
///
/// A thread of simulate() makes one at its first block with long traces, if this process may use
/// more processors than there are flying threads. After each part it calls hand_over(). This waits
/// until the previous part is stored and exchanges the memory of the two blocks, so no data are
/// copied.

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

#include "plan/layout.hpp"

namespace montecopter {

/// A flown block with its counts.
struct FlownBlock {
  Block block;
  std::int64_t failed = 0;  ///< rows whose status is not ok
  std::int64_t steps = 0;
};

class StoringThread {
 public:
  /// `store` must not throw. Throws std::system_error if no thread can be started.
  explicit StoringThread(std::function<void(const FlownBlock&)> store)
      : store_(std::move(store)), thread_([this] { work(); }) {}

  /// Returns after everything handed over is stored.
  ~StoringThread() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    changed_.notify_all();
  }
  StoringThread(const StoringThread&) = delete;
  StoringThread& operator=(const StoringThread&) = delete;

  /// Waits until the previous block is stored. fill(flown) then puts in the next block and may take
  /// the memory of the previous one.
  template <class Fill>
  void hand_over(const Fill& fill) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return !has_block_; });
      fill(flown_);
      has_block_ = true;
    }
    changed_.notify_all();
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return has_block_ || ends_; });
      if (!has_block_) return;
      lock.unlock();  // the block is ours while it is there
      store_(flown_);
      lock.lock();
      has_block_ = false;
      changed_.notify_all();
    }
  }

  const std::function<void(const FlownBlock&)> store_;
  std::mutex mutex_;
  std::condition_variable changed_;
  FlownBlock flown_;
  bool has_block_ = false, ends_ = false;
  std::jthread thread_;  ///< last: it uses all of the others
};

}  // namespace montecopter
