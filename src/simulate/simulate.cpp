#include "simulate/simulate.hpp"

#include <algorithm>
#include <exception>
#include <limits>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "base/ieee.hpp"
#include "simulate/block_flyer.hpp"

namespace montecopter {
namespace {

/// Runs of rows that belong to one block of 64.
std::vector<std::span<const std::int64_t>> split_blocks(std::span<const std::int64_t> rows) {
  std::vector<std::span<const std::int64_t>> blocks;
  for (std::size_t first = 0, last = 0; first < rows.size(); first = last) {
    while (last < rows.size() && rows[last] / block_rows == rows[first] / block_rows) ++last;
    blocks.push_back(rows.subspan(first, last - first));
  }
  return blocks;
}

/// Keeps the exception of the lowest block, so that the message does not depend on the threads.
class FirstError {
 public:
  void keep(std::size_t block, std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (block < block_) {
      block_ = block;
      error_ = error;
    }
    seen_ = true;
  }
  bool seen() const { return seen_; }
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::mutex mutex_;
  std::atomic<bool> seen_{false};
  std::size_t block_ = std::numeric_limits<std::size_t>::max();
  std::exception_ptr error_;
};

}  // namespace

void simulate(const Plan& plan, std::span<const std::int64_t> rows, const SimulateOptions& options,
              Progress& progress, const BlockSink& sink) {
  const PreparedFlights prepared(plan);
  const auto blocks = split_blocks(rows);
  std::atomic<std::size_t> next{0};
  FirstError error;
  const auto work = [&] {
    set_ieee_arithmetic();
    std::size_t index = 0;
    try {
      BlockFlyer flyer(plan, prepared, *options.kernel);
      while (!error.seen() && !(options.stop != nullptr && options.stop->load())) {
        index = next.fetch_add(1);
        if (index >= blocks.size()) return;
        sink(flyer.fly(blocks[index]));
        progress.done += static_cast<std::int64_t>(blocks[index].size());
        progress.failed += flyer.failed();
        progress.steps += flyer.steps();
      }
    } catch (...) {
      error.keep(index, std::current_exception());
    }
  };
  {
    std::vector<std::jthread> workers;
    const int useful = static_cast<int>(
        std::min<std::size_t>(static_cast<std::size_t>(options.threads), blocks.size()));
    try {
      for (int i = 0; i < useful; ++i) workers.emplace_back(work);
    } catch (const std::system_error&) {  // fewer threads give the same result
      if (workers.empty()) throw Error(ExitCode::io, "error: no thread can be started.");
    }
  }
  error.rethrow();
}

}  // namespace montecopter
