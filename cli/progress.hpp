#pragma once
/// Progress of a run on stderr, from a thread of its own: one line that is redrawn on a terminal,
/// a line per 5 % or 30 s elsewhere.

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "base/remaining_time.hpp"
#include "simulate/simulate.hpp"

namespace montecopter::cli {

enum class ProgressStyle { automatic, bar, lines, none };

class ProgressReporter {
 public:
  ProgressReporter(const Progress& progress, std::int64_t total, ProgressStyle style);
  ~ProgressReporter();
  ProgressReporter(const ProgressReporter&) = delete;
  ProgressReporter& operator=(const ProgressReporter&) = delete;

 private:
  void watch();
  void report(bool last);
  std::string line(double elapsed_s);
  std::string bar(double elapsed_s);
  std::string left_text(double elapsed_s);

  const Progress& progress_;
  std::int64_t total_;
  ProgressStyle style_;
  std::chrono::steady_clock::time_point start_;
  double reported_share_ = 0, reported_at_s_ = 0;
  RemainingTime remaining_;
  std::mutex mutex_;
  std::condition_variable done_;
  bool finished_ = false;
  std::thread thread_;
};

}  // namespace montecopter::cli
