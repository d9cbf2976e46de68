#pragma once
/// Progress on stderr, from a thread of its own: one line that is redrawn on a terminal, a line per
/// 5 % or 30 s elsewhere.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "core/base/remaining_time.hpp"
#include "core/base/watch.hpp"
#include "simulate/simulate.hpp"

namespace montecopter::cli {

enum class ProgressStyle { automatic, bar, lines, none };

/// The style called "auto", "bar", "lines" or "none"; Error(usage) that names --progress for any
/// other word.
ProgressStyle progress_style(const std::string& name);

/// Reports progress periodically, and a last time when it is destroyed.
class PeriodicReport {
 public:
  /// A progress report at one moment.
  struct ProgressText {
    double share = 0;  ///< of the whole work
    std::string bar, line;
    bool is_news = false;  ///< worth a line at once
  };
  /// The thread calls `say` with the time since the start [s]. Work that ends within `quiet_s` [s]
  /// is not reported. If `stop` is set and the work goes on for more than a moment, `stopping` is
  /// printed in any style; null: there is no request to stop.
  PeriodicReport(ProgressStyle style, double quiet_s,
                 std::function<ProgressText(double elapsed_s)> say,
                 const std::atomic<bool>* stop = nullptr, std::string stopping = "");
  ~PeriodicReport();
  PeriodicReport(const PeriodicReport&) = delete;
  PeriodicReport& operator=(const PeriodicReport&) = delete;

 private:
  void watch();
  void report(bool last);
  void tell_of_stop();

  ProgressStyle style_;
  double quiet_s_;
  std::function<ProgressText(double)> say_;
  const std::atomic<bool>* stop_;
  std::string stopping_;
  int looks_since_stop_ = 0;
  std::chrono::steady_clock::time_point start_;
  double reported_share_ = 0, reported_at_s_ = 0;
  std::mutex mutex_;
  std::condition_variable done_;
  bool finished_ = false;
  std::thread thread_;
};

/// Shows the progress of flights.
class ProgressReporter {
 public:
  /// `stop` is the flag that ends the flights; null: none.
  ProgressReporter(const Progress& progress, std::int64_t total, ProgressStyle style,
                   const std::atomic<bool>* stop = nullptr);

 private:
  PeriodicReport::ProgressText say(double elapsed_s);
  std::string line(double elapsed_s);
  std::string bar(double elapsed_s);
  std::string left_text(double elapsed_s);
  std::string silent_text() const;

  const Progress& progress_;
  std::int64_t total_;
  RemainingTime remaining_;
  bool was_waiting_ = false;
  PeriodicReport reporting_;  ///< last, because its thread uses the other members
};

/// Shows the progress of work in steps that take about the same time. Nothing is printed in the
/// first two seconds.
class StepReporter {
 public:
  StepReporter(const ByteProgress& progress, std::string what);

 private:
  PeriodicReport::ProgressText say(double elapsed_s);

  const ByteProgress& progress_;
  std::string what_;
  RemainingTime remaining_;
  PeriodicReport reporting_;
};

/// Shows the progress of work over the bytes of files. Small files need no progress: nothing is
/// printed in the first two seconds, unless a style is given.
class ByteReporter {
 public:
  /// `what` is the work, such as "verifying a.h5"; `then` names the next work, such as
  /// "statistics", which is not counted.
  ByteReporter(const ByteProgress& progress, std::string what, std::string then,
               ProgressStyle style);

 private:
  PeriodicReport::ProgressText say(double elapsed_s);
  std::string left_text(std::uint64_t done, std::uint64_t total, double elapsed_s);

  const ByteProgress& progress_;
  std::string what_, then_;
  RemainingTime remaining_;
  PeriodicReport reporting_;
};

}  // namespace montecopter::cli
