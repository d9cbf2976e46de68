#include "results/summarise/order_statistics.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "core/base/contract.hpp"
#include "core/base/index.hpp"

namespace montecopter {
namespace {

/// Number of values that are sorted rather than divided again. Fewer are not worth a further pass;
/// more are slower to sort and take too much memory.
constexpr std::uint64_t always_kept = 4096, most_kept = 1 << 20;
constexpr std::uint64_t kept_share = 16;

/// Number of parts of the first interval, and of each of several intervals.
constexpr int first_parts_bits = 16, parts_bits = 12;

/// Number of parts of the table that finds the interval of a number.
constexpr int cells_bits = 12;

/// Marks a number in no bucket of Buckets.
constexpr std::uint32_t unwanted = std::numeric_limits<std::uint32_t>::max();

/// Compares in the order of sort_ascending().
constexpr auto is_before = [](double x, double y) {
  return x < y || (x == y && std::signbit(x) && !std::signbit(y));
};

/// Puts the numbers of some ranks (ascending) at their places in the sorted numbers; one by one if
/// they are few.
void put_in_order(std::span<double> values, std::span<const std::uint64_t> ranks,
                  std::uint64_t first_rank) {
  if (ranks.size() > values.size() / 8) return std::sort(values.begin(), values.end(), is_before);
  double* begin = values.data();
  for (const std::uint64_t rank : ranks) {
    double* const place = values.data() + (rank - first_rank);
    std::nth_element(begin, place, values.data() + values.size(), is_before);
    begin = place + 1;
  }
}

bool holds(std::span<const double> values, double x) {
  return std::any_of(values.begin(), values.end(),
                     [&](double y) { return ordered_bits(x) == ordered_bits(y); });
}

}  // namespace

double from_ordered_bits(std::uint64_t bits) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  return std::bit_cast<double>((bits & sign) != 0 ? bits & ~sign : ~bits);
}

/// Finds the extremes, several numbers at once. Zeros of both signs compare equal; a later step
/// separates them.
LeastAndLargest extremes_of(std::span<const double> values) {
  expects(!values.empty(), "one number at least");
  constexpr std::size_t lanes = 8;
  std::array<double, lanes> least, largest;
  least.fill(values[0]), largest.fill(values[0]);
  std::size_t at = 0;
  for (; at + lanes <= values.size(); at += lanes) {
    for (std::size_t k = 0; k < lanes; ++k) {
      const double x = values[at + k];
      least[k] = x < least[k] ? x : least[k];
      largest[k] = x > largest[k] ? x : largest[k];
    }
  }
  for (; at < values.size(); ++at) {
    least[0] = std::min(least[0], values[at]), largest[0] = std::max(largest[0], values[at]);
  }
  LeastAndLargest of = {*std::min_element(least.begin(), least.end()),
                        *std::max_element(largest.begin(), largest.end())};
  if (of.least == 0) of.least = holds(values, -0.0) ? -0.0 : 0.0;
  if (of.largest == 0) of.largest = holds(values, 0.0) ? 0.0 : -0.0;
  return of;
}

OrderStatistics::OrderStatistics(std::vector<std::uint64_t> ranks, std::uint64_t count,
                                 double least, double largest)
    : ranks_(std::move(ranks)), most_kept_(std::clamp(count / kept_share, always_kept, most_kept)) {
  std::sort(ranks_.begin(), ranks_.end());
  ranks_.erase(std::unique(ranks_.begin(), ranks_.end()), ranks_.end());
  expects(ranks_.empty() || ranks_.back() < count, "ranks below the count");
  found_.resize(ranks_.size());
  if (ranks_.empty()) return;
  open({{ordered_bits(least), ordered_bits(largest), 0, count, 0, ranks_.size()}});
}

