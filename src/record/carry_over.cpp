#include "record/carry_over.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/base/column_names.hpp"
#include "core/base/error.hpp"
#include "core/base/index.hpp"
#include "record/writer.hpp"

namespace montecopter::record {
namespace {

constexpr std::int64_t none = -1;

/// The place of a sample among the traced samples, or none.
std::int64_t trace_place(const std::vector<std::int64_t>& traced, std::int64_t sample) {
  const auto at = std::lower_bound(traced.begin(), traced.end(), sample);
  return at != traced.end() && *at == sample ? at - traced.begin() : none;
}

/// Consecutive rows of both files, within one block of the new one.
struct Piece {
  std::int64_t there, here, count;
};

class CarryOver {
 public:
  CarryOver(const ResultFile& there, const OtherLength& length, const Layout& layout)
      : there_(there),
        layout_(layout),
        length_(length),
        unverified_(there.samples_to_fly()),
        traced_(there.trace_samples()) {
    for (const Column& column : layout.columns) {
      const Dataset* dataset = there.find(column.name);
      datasets_.push_back(dataset);
      const bool lacks = dataset == nullptr && column.rows == Rows::sample;
      if (lacks || (dataset != nullptr && column.rows != Rows::none && column.rows != Rows::fixed &&
                    dataset->row_bytes() != layout.row_bytes(column))) {
        throw Error(
            ExitCode::refused,
            Problem{there.path(),
                    fmt::format("its samples cannot be kept: this campaign has a different '{}'",
                                column.name),
                    "",
                    "Use --fresh to fly all samples again, or name another output file. The "
                    "file was not touched"});
      }
    }
  }

  std::vector<Piece> pieces() const {
    if (length_.shard) return pieces_of_shard(*length_.shard);
    std::vector<Piece> all;
    for (std::int64_t point = 0; point < layout_.samples / length_.samples; ++point) {
      std::int64_t common = std::min(length_.samples_there, length_.samples);
      if (!length_.wanted.empty()) {
        common = std::min(common, length_.wanted[static_cast<std::size_t>(point)]);
      }
      for (std::int64_t sample = 0, count = 0; sample < common; sample += count) {
        const std::int64_t here = point * length_.samples + sample;
        count = std::min(block_rows - here % block_rows, common - sample);
        all.push_back({point * length_.samples_there + sample, here, count});
      }
    }
    return all;
  }

  Block block(const Piece& piece) const {
    Block block;
    for (std::int64_t i = 0; i < piece.count; ++i) {
      if (can_be_kept(piece.there + i, piece.here + i)) block.rows.push_back(piece.here + i);
    }
    for (std::size_t c = 0; c < layout_.columns.size(); ++c) {
      const bool is_number = length_.shard && layout_.columns[c].name == campaign_sample;
      block.data.push_back(is_number                                 ? numbers(block)
                           : layout_.columns[c].rows == Rows::sample ? rows(c, piece, block)
                           : layout_.columns[c].rows == Rows::trace_sample
                               ? traces(c, piece, block)
                               : std::vector<std::byte>());
    }
    return block;
  }

 private:
  /// Pieces of a shard. A sample of a sweep may now belong to another shard: then it is not there.
  std::vector<Piece> pieces_of_shard(const Shard& shard) const {
    std::vector<Piece> all;
    for (std::int64_t here = 0; here < layout_.samples; ++here) {
      const std::int64_t row = shard.row_of(here), sample = row % length_.samples;
      if (sample >= length_.samples_there) continue;
      const std::int64_t row_there = row / length_.samples * length_.samples_there + sample;
      if (!shard.has(row_there)) continue;
      const std::int64_t there = shard.row_there(row_there);
      const bool goes_on = !all.empty() && here % block_rows != 0 &&
                           all.back().here + all.back().count == here &&
                           all.back().there + all.back().count == there;
      if (goes_on) {
        ++all.back().count;
      } else {
        all.push_back({there, here, 1});
      }
    }
    return all;
  }

  bool can_be_kept(std::int64_t there, std::int64_t here) const {
    if (unverified_.contains(there)) return false;
    const bool is_traced = trace_place(layout_.trace_samples, here) != none;
    return !is_traced || trace_place(traced_, there) != none;
  }

  /// Sample numbers of a shard. Samples of a sweep have other numbers in a longer campaign.
  std::vector<std::byte> numbers(const Block& block) const {
    std::vector<std::byte> bytes;
    for (const std::int64_t row : block.rows) {
      const std::int64_t number = length_.shard->row_of(row);
      const auto* begin = reinterpret_cast<const std::byte*>(&number);
      bytes.insert(bytes.end(), begin, begin + sizeof number);
    }
    return bytes;
  }

  std::vector<std::byte> rows(std::size_t column, const Piece& piece, const Block& block) const {
    const std::vector<std::byte> all =
        there_.read_rows(*datasets_[column], piece.there, piece.count);
    const std::size_t size = layout_.row_bytes(layout_.columns[column]);
    std::vector<std::byte> kept;
    for (const std::int64_t row : block.rows) {
      const std::byte* from = all.data() + size * static_cast<Index>(row - piece.here);
      kept.insert(kept.end(), from, from + size);
    }
    return kept;
  }

  std::vector<std::byte> traces(std::size_t column, const Piece& piece, const Block& block) const {
    std::vector<std::byte> kept;
    for (const std::int64_t row : block.rows) {
      if (trace_place(layout_.trace_samples, row) == none) continue;
      const std::int64_t place = trace_place(traced_, piece.there + row - piece.here);
      const std::vector<std::byte> trace = there_.read_rows(*datasets_[column], place, 1);
      kept.insert(kept.end(), trace.begin(), trace.end());
    }
    return kept;
  }

  const ResultFile& there_;
  const Layout& layout_;
  OtherLength length_;
  RowRanges unverified_;
  std::vector<std::int64_t> traced_;
  std::vector<const Dataset*> datasets_;  ///< of each column; null if the file has none
};

}  // namespace

RowRanges carry_over(const ResultFile& there, const OtherLength& length, const Layout& layout,
                     const Writer& to) {
  const CarryOver copy(there, length, layout);
  RowRanges written;
  for (const Piece& piece : copy.pieces()) {
    const Block block = copy.block(piece);
    to.write(block);
    for (const std::int64_t row : block.rows) written.add(row);
  }
  return written;
}

}  // namespace montecopter::record
