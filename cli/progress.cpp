#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "streams.hpp"
#include "summarise/samples.hpp"

namespace montecopter::cli {
namespace {

/// " (10 diverged, 2 hit_ground)"; empty if none failed.
std::string failure_kinds(const Progress& progress) {
  std::string text;
  for (std::size_t code = 0; code < status_names.size(); ++code) {
    const std::int64_t count = progress.by_status[code];
    if (count == 0 || !is_failure(static_cast<Status>(code))) continue;
    text += fmt::format("{}{} {}", text.empty() ? " (" : ", ", count, status_names[code]);
  }
  return text.empty() ? text : text + ")";
}

}  // namespace

ProgressReporter::ProgressReporter(const Progress& progress, std::int64_t total,
                                   ProgressStyle style)
    : progress_(progress), total_(total), style_(style), start_(std::chrono::steady_clock::now()) {
  if (style_ == ProgressStyle::automatic) {
    style_ = isatty(STDERR_FILENO) != 0 ? ProgressStyle::bar : ProgressStyle::lines;
  }
  if (is_silenced()) style_ = ProgressStyle::none;
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
    remark_as_it_is("\r" + bar(elapsed_s) + "\033[K" + (last ? "\n" : ""));
    return;
  }
  const double share = static_cast<double>(progress_.done) / static_cast<double>(total_);
  if (!last && share < reported_share_ + 0.05 && elapsed_s < reported_at_s_ + 30) return;
  reported_share_ = share;
  reported_at_s_ = elapsed_s;
  remark(line(elapsed_s) + "\n");
}

/// "  eta 00:01:23" while samples are missing and something is known of the others.
std::string ProgressReporter::left_text(double elapsed_s) {
  const std::int64_t done = progress_.done;
  if (done == 0 || done >= total_) return "";
  const double flying_s = static_cast<double>(progress_.flying_ns) / 1e9;
  const double whole_s =
      whole_time(flying_s, static_cast<double>(done), static_cast<double>(total_),
                 progress_.threads + progress_.elsewhere);
  const auto seconds = static_cast<std::int64_t>(remaining_.at(elapsed_s, whole_s) + 0.5);
  return fmt::format("  eta {:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

std::string ProgressReporter::line(double elapsed_s) {
  const std::int64_t done = progress_.done;
  const double rate = elapsed_s > 0 ? static_cast<double>(progress_.steps) / elapsed_s / 1e6 : 0;
  return fmt::format("  {}/{}  {:3.0f}%  {} failed{}  {:.1f} Msteps/s{}", done, total_,
                     100.0 * static_cast<double>(done) / static_cast<double>(total_),
                     progress_.failed.load(), failure_kinds(progress_), rate, left_text(elapsed_s));
}

/// Done, in flight and to come as a bar, and what fits of the rest into one line.
std::string ProgressReporter::bar(double elapsed_s) {
  const std::int64_t done = progress_.done;
  const std::int64_t in_flight = std::max<std::int64_t>(0, progress_.begun - done);
  const double rate = elapsed_s > 0 ? static_cast<double>(progress_.steps) / elapsed_s / 1e6 : 0;
  const std::size_t room = remark_width() - 1;  // the last column would begin a new line
  constexpr std::int64_t most = 20;
  const std::int64_t full = most * done / total_;
  const std::int64_t begun = std::min(most, most * (done + in_flight) / total_);
  std::string text =
      fmt::format("[{}{}{}] {:3.0f}%", std::string(static_cast<std::size_t>(full), '#'),
                  std::string(static_cast<std::size_t>(begun - full), '-'),
                  std::string(static_cast<std::size_t>(most - begun), ' '),
                  std::floor(100.0 * static_cast<double>(done) / static_cast<double>(total_)));
  const auto add = [&](const std::string& more) {
    if (text.size() + more.size() <= room) text += more;
  };
  add(left_text(elapsed_s));
  add(fmt::format("  {}/{}", done, total_));
  const std::string failed = fmt::format("  {} failed", progress_.failed.load());
  const std::string kinds = failure_kinds(progress_);
  add(text.size() + failed.size() + kinds.size() <= room ? failed + kinds : failed);
  if (in_flight > 0) add(fmt::format("  {} in flight", in_flight));
  add(fmt::format("  {:.1f} Msteps/s", rate));
  return text;
}

}  // namespace montecopter::cli
