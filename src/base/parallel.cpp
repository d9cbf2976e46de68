#include "base/parallel.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace montecopter {

bool in_parallel(std::int64_t count, int threads, const std::atomic<bool>* stop,
                 const std::function<void(std::int64_t piece)>& work) {
  std::atomic<std::int64_t> next = 0;
  std::atomic<bool> failed = false;
  std::exception_ptr failure;
  std::mutex mutex;
  const auto stopped = [&] { return stop != nullptr && stop->load(); };
  const auto run = [&] {
    while (!failed && !stopped()) {
      const std::int64_t piece = next++;
      if (piece >= count) return;
      try {
        work(piece);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failed.exchange(true)) failure = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> helpers;
    const std::int64_t wanted = std::min<std::int64_t>(threads, count) - 1;
    for (std::int64_t i = 0; i < wanted; ++i) helpers.emplace_back(run);
    run();
  }
  if (failure) std::rethrow_exception(failure);
  return next >= count;
}

}  // namespace montecopter
