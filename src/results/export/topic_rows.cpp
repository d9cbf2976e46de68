#include "results/export/topic_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <queue>

#include "core/base/error.hpp"

namespace montecopter {
namespace {

/// Approximate number of values of one topic that are held at once.
constexpr std::int64_t numbers_at_once = 1 << 16;

/// Goes through the rows of one topic that have a number.
class TopicRows {
 public:
  TopicRows(const record::ResultFile& file, std::int64_t trace, const TopicSource& topic)
      : file_(file), trace_(trace), topic_(topic) {
    for (const SignalChoice& choice : topic.signals) {
      width_ += choice.signal.width();
    }
    go_to_number();
  }

  bool at_end() const { return time_ == topic_.times_s.size(); }
  std::size_t time() const { return time_; }
  double time_s() const { return topic_.times_s[time_]; }
  std::span<const double> row() const {
    return std::span(values_).subspan((time_ - first_) * width_, width_);
  }
  void advance() {
    ++time_;
    go_to_number();
  }

 private:
  void go_to_number() {
    for (; !at_end(); ++time_) {
      if (time_ == first_ + loaded_) load();
      const std::span<const double> here = row();
      const bool any = std::any_of(topic_.columns.begin(), topic_.columns.end(),
                                   [&](std::size_t c) { return !std::isnan(here[c]); });
      if (any) return;
    }
  }

  void load() {
    const std::size_t most = std::max<std::size_t>(1, numbers_at_once / width_);
    first_ = time_;
    loaded_ = std::min(most, topic_.times_s.size() - first_);
    values_.resize(loaded_ * width_);
    std::size_t column = 0;
    for (const SignalChoice& choice : topic_.signals) {
      const auto width = choice.signal.width();
      const std::vector<double> piece =
          record::read_trace(file_, choice.signal, trace_, static_cast<std::int64_t>(first_),
                             static_cast<std::int64_t>(loaded_));
      for (std::size_t i = 0; i < piece.size(); ++i) {
        values_[i / width * width_ + column + i % width] = piece[i];
      }
      column += width;
    }
  }

  const record::ResultFile& file_;
  std::int64_t trace_;
  const TopicSource& topic_;
  std::size_t width_ = 0;
  std::size_t time_ = 0, first_ = 0, loaded_ = 0;
  std::vector<double> values_;
};

}  // namespace

std::vector<std::uint64_t> ticks_of(const record::ResultFile& file, const TopicSource& topic,
                                    double ticks_per_s) {
  const record::TracedSignal& signal = topic.signals.front().signal;
  std::vector<std::uint64_t> ticks;
  ticks.reserve(topic.times_s.size());
  for (const double time_s : topic.times_s) {
    const double tick = time_s * ticks_per_s + 0.5;
    const bool fits = tick >= 0 && tick < 0x1p63;
    const auto whole = fits ? static_cast<std::uint64_t>(tick) : 0;
    if (!fits || (!ticks.empty() && whole <= ticks.back())) {
      throw Error(
          ExitCode::refused,
          Problem{file.path(), fmt::format("'{}' does not fit this log format", signal.name()),
                  fmt::format("after rounding to 1/{} s, its time {} s is negative or not after "
                              "the previous time",
                              ticks_per_s, time_s)});
    }
    ticks.push_back(whole);
  }
  return ticks;
}

void take_rows(const record::ResultFile& file, std::int64_t trace,
               std::span<const TopicSource> topics, const TakeRow& take) {
  std::vector<TopicRows> rows;
  rows.reserve(topics.size());
  for (const TopicSource& topic : topics) rows.emplace_back(file, trace, topic);
  const auto is_later = [&](std::size_t a, std::size_t b) {
    const double of_a = rows[a].time_s(), of_b = rows[b].time_s();
    return of_a != of_b ? of_a > of_b : a > b;
  };
  std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(is_later)> next(is_later);
  for (std::size_t topic = 0; topic < rows.size(); ++topic) {
    if (!rows[topic].at_end()) next.push(topic);
  }
  while (!next.empty()) {
    const std::size_t topic = next.top();
    next.pop();
    take(topic, rows[topic].time(), rows[topic].row());
    rows[topic].advance();
    if (!rows[topic].at_end()) next.push(topic);
  }
}

}  // namespace montecopter
