#include "record/later_sync.hpp"

#include <system_error>
#include <utility>

namespace montecopter::record {

LaterSync::LaterSync(Fd fd, std::string path, std::chrono::milliseconds after)
    : fd_(std::move(fd)), path_(std::move(path)), after_(after) {
  try {
    thread_ = std::thread([this] { wait_and_sync(); });
  } catch (const std::system_error&) {  // no thread available: sync at once
    after_ = std::chrono::milliseconds(0);
    wait_and_sync();
  }
}

void LaterSync::wait_and_sync() {
  {
    std::unique_lock lock(mutex_);
    if (ended_.wait_for(lock, after_, [this] { return is_ended_; })) return;
  }
  try {
    sync_all(fd_.get(), path_);
    sync_directory_of(path_);
    is_synced_ = true;
  } catch (...) {
    error_ = std::current_exception();
  }
}

void LaterSync::end() {
  {
    const std::lock_guard lock(mutex_);
    is_ended_ = true;
  }
  ended_.notify_one();
  if (thread_.joinable()) thread_.join();
}

bool LaterSync::settle() {
  end();
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  return is_synced_;
}

}  // namespace montecopter::record
