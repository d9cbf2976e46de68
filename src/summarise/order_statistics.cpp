#include "summarise/order_statistics.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

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

void Buckets::fill(std::span<const double> values) {
  const std::size_t count = values.size();
  expects(count > 0 && count <= std::numeric_limits<std::uint32_t>::max(), "some numbers");
  values_.resize(count);
  parts_ = std::clamp<std::size_t>(std::bit_ceil(count / 8), 1, 4096);
  const auto [least, largest] = std::minmax_element(values.begin(), values.end());
  const double low = *least, scale = static_cast<double>(parts_) / (*largest - low);
  // Equal numbers, infinite ones, and such as are too near each other for a width.
  if (!(scale > 0 && std::isfinite(scale) && std::isfinite(*largest - low))) parts_ = 1;
  ends_.assign(parts_, 0);
  sorted_.assign(parts_, false);
  if (parts_ == 1) {
    std::copy(values.begin(), values.end(), values_.begin());
    ends_[0] = static_cast<std::uint32_t>(count);
    return;
  }
  // Subtraction and product round, but keep the order.
  part_of_.resize(count);
  const auto last = static_cast<std::int32_t>(parts_ - 1);
  for (std::size_t i = 0; i < count; ++i) {
    const auto part = static_cast<std::int32_t>((values[i] - low) * scale);
    part_of_[i] = static_cast<std::uint32_t>(std::min(part, last));
  }
  for (const std::uint32_t part : part_of_) ++ends_[part];
  std::uint32_t begin = 0;
  for (std::uint32_t& end : ends_) begin += std::exchange(end, begin);
  for (std::size_t i = 0; i < count; ++i) values_[ends_[part_of_[i]]++] = values[i];
}

double Buckets::at(std::size_t rank) {
  const auto bucket = std::upper_bound(ends_.begin(), ends_.end(), rank);
  const auto part = static_cast<std::size_t>(bucket - ends_.begin());
  if (!sorted_[part]) {
    const std::uint32_t begin = part == 0 ? 0 : ends_[part - 1];
    std::sort(values_.begin() + begin, values_.begin() + *bucket, [](double x, double y) {
      return x < y || (x == y && std::signbit(x) && !std::signbit(y));
    });
    sorted_[part] = true;
  }
  return values_[rank];
}

Extent extent_of(const Values& values) {
  Extent extent;
  std::uint64_t least = ~std::uint64_t{0}, largest = 0;
  values([&](std::span<const double> piece) {
    extent.count += piece.size();
    for (const double x : piece) {
      least = std::min(least, ordered_bits(x));
      largest = std::max(largest, ordered_bits(x));
    }
  });
  if (extent.count == 0) return extent;
  extent.least = from_ordered_bits(least), extent.largest = from_ordered_bits(largest);
  return extent;
}

void use_ranks(const Values& values, const Extent& extent,
               const std::function<void(const AtRank&)>& use) {
  std::vector<std::uint64_t> ranks;
  use([&](std::uint64_t rank) {
    ranks.push_back(rank);
    return std::numeric_limits<double>::quiet_NaN();
  });
  OrderStatistics order(std::move(ranks), extent.count, extent.least, extent.largest);
  while (!order.is_known()) {
    values([&](std::span<const double> piece) { order.take(piece); });
    order.end_look();
  }
  use([&](std::uint64_t rank) { return order.at(rank); });
}

double OrderStatistics::at(std::uint64_t rank) const {
  const auto place = std::lower_bound(ranks_.begin(), ranks_.end(), rank);
  expects(is_known() && place != ranks_.end() && *place == rank, "a rank that was asked for");
  return found_[static_cast<std::size_t>(place - ranks_.begin())];
}

}  // namespace montecopter
