#include "core/base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "core/base/ieee.hpp"

namespace montecopter {
namespace {

class Parts {
 public:
  using Work = std::function<void(std::size_t thread, std::size_t index)>;
  Parts(std::size_t count, const Work& work, const std::atomic<bool>* stop)
      : count_(count), work_(work), stop_(stop) {}

  void take_all(std::size_t thread) {
    set_ieee_arithmetic();
    while (!failed_ && !is_stopped()) {
      const std::size_t index = next_.fetch_add(1);
      if (index >= count_) return;
      try {
        work_(thread, index);
      } catch (...) {
        keep(index, std::current_exception());
      }
    }
  }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }
  bool all_begun() const { return next_ >= count_; }

 private:
  bool is_stopped() const { return stop_ != nullptr && stop_->load(); }
  void keep(std::size_t index, std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (index < first_) first_ = index, error_ = std::move(error);
    failed_ = true;
  }

  std::size_t count_;
  const Work& work_;
  const std::atomic<bool>* stop_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> failed_{false};
  std::mutex mutex_;
  std::size_t first_ = std::numeric_limits<std::size_t>::max();
  std::exception_ptr error_;
};

}  // namespace

bool for_each_index(std::size_t count, int threads, const std::function<void(std::size_t)>& work,
                    const std::atomic<bool>* stop) {
  return for_each_index_by_thread(
      count, threads, [&](std::size_t, std::size_t index) { work(index); }, stop);
}

bool for_each_index_by_thread(std::size_t count, int threads,
                              const std::function<void(std::size_t, std::size_t)>& work,
                              const std::atomic<bool>* stop) {
  Parts parts(count, work, stop);
  {
    std::vector<std::jthread> others;
    const std::size_t useful = std::min(count, static_cast<std::size_t>(std::max(1, threads)));
    try {
      for (std::size_t i = 1; i < useful; ++i)
        others.emplace_back([&parts, i] { parts.take_all(i); });
    } catch (const std::system_error&) {
    }
    parts.take_all(0);
  }
  parts.rethrow();
  return parts.all_begun();
}

}  // namespace montecopter
