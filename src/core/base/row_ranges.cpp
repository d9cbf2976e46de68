#include "core/base/row_ranges.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/contract.hpp"
#include "core/base/text.hpp"

namespace montecopter {

RowRanges RowRanges::first(std::int64_t rows) {
  RowRanges all;
  all.add(0, rows);
  return all;
}

void RowRanges::add(std::int64_t first, std::int64_t end) {
  if (first >= end) return;
  expects(ranges_.empty() || first >= ranges_.back().end, "rows that ascend");
  if (!ranges_.empty() && ranges_.back().end == first) {
    ranges_.back().end = end;
  } else {
    ranges_.push_back({first, end});
  }
}

std::int64_t RowRanges::count() const {
  std::int64_t rows = 0;
  for (const RowRange& range : ranges_) rows += range.count();
  return rows;
}

bool RowRanges::contains(std::int64_t row) const {
  const auto ends_behind = [](std::int64_t wanted, const RowRange& range) {
    return wanted < range.end;
  };
  const auto at = std::upper_bound(ranges_.begin(), ranges_.end(), row, ends_behind);
  return at != ranges_.end() && at->first <= row;
}

RowRanges united(const RowRanges& a, const RowRanges& b) {
  std::vector<RowRange> all;
  const auto comes_first = [](const RowRange& x, const RowRange& y) { return x.first < y.first; };
  std::merge(a.ranges().begin(), a.ranges().end(), b.ranges().begin(), b.ranges().end(),
             std::back_inserter(all), comes_first);
  RowRanges both;
  std::int64_t end = 0;  // end of the taken part
  for (const RowRange& range : all) {
    both.add(std::max(range.first, end), range.end);
    end = std::max(end, range.end);
  }
  return both;
}

RowRanges intersected(const RowRanges& a, const RowRanges& b) {
  RowRanges both;
  auto other = b.ranges().begin();
  for (const RowRange& range : a.ranges()) {
    while (other != b.ranges().end() && other->end <= range.first) ++other;
    for (auto at = other; at != b.ranges().end() && at->first < range.end; ++at) {
      both.add(std::max(range.first, at->first), std::min(range.end, at->end));
    }
  }
  return both;
}

RowRanges without(const RowRanges& a, const RowRanges& b) {
  RowRanges left;
  auto other = b.ranges().begin();
  for (const RowRange& range : a.ranges()) {
    while (other != b.ranges().end() && other->end <= range.first) ++other;
    std::int64_t first = range.first;
    for (auto at = other; at != b.ranges().end() && at->first < range.end; ++at) {
      left.add(first, at->first);
      first = at->end;
    }
    left.add(first, range.end);
  }
  return left;
}

std::string ranges_text(const RowRanges& samples) {
  constexpr std::size_t most = 6;
  std::vector<std::string> words;
  std::int64_t left = samples.count();
  for (const RowRange& range : samples.ranges()) {
    if (words.size() == most) break;
    words.push_back(range.count() == 1 ? fmt::format("{}", range.first)
                                       : fmt::format("{} to {}", range.first, range.end - 1));
    left -= range.count();
  }
  if (left > 0) words.push_back(fmt::format("{} more", left));
  return (samples.count() == 1 ? "sample " : "samples ") + join(words);
}

std::string ranges_json(const RowRanges& samples) {
  std::string text = "[";
  for (const RowRange& range : samples.ranges()) {
    text += fmt::format("{}[{}, {}]", text.size() > 1 ? ", " : "", range.first, range.end - 1);
  }
  return text + "]";
}

}  // namespace montecopter