/// Begins a pass over these intervals; intervals of a single number are known already.
void OrderStatistics::open(std::vector<Interval> intervals) {
  open_.clear();
  std::uint64_t count = 0;
  for (Interval& interval : intervals) {
    if (interval.low == interval.high) {
      std::fill(found_.data() + interval.first_rank, found_.data() + interval.end_rank,
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
  if (open_.size() > 1) make_cells();
}

void OrderStatistics::make_cells() {
  const std::uint64_t low = open_.front().low, high = open_.back().high;
  cell_shift_ = std::max(0, static_cast<int>(std::bit_width(high - low)) - cells_bits);
  cells_.assign(((high - low) >> cell_shift_) + 1, static_cast<std::uint32_t>(open_.size()));
  for (std::size_t k = open_.size(); k-- > 0;) {
    const std::uint64_t first = (open_[k].low - low) >> cell_shift_;
    const std::uint64_t last = (open_[k].high - low) >> cell_shift_;
    for (std::uint64_t cell = first; cell <= last; ++cell) {
      cells_[cell] = static_cast<std::uint32_t>(k);
    }
  }
}

void OrderStatistics::add(Interval& interval, std::uint64_t bits) {
  if (keeps_) {
    interval.kept.push_back(bits);
  } else {
    ++interval.counts[(bits - interval.low) >> interval.shift];
  }
}

void OrderStatistics::take(std::span<const double> values) {
  if (open_.empty()) return;
  const std::uint64_t low = open_.front().low, high = open_.back().high;
  if (open_.size() == 1) {
    for (const double x : values) {
      const std::uint64_t bits = ordered_bits(x);
      if (bits - low <= high - low) add(open_.front(), bits);
    }
    return;
  }
  for (const double x : values) {
    const std::uint64_t bits = ordered_bits(x);
    if (bits - low > high - low) continue;
    std::size_t k = cells_[(bits - low) >> cell_shift_];
    while (k < open_.size() && open_[k].high < bits) ++k;
    if (k < open_.size() && open_[k].low <= bits) add(open_[k], bits);
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

/// Parts of an interval that hold a rank.
void OrderStatistics::divide(const Interval& whole, std::vector<Interval>& parts) const {
  std::uint64_t before = whole.before;
  std::size_t rank = whole.first_rank;
  for (std::size_t k = 0; k < whole.counts.size() && rank < whole.end_rank; ++k) {
    const std::uint64_t behind = before + whole.counts[k];
    std::size_t end = rank;
    while (end < whole.end_rank && ranks_[end] < behind) ++end;
    if (end > rank) {
      const std::uint64_t low = whole.low + (k << whole.shift);
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

void Buckets::fill(std::span<const double> values, const LeastAndLargest& extremes,
                   std::span<const std::uint64_t> ranks) {
  expects(!values.empty() && values.size() < unwanted, "some numbers");
  expects(ranks.empty() || ranks.back() < values.size(), "ranks below the count");
  count(values, extremes);
  ranks_.clear();
  std::unique_copy(ranks.begin(), ranks.end(), std::back_inserter(ranks_));
  places_.assign(counts_.size(), unwanted);
  std::uint32_t place = 0;
  std::uint64_t behind = 0;
  auto rank = ranks_.begin();
  for (std::size_t part = 0; part < counts_.size() && rank != ranks_.end(); ++part) {
    behind += counts_[part];
    if (*rank >= behind) continue;
    places_[part] = place;
    place += counts_[part];
    rank = std::lower_bound(rank, ranks_.end(), behind);
  }
  values_.resize(place);
  sort_wanted(values);
}

/// Puts each number into a bucket. All buckets have the same width; there is only one if the
/// numbers are equal, infinite or too close together.
void Buckets::count(std::span<const double> values, const LeastAndLargest& extremes) {
  std::size_t parts = std::clamp<std::size_t>(std::bit_ceil(values.size() / 8), 1, 4096);
  const double low = extremes.least, width = extremes.largest - low;
  const double scale = static_cast<double>(parts) / width;
  if (!(scale > 0 && std::isfinite(scale) && std::isfinite(width))) parts = 1;
  counts_.assign(parts, 0);
  part_of_.resize(values.size());
  if (parts == 1) {
    std::fill(part_of_.begin(), part_of_.end(), std::uint16_t{0});
    counts_[0] = static_cast<std::uint32_t>(values.size());
    return;
  }
  // Subtraction and product round, but keep the order.
  const auto last = static_cast<std::int32_t>(parts - 1);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto part = static_cast<std::int32_t>((values[i] - low) * scale);
    part_of_[i] = static_cast<std::uint16_t>(std::min(part, last));
  }
  for (const std::uint16_t part : part_of_) ++counts_[part];
}

void Buckets::sort_wanted(std::span<const double> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::uint32_t& place = places_[part_of_[i]];
    if (place != unwanted) values_[place++] = values[i];
  }
  found_.clear();
  std::uint64_t before = 0;
  for (std::size_t part = 0; part < counts_.size() && found_.size() < ranks_.size(); ++part) {
    const std::uint64_t behind = before + counts_[part];
    if (places_[part] != unwanted) {
      const auto rest = std::span(ranks_).subspan(found_.size());
      const auto ranks = rest.first(count_below(rest, behind));
      const auto bucket = std::span(values_).subspan(places_[part] - counts_[part], counts_[part]);
      put_in_order(bucket, ranks, before);
      for (const std::uint64_t rank : ranks) found_.push_back(bucket[rank - before]);
    }
    before = behind;
  }
}

double Buckets::at(std::uint64_t rank) const {
  const Index place = count_below(ranks_, rank);
  expects(place < ranks_.size() && ranks_[place] == rank, "a rank that was asked for");
  return found_[place];
}

Extent extent_of(const Values& values) {
  Extent extent;
  std::uint64_t least = ~std::uint64_t{0}, largest = 0;
  values([&](std::span<const double> piece) {
    if (piece.empty()) return;
    extent.count += piece.size();
    const LeastAndLargest of = extremes_of(piece);
    least = std::min(least, ordered_bits(of.least));
    largest = std::max(largest, ordered_bits(of.largest));
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
  const Index place = count_below(ranks_, rank);
  expects(is_known() && place < ranks_.size() && ranks_[place] == rank,
          "a rank that was asked for");
  return found_[place];
}

}  // namespace montecopter
