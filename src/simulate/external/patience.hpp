#pragma once
/// Time limits for the flights of a thread that wait for their programs. Each request has a limit
/// of its own (timeout_s). When the run is asked to stop, however, nobody should wait for the
/// timeouts of silent programs, one flight after another. From then on, a program that is silent
/// for a second is given up, and the whole block is dropped. The block counts as not flown, and a
/// resumed run flies it again. Programs that answer fly their block to its end.
///
/// If the computer cannot run a program because no process, file or port is free, the block is
/// dropped as well. The flight would otherwise be marked as failed forever, without having failed.
/// The same holds for a log of a firmware that cannot be kept.

#include <atomic>
#include <chrono>
#include <exception>
#include <string>
#include <utility>

namespace montecopter {

class AnswerTimeLimit {
 public:
  using Clock = std::chrono::steady_clock;

  /// Shortest time that an answer may take after the run was asked to stop.
  static constexpr std::chrono::seconds after_stop{1};
  /// A request that takes longer is reported as silent while it lasts.
  static constexpr std::chrono::seconds is_silent{2};

  /// `stop` says whether the run has been asked to stop; null: it never is. `silent` counts threads
  /// while they wait for a silent program; null: not counted. `log_folder` is the folder for the
  /// logs of firmwares that the scenario keeps; empty: none is kept.
  AnswerTimeLimit(const std::atomic<bool>* stop, std::atomic<int>* silent,
                  std::string log_folder = {})
      : stop_(stop), silent_(silent), log_folder_(std::move(log_folder)) {}

  const std::string& log_folder() const { return log_folder_; }

  /// Whether a wait was given up for a stop, or no program could run. The results of the block's
  /// flights are then invalid.
  bool is_at_end() const { return is_at_end_; }

  /// Records that no program can run now, which is not the fault of a flight: the block is dropped,
  /// and the run ends with this error.
  void fail(std::exception_ptr error) {
    if (!error_) error_ = std::move(error);
    is_at_end_ = true;
  }
  void rethrow_failure() const {
    if (error_) std::rethrow_exception(error_);
  }

  /// One wait for an answer. The clock is read only when somebody asks is_given_up().
  class Wait {
   public:
    /// If `of` is null, the wait is never given up.
    explicit Wait(AnswerTimeLimit* of) : of_(of) {}
    ~Wait() {
      if (is_told_ && --of_->told_ == 0) --*of_->silent_;
    }
    Wait(const Wait&) = delete;
    Wait& operator=(const Wait&) = delete;

    /// Whether to stop waiting. Call it several times a second while nothing arrives.
    bool is_given_up() {
      if (of_ == nullptr) return false;
      if (of_->is_at_end_) return true;
      const Clock::time_point now = Clock::now();
      if (since_ == Clock::time_point{}) since_ = now;
      if (!is_told_ && of_->silent_ != nullptr && now - since_ >= is_silent) {
        is_told_ = true;
        if (of_->told_++ == 0) ++*of_->silent_;
      }
      const bool is_stopped = of_->stop_ != nullptr && of_->stop_->load();
      of_->is_at_end_ = is_stopped && now - since_ >= after_stop;
      return of_->is_at_end_;
    }

   private:
    AnswerTimeLimit* of_;
    Clock::time_point since_{};
    bool is_told_ = false;
  };

 private:
  const std::atomic<bool>* stop_;
  std::atomic<int>* silent_;
  std::string log_folder_;
  int told_ = 0;  ///< long waits of this thread, for programs that begin side by side
  bool is_at_end_ = false;
  std::exception_ptr error_;
};

}  // namespace montecopter
