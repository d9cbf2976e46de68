#pragma once
/// How long the flights of a thread wait for their programs. Each question has a time of its own
/// (timeout_s); but when the run is asked to stop, nobody is to sit through the times of programs
/// that are silent, one flight after another. From then on a program that has been silent for a
/// second is given up, and with it all flights of the block, which is dropped: it counts as not
/// flown, and a resumed run flies it whole. Programs that answer fly their block to its end.
/// Where the computer cannot run a program (no process, file or port is free), the block is dropped
/// as well: the flight would be marked as failed for good, and it is not.

#include <atomic>
#include <chrono>
#include <exception>
#include <utility>

namespace montecopter {

class AnswerTimeLimit {
 public:
  using Clock = std::chrono::steady_clock;

  /// What a question may take at least after the run was asked to stop.
  static constexpr std::chrono::seconds after_stop{1};
  /// A request that takes longer is reported while it lasts.
  static constexpr std::chrono::seconds is_silent{2};

  /// `stop`: whether the run has been asked to stop; null: nobody asks. `silent` counts threads
  /// while they wait for a program that is silent; null: nobody looks.
  AnswerTimeLimit(const std::atomic<bool>* stop, std::atomic<int>* silent)
      : stop_(stop), silent_(silent) {}

  /// Whether a wait was given up for a stop, or no program could be run: what the block says of its
  /// flights means nothing.
  bool is_at_end() const { return is_at_end_; }

  /// No program can be run here now, which is the fault of none, and no end of a flight: the block
  /// is dropped, too, and the run ends with this error.
  void fail(std::exception_ptr error) {
    if (!error_) error_ = std::move(error);
    is_at_end_ = true;
  }
  void rethrow_failure() const {
    if (error_) std::rethrow_exception(error_);
  }

  /// One wait for an answer. No clock is asked before anybody asks whether it is given up.
  class Wait {
   public:
    /// Null: it is never given up.
    explicit Wait(AnswerTimeLimit* of) : of_(of) {}
    ~Wait() {
      if (is_told_ && --of_->told_ == 0) --*of_->silent_;
    }
    Wait(const Wait&) = delete;
    Wait& operator=(const Wait&) = delete;

    /// To be asked several times a second while nothing comes.
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
  int told_ = 0;  ///< waits of this thread that last long: of programs that begin side by side
  bool is_at_end_ = false;
  std::exception_ptr error_;
};

}  // namespace montecopter
