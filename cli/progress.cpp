#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/counted.hpp"
#include "core/base/error.hpp"
#include "results/summarise/samples.hpp"
#include "streams.hpp"

namespace montecopter::cli {
namespace {

/// Text such as " (10 diverged, 2 hit_ground)"; empty if none failed.
std::string failure_kinds(const Progress& progress) {
  std::string text;
  for (std::size_t code = 0; code < status_names.size(); ++code) {
    const std::int64_t count = progress.by_status[code];
    if (count == 0 || !is_failure(static_cast<Status>(code))) continue;
    text += fmt::format("{}{} {}", text.empty() ? " (" : ", ", count, status_names[code]);
  }
  return text.empty() ? text : text + ")";
}

/// The remaining time as text: " eta 00:01:23".
std::string eta_text(double left_s) {
  const auto seconds = std::llround(left_s);
  return fmt::format("  eta {:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

/// A bar such as "[####-- ]", with the fractions that are finished and begun.
std::string bar_of(double done, double begun) {
  constexpr double most = 20;
  const auto full = static_cast<std::size_t>(most * done);
  const auto half = std::max(full, static_cast<std::size_t>(most * std::min(begun, 1.0)));
  return fmt::format("[{}{}{}]", std::string(full, '#'), std::string(half - full, '-'),
                     std::string(static_cast<std::size_t>(most) - half, ' '));
}

/// The pieces that fit into a line of the terminal. Its last column stays free, because text there
/// would begin a new line.
std::string fitting(std::string text, const std::vector<std::string>& pieces) {
  for (const std::string& piece : pieces) {
    if (text.size() + piece.size() < remark_width()) text += piece;
  }
  return text;
}

}  // namespace

ProgressStyle progress_style(const std::string& name) {
  if (name == "auto") return ProgressStyle::automatic;
  if (name == "bar") return ProgressStyle::bar;
  if (name == "lines") return ProgressStyle::lines;
  if (name == "none") return ProgressStyle::none;
  throw Error(ExitCode::usage, Problem{"--progress", fmt::format("unknown style '{}'", name), "",
                                       "Use auto, bar, lines or none"});
}

PeriodicReport::PeriodicReport(ProgressStyle style, double quiet_s,
                               std::function<ProgressText(double)> say,
                               const std::atomic<bool>* stop, std::string stopping)
    : style_(style),
      quiet_s_(quiet_s),
      say_(std::move(say)),
      stop_(stop),
      stopping_(std::move(stopping)),
      start_(std::chrono::steady_clock::now()) {
  if (style_ == ProgressStyle::automatic) {
    style_ = isatty(STDERR_FILENO) != 0 ? ProgressStyle::bar : ProgressStyle::lines;
  }
  if (is_silenced()) return;
  if (style_ != ProgressStyle::none || stop_ != nullptr) thread_ = std::thread([this] { watch(); });
}

PeriodicReport::~PeriodicReport() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    finished_ = true;
  }
  done_.notify_one();
  thread_.join();
}

void PeriodicReport::watch() {
  std::unique_lock lock(mutex_);
  while (!done_.wait_for(lock, std::chrono::milliseconds(200), [this] { return finished_; })) {
    tell_of_stop();
    report(false);
  }
  report(true);
}

/// Prints once, a moment after a request to stop, that the work is still going on.
void PeriodicReport::tell_of_stop() {
  constexpr int a_moment = 3;
  if (stop_ == nullptr || !stop_->load() || ++looks_since_stop_ != a_moment) return;
  if (style_ == ProgressStyle::bar) remark_as_it_is("\r\033[K");
  remark(stopping_ + "\n");
}

void PeriodicReport::report(bool last) {
  const double elapsed_s =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  if (style_ == ProgressStyle::none || elapsed_s < quiet_s_) return;
  const ProgressText said = say_(elapsed_s);
  if (style_ == ProgressStyle::bar) {
    remark_as_it_is("\r" + said.bar + "\033[K" + (last ? "\n" : ""));
    return;
  }
  if (!last && !said.is_news && said.share < reported_share_ + 0.05 &&
      elapsed_s < reported_at_s_ + 30)
    return;
  reported_share_ = said.share;
  reported_at_s_ = elapsed_s;
  remark(said.line + "\n");
}

ProgressReporter::ProgressReporter(const Progress& progress, std::int64_t total,
                                   ProgressStyle style, const std::atomic<bool>* stop)
    : progress_(progress),
      total_(total),
      reporting_(
          total > 0 ? style : ProgressStyle::none, 0,
          [this](double elapsed_s) { return say(elapsed_s); }, stop,
          "interrupted: finishing the samples in flight; a second signal stops at once, and "
          "finished samples are kept") {}

PeriodicReport::ProgressText ProgressReporter::say(double elapsed_s) {
  const bool begins_to_wait = !was_waiting_ && progress_.silent > 0;
  was_waiting_ = progress_.silent > 0;
  return {static_cast<double>(progress_.done) / static_cast<double>(total_), bar(elapsed_s),
          line(elapsed_s), begins_to_wait};
}

/// Text such as " 2 threads wait for silent programs" while they do.
std::string ProgressReporter::silent_text() const {
  const int waiting = progress_.silent;
  if (waiting == 0) return "";
  return fmt::format("  {} {} for silent programs", counted(waiting, "thread"),
                     waiting == 1 ? "waits" : "wait");
}

/// The remaining time while samples are missing and some are finished.
std::string ProgressReporter::left_text(double elapsed_s) {
  const std::int64_t done = progress_.done;
  if (done == 0 || done >= total_) return "";
  const double flying_s = static_cast<double>(progress_.flying_ns) / 1e9;
  const double whole_s =
      whole_time(flying_s, static_cast<double>(done), static_cast<double>(total_),
                 progress_.threads + progress_.elsewhere);
  return eta_text(remaining_.at(elapsed_s, whole_s));
}

std::string ProgressReporter::line(double elapsed_s) {
  const std::int64_t done = progress_.done;
  const double rate = elapsed_s > 0 ? static_cast<double>(progress_.steps) / elapsed_s / 1e6 : 0;
  return fmt::format("  {}/{}  {:3.0f}%  {} failed{}  {:.1f} Msteps/s{}{}", done, total_,
                     100.0 * static_cast<double>(done) / static_cast<double>(total_),
                     progress_.failed.load(), failure_kinds(progress_), rate, left_text(elapsed_s),
                     silent_text());
}

/// A bar of finished and flying samples, and further facts as far as they fit into one line.
std::string ProgressReporter::bar(double elapsed_s) {
  const std::int64_t done = progress_.done;
  const std::int64_t in_flight = std::max<std::int64_t>(0, progress_.begun - done);
  const double rate = elapsed_s > 0 ? static_cast<double>(progress_.steps) / elapsed_s / 1e6 : 0;
  const double share = static_cast<double>(done) / static_cast<double>(total_);
  const double begun = static_cast<double>(done + in_flight) / static_cast<double>(total_);
  const std::string text =
      fitting(fmt::format("{} {:3.0f}%", bar_of(share, begun), std::floor(100 * share)),
              {left_text(elapsed_s), fmt::format("  {}/{}", done, total_)});
  const std::string failed = fmt::format("  {} failed", progress_.failed.load());
  const std::string kinds = failure_kinds(progress_);
  const bool all_fit = text.size() + failed.size() + kinds.size() < remark_width();
  return fitting(text, {silent_text(), all_fit ? failed + kinds : failed,
                        in_flight > 0 ? fmt::format("  {} in flight", in_flight) : "",
                        fmt::format("  {:.1f} Msteps/s", rate)});
}

ByteReporter::ByteReporter(const ByteProgress& progress, std::string what, std::string then,
                           ProgressStyle style)
    : progress_(progress),
      what_(std::move(what)),
      then_(std::move(then)),
      reporting_(style, style == ProgressStyle::automatic ? 2 : 0,
                 [this](double elapsed_s) { return say(elapsed_s); }) {}

StepReporter::StepReporter(const ByteProgress& progress, std::string what)
    : progress_(progress),
      what_(std::move(what)),
      reporting_(ProgressStyle::automatic, 2, [this](double elapsed_s) { return say(elapsed_s); }) {
}

PeriodicReport::ProgressText StepReporter::say(double elapsed_s) {
  const auto done = static_cast<double>(progress_.done),
             total = static_cast<double>(progress_.total);
  const double share = total > 0 ? std::min(1.0, done / total) : 0;
  const bool is_known = done > 0 && done < total;
  const std::string left =
      is_known ? eta_text(remaining_.at(elapsed_s, elapsed_s * total / done)) : "";
  const std::string percent = fmt::format(" {:3.0f}%", std::floor(100 * share));
  return {share, fitting(bar_of(share, share) + percent, {left, "  " + what_}),
          "  " + what_ + percent + left};
}

/// The remaining time as text; empty before anything is known; at the end the name of the next
/// work.
std::string ByteReporter::left_text(std::uint64_t done, std::uint64_t total, double elapsed_s) {
  if (done == 0) return "";
  if (done >= total) return then_.empty() ? "" : ", then " + then_;
  const double whole_s = elapsed_s * static_cast<double>(total) / static_cast<double>(done);
  return eta_text(remaining_.at(elapsed_s, whole_s));
}

PeriodicReport::ProgressText ByteReporter::say(double elapsed_s) {
  const std::uint64_t done = progress_.done, total = progress_.total;
  const double share =
      total == 0 ? 0 : std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  const std::string percent = fmt::format(" {:3.0f}%", std::floor(100 * share));
  const std::string left = left_text(done, total, elapsed_s);
  const std::string bytes = fmt::format("  {:.2f} of {:.2f} GB", static_cast<double>(done) / 1e9,
                                        static_cast<double>(total) / 1e9);
  return {share, fitting(bar_of(share, share) + percent, {left, "  " + what_, bytes}),
          "  " + what_ + " " + percent + left + bytes};
}

}  // namespace montecopter::cli
