#pragma once
/// A new file reaches the disk beside the first flights, and not before them.

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <thread>

#include "record/posix.hpp"

namespace montecopter::record {

/// Syncs a file and the directory with its name from a thread of its own, after a while in which a
/// short run is finished: that syncs them itself, so that a disk does not have to be waited for
/// twice.
class LaterSync {
 public:
  LaterSync(Fd fd, std::string path,
            std::chrono::milliseconds after = std::chrono::milliseconds(100));
  ~LaterSync() { end(); }
  LaterSync(const LaterSync&) = delete;
  LaterSync& operator=(const LaterSync&) = delete;

  /// Begins nothing any more and waits for what was begun. True if all was synced; false if nothing
  /// was. Throws the Error(io) of what failed.
  bool settle();

 private:
  void wait_and_sync();
  void end();

  Fd fd_;
  std::string path_;
  std::chrono::milliseconds after_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool is_ended_ = false;
  bool is_synced_ = false;
  std::exception_ptr error_;
  std::thread thread_;
};

}  // namespace montecopter::record
