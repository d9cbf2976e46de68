#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "streams.hpp"

namespace montecopter::cli {

ProgressReporter::ProgressReporter(const Progress& progress, std::int64_t total,
                                   ProgressStyle style)
    : progress_(progress), total_(total), style_(style), start_(std::chrono::steady_clock::now()) {
  if (style_ == ProgressStyle::automatic) {
    style_ = isatty(STDERR_FILENO) != 0 ? ProgressStyle::bar : ProgressStyle::lines;
  }
  if (style_ != ProgressStyle::none && total_ > 0) thread_ = std::thread([this] { watch(); });
}

ProgressReporter::~ProgressReporter() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    finished_ = true;
  }
  done_.notify_one();
  thread_.join();
}

void ProgressReporter::watch() {
  std::unique_lock lock(mutex_);
  while (!done_.wait_for(lock, std::chrono::milliseconds(200), [this] { return finished_; })) {
    report(false);
  }
  report(true);
}

void ProgressReporter::report(bool last) {
  const double elapsed_s =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  if (style_ == ProgressStyle::bar) {
    remark_as_it_is("\r" + line(elapsed_s) + "\033[K" + (last ? "\n" : ""));
    return;
  }
  const double share = static_cast<double>(progress_.done) / static_cast<double>(total_);
  if (!last && share < reported_share_ + 0.05 && elapsed_s < reported_at_s_ + 30) return;
  reported_share_ = share;
  reported_at_s_ = elapsed_s;
  remark(line(elapsed_s) + "\n");
}

std::string ProgressReporter::line(double elapsed_s) const {
  const std::int64_t done = progress_.done;
  const double rate = elapsed_s > 0 ? static_cast<double>(progress_.steps) / elapsed_s / 1e6 : 0;
  std::string text = fmt::format("  {}/{}  {:3.0f}%  {} failed  {:.1f} Msteps/s", done, total_,
                                 100.0 * static_cast<double>(done) / static_cast<double>(total_),
                                 progress_.failed.load(), rate);
  if (done > 0 && done < total_) {
    const double left_s =
        elapsed_s * static_cast<double>(total_ - done) / static_cast<double>(done);
    const auto seconds = static_cast<std::int64_t>(left_s + 0.5);
    text += fmt::format("  eta {:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
  }
  return text;
}

}  // namespace montecopter::cli
