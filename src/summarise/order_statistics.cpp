#include "summarise/order_statistics.hpp"

#include <algorithm>
#include <bit>

#include "base/contract.hpp"

namespace montecopter {
namespace {

constexpr std::uint64_t sign = std::uint64_t{1} << 63;

/// Numbers that are sorted rather than divided again. So few are not worth a look, so many are
/// slower to sort, and more would be too much memory.
constexpr std::uint64_t always_kept = 4096, most_kept = 1 << 20;
constexpr std::uint64_t kept_share = 16;

/// Parts of the first interval, and of each of several.
constexpr int first_parts_bits = 16, parts_bits = 12;

}  // namespace

std::uint64_t ordered_bits(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  return (bits & sign) != 0 ? ~bits : bits | sign;
}

double from_ordered_bits(std::uint64_t bits) {
  return std::bit_cast<double>((bits & sign) != 0 ? bits & ~sign : ~bits);
}

OrderStatistics::OrderStatistics(std::vector<std::uint64_t> ranks, std::uint64_t count,
                                 double least, double largest)
    : ranks_(std::move(ranks)), most_kept_(std::clamp(count / kept_share, always_kept, most_kept)) {
  std::sort(ranks_.begin(), ranks_.end());
  ranks_.erase(std::unique(ranks_.begin(), ranks_.end()), ranks_.end());
  expects(ranks_.empty() || ranks_.back() < count, "ranks of numbers that there are");
  found_.resize(ranks_.size());
  if (ranks_.empty()) return;
  open({{ordered_bits(least), ordered_bits(largest), 0, count, 0, ranks_.size()}});
}

/// Begins a look at these intervals, without those of one number, which is known.
void OrderStatistics::open(std::vector<Interval> intervals) {
  open_.clear();
  std::uint64_t count = 0;
  for (Interval& interval : intervals) {
    if (interval.low == interval.high) {
      const auto begin = found_.begin();
      std::fill(begin + static_cast<std::ptrdiff_t>(interval.first_rank),
                begin + static_cast<std::ptrdiff_t>(interval.end_rank),
                from_ordered_bits(interval.low));
    } else {
      count += interval.count;
      open_.push_back(std::move(interval));
    }
  }
  keeps_ = count <= most_kept_;
  const int parts = open_.size() == 1 ? first_parts_bits : parts_bits;
  for (Interval& interval : open_) {
    if (keeps_) {
      interval.kept.reserve(interval.count);
    } else {
      const auto width = static_cast<int>(std::bit_width(interval.high - interval.low));
      interval.shift = std::max(0, width - parts);
      interval.counts.assign(((interval.high - interval.low) >> interval.shift) + 1, 0);
    }
  }
}

OrderStatistics::Interval* OrderStatistics::interval_of(std::uint64_t bits) {
  const auto ends_behind = [](std::uint64_t of, const Interval& interval) {
    return of <= interval.high;
  };
  const auto at = std::upper_bound(open_.begin(), open_.end(), bits, ends_behind);
  return at != open_.end() && at->low <= bits ? &*at : nullptr;
}

void OrderStatistics::take(std::span<const double> values) {
  for (const double x : values) {
    const std::uint64_t bits = ordered_bits(x);
    Interval* interval = open_.size() == 1 ? &open_.front() : interval_of(bits);
    if (interval == nullptr || bits < interval->low || bits > interval->high) continue;
    if (keeps_) {
      interval->kept.push_back(bits);
    } else {
      ++interval->counts[(bits - interval->low) >> interval->shift];
    }
  }
}

void OrderStatistics::end_look() {
  std::vector<Interval> parts;
  for (Interval& interval : open_) {
    if (keeps_) {
      answer(interval);
    } else {
      divide(interval, parts);
    }
  }
  open(std::move(parts));
}

/// Those parts of an interval that hold a rank.
void OrderStatistics::divide(const Interval& whole, std::vector<Interval>& parts) const {
  std::uint64_t before = whole.before;
  std::size_t rank = whole.first_rank;
  for (std::size_t k = 0; k < whole.counts.size() && rank < whole.end_rank; ++k) {
    const std::uint64_t behind = before + whole.counts[k];
    std::size_t end = rank;
    while (end < whole.end_rank && ranks_[end] < behind) ++end;
    if (end > rank) {
      const std::uint64_t low = whole.low + (static_cast<std::uint64_t>(k) << whole.shift);
      const std::uint64_t width = (std::uint64_t{1} << whole.shift) - 1;
      const std::uint64_t high = whole.high - low < width ? whole.high : low + width;
      parts.push_back({low, high, before, whole.counts[k], rank, end});
    }
    rank = end;
    before = behind;
  }
}

void OrderStatistics::answer(Interval& interval) {
  std::sort(interval.kept.begin(), interval.kept.end());
  for (std::size_t k = interval.first_rank; k < interval.end_rank; ++k) {
    found_[k] = from_ordered_bits(interval.kept.at(ranks_[k] - interval.before));
  }
}

double OrderStatistics::at(std::uint64_t rank) const {
  const auto place = std::lower_bound(ranks_.begin(), ranks_.end(), rank);
  expects(is_known() && place != ranks_.end() && *place == rank, "a rank that was asked for");
  return found_[static_cast<std::size_t>(place - ranks_.begin())];
}

}  // namespace montecopter
