#pragma once
/// Rows of a campaign as ranges: which samples are missing, or are to be flown. There may be 1e8 of
/// them, and they come in few runs, so that a list of all would be what a run takes most memory
/// for.

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <vector>

namespace montecopter {

/// The rows [first, end); one at least.
struct RowRange {
  std::int64_t first = 0, end = 0;
  std::int64_t count() const { return end - first; }
  bool operator==(const RowRange&) const = default;
};

/// A set of rows: ranges that ascend and do not touch, so that equal sets have equal ranges.
class RowRanges {
 public:
  /// Goes through the rows one by one, ascending.
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = std::int64_t;
    using difference_type = std::ptrdiff_t;
    using pointer = const std::int64_t*;
    using reference = std::int64_t;

    Iterator() = default;
    explicit Iterator(const RowRange* range) : range_(range) {}
    std::int64_t operator*() const { return range_->first + offset_; }
    Iterator& operator++() {
      if (++offset_ == range_->count()) ++range_, offset_ = 0;
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator&) const = default;

   private:
    const RowRange* range_ = nullptr;
    std::int64_t offset_ = 0;  ///< in its range; never behind its last row
  };

  RowRanges() = default;
  /// Rows that ascend, each once.
  explicit RowRanges(std::span<const std::int64_t> rows) {
    for (const std::int64_t row : rows) add(row);
  }
  /// [0, rows)
  static RowRanges first(std::int64_t rows);

  /// Rows behind all that there are; nothing of an empty range.
  void add(std::int64_t first, std::int64_t end);
  void add(std::int64_t row) { add(row, row + 1); }

  bool empty() const { return ranges_.empty(); }
  /// Rows, not ranges.
  std::int64_t count() const;
  bool contains(std::int64_t row) const;
  std::span<const RowRange> ranges() const& { return ranges_; }
  std::span<const RowRange> ranges() const&& = delete;  ///< they would be gone
  /// The rows one by one: for few of them.
  std::vector<std::int64_t> list() const { return {begin(), end()}; }

  Iterator begin() const { return Iterator(ranges_.data()); }
  Iterator end() const { return Iterator(ranges_.data() + ranges_.size()); }

  bool operator==(const RowRanges&) const = default;

 private:
  std::vector<RowRange> ranges_;
};

/// The rows of either, of both, and of `a` without those of `b`.
RowRanges united(const RowRanges& a, const RowRanges& b);
RowRanges intersected(const RowRanges& a, const RowRanges& b);
RowRanges without(const RowRanges& a, const RowRanges& b);

/// "sample 7", "samples 0 to 63, 70 and 128 to 191"; of many ranges the first, and how many more
/// samples there are.
std::string ranges_text(const RowRanges& samples);
/// [[0, 63], [70, 70]]: both ends are among the samples.
std::string ranges_json(const RowRanges& samples);

}  // namespace montecopter
