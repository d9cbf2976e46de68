#pragma once
/// Syncs a new file to disk while the first flights run, instead of before them.

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <thread>

#include "record/posix.hpp"

namespace montecopter::record {

/// Syncs a file and the directory with its name in a thread of its own, after a delay. A short run
/// finishes within the delay and syncs them itself, so it waits for the disk only once.
class LaterSync {
 public:
  LaterSync(Fd fd, std::string path,
            std::chrono::milliseconds after = std::chrono::milliseconds(100));
  ~LaterSync() { end(); }
  LaterSync(const LaterSync&) = delete;
  LaterSync& operator=(const LaterSync&) = delete;

  /// Starts no further sync and waits for a running one. Returns true if everything was synced,
  /// false if nothing was. Throws the Error(io) of a failed sync.
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
