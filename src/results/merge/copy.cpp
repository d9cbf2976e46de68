#include "results/merge/copy.hpp"

#include <algorithm>
#include <cstring>
#include <span>

#include "core/base/parallel.hpp"

namespace montecopter::merge {
namespace {

/// Amount that a thread reads and writes at once. [byte]
constexpr std::uint64_t portion_bytes = 16u << 20;

/// The bytes of rows [first, first + count) of one part, in one column.
struct Piece {
  std::int64_t first = 0, end = 0;
  std::vector<std::byte> bytes;
};

class Copying {
 public:
  Copying(const std::vector<Part>& parts, const Coverage& coverage, const Layout& layout,
          const record::Writer& to)
      : parts_(parts), coverage_(coverage), layout_(layout), to_(to) {
    for (const Part& part : parts) traced_.push_back(part.file.trace_samples());
    find_portions();
  }

  std::size_t portions() const { return begins_.size() - 1; }

  /// Bytes of all rows of a portion.
  std::uint64_t bytes(std::size_t portion) const { return bytes_[portion]; }

  /// Copies the rows of a portion that are missing in the file of the whole.
  void copy(std::size_t portion) const {
    const std::int64_t begin = begins_[portion], end = begins_[portion + 1];
    const std::vector<Stretch> stretches = wanted(begin, end);
    if (stretches.empty()) return;
    Block rows;
    for (const Stretch& stretch : stretches) {
      for (std::int64_t row = stretch.first; row < stretch.end; ++row) rows.rows.push_back(row);
    }
    for (const Column& column : layout_.columns) {
      rows.data.push_back(column.rows == Rows::sample         ? of_samples(column, stretches)
                          : column.rows == Rows::trace_sample ? of_traces(column, stretches)
                                                              : std::vector<std::byte>());
    }
    to_.write_stretch(rows);
  }

 private:
  /// Divides the rows into portions by bytes, since traces may lie close together; portions end at
  /// the borders of blocks.
  void find_portions() {
    std::uint64_t of_sample = 0, of_trace = 0;
    for (const Column& column : layout_.columns) {
      if (column.rows == Rows::sample) of_sample += layout_.row_bytes(column);
      if (column.rows == Rows::trace_sample && layout_.is_stored(column)) {
        of_trace += layout_.row_bytes(column);
      }
    }
    begins_ = {0};
    std::uint64_t bytes = 0;
    auto trace = layout_.trace_samples.begin();
    for (std::int64_t row = 0; row < layout_.samples; row += block_rows) {
      if (bytes >= portion_bytes) {
        begins_.push_back(row);
        bytes_.push_back(bytes);
        bytes = 0;
      }
      const auto next = std::lower_bound(trace, layout_.trace_samples.end(), row + block_rows);
      bytes += block_rows * of_sample + static_cast<std::uint64_t>(next - trace) * of_trace;
      trace = next;
    }
    begins_.push_back(layout_.samples);
    bytes_.push_back(bytes);
  }

  /// Stretches of these rows that a part has and the file of the whole lacks.
  std::vector<Stretch> wanted(std::int64_t begin, std::int64_t end) const {
    const auto& all = coverage_.stretches;
    auto at = std::partition_point(all.begin(), all.end(),
                                   [&](const Stretch& stretch) { return stretch.end <= begin; });
    const std::span<const RowRange> missing = to_.missing_rows().ranges();
    auto range = std::partition_point(missing.begin(), missing.end(),
                                      [&](const RowRange& there) { return there.end <= begin; });
    std::vector<Stretch> found;
    while (at != all.end() && at->first < end && range != missing.end() && range->first < end) {
      const std::int64_t first = std::max({at->first, range->first, begin});
      const std::int64_t last = std::min({at->end, range->end, end});
      if (first < last) found.push_back({first, last, at->part});
      if (at->end < range->end) {
        ++at;
      } else {
        ++range;
      }
    }
    return found;
  }

  /// Reads the rows of a part between the first and the last of its stretches at once.
  Piece piece(std::size_t part, const record::Dataset& dataset, std::int64_t first,
              std::int64_t end) const {
    return {first, end, parts_[part].file.read_rows(dataset, first, end - first)};
  }

  std::vector<std::byte> of_samples(const Column& column,
                                    const std::vector<Stretch>& stretches) const {
    const std::size_t size = layout_.row_bytes(column);
    std::vector<Piece> pieces(parts_.size());
    std::vector<std::byte> bytes;
    for (const Stretch& stretch : stretches) {
      const Part& part = parts_[stretch.part];
      Piece& there = pieces[stretch.part];
      if (there.bytes.empty()) {
        there = piece(stretch.part, part.file.at(column.name), part.row_there(stretch.first),
                      last_of(stretch.part, stretches));
      }
      append(bytes, there, size, part.row_there(stretch.first), stretch.end - stretch.first);
    }
    return bytes;
  }

  /// One past the last row of the part, as the part counts them.
  std::int64_t last_of(std::size_t part, const std::vector<Stretch>& stretches) const {
    const auto last = std::find_if(stretches.rbegin(), stretches.rend(),
                                   [&](const Stretch& stretch) { return stretch.part == part; });
    return parts_[part].row_there(last->end - 1) + 1;
  }

  std::vector<std::byte> of_traces(const Column& column,
                                   const std::vector<Stretch>& stretches) const {
    std::vector<std::byte> bytes;
    if (!layout_.is_stored(column)) return bytes;
    const std::size_t size = layout_.row_bytes(column);
    for (const Stretch& stretch : stretches) {
      const Part& part = parts_[stretch.part];
      const auto& traced = traced_[stretch.part];
      // Within a block, rows of a stretch are consecutive in the part, too.
      for (std::int64_t row = stretch.first; row < stretch.end;) {
        const std::int64_t next = std::min(stretch.end, (row / block_rows + 1) * block_rows);
        const std::int64_t first = part.row_there(row);
        const auto from = std::lower_bound(traced.begin(), traced.end(), first);
        const auto to = std::lower_bound(from, traced.end(), first + next - row);
        if (from != to) {
          const Piece traces = piece(stretch.part, part.file.at(column.name), from - traced.begin(),
                                     to - traced.begin());
          append(bytes, traces, size, traces.first, traces.end - traces.first);
        }
        row = next;
      }
    }
    return bytes;
  }

  static void append(std::vector<std::byte>& bytes, const Piece& piece, std::size_t size,
                     std::int64_t first, std::int64_t count) {
    const auto width = static_cast<std::int64_t>(size);
    const auto from = piece.bytes.begin() + width * (first - piece.first);
    bytes.insert(bytes.end(), from, from + width * count);
  }

  const std::vector<Part>& parts_;
  const Coverage& coverage_;
  const Layout& layout_;
  const record::Writer& to_;
  std::vector<std::vector<std::int64_t>> traced_;  ///< traced samples of each part
  std::vector<std::int64_t> begins_;               ///< first rows of the portions, and the end
  std::vector<std::uint64_t> bytes_;               ///< bytes of each portion
};

}  // namespace

bool copy_samples(const std::vector<Part>& parts, const Coverage& coverage, const Layout& layout,
                  const record::Writer& to, int threads, const Watch& watch) {
  const Copying copying(parts, coverage, layout, to);
  for (std::size_t k = 0; k < copying.portions(); ++k) watch.expect(copying.bytes(k));
  return for_each_index(
      copying.portions(), threads,
      [&](std::size_t portion) {
        copying.copy(portion);
        watch.done(copying.bytes(portion));
      },
      watch.stop);
}

}  // namespace montecopter::merge
