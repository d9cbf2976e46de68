#include "flown_part.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"
#include "core/base/text.hpp"
#include "record/writer.hpp"

namespace montecopter::cli {

Shard parse_shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  const auto index = parse_int(text.substr(0, slash));
  const auto count = slash == std::string::npos ? std::nullopt : parse_int(text.substr(slash + 1));
  if (index && count && *index >= 1 && *count >= *index) return {*index, *count};
  throw Error(ExitCode::usage, Problem{"--shard", fmt::format("'{}' is not a shard", text), "",
                                       "Write I/N: 1/4 is the first of four shards, 4/4 the last"});
}

FlownPart::FlownPart(const Plan& plan, const std::optional<Shard>& shard)
    : plan_(plan), shard_(shard) {
  if (!shard) return;
  const std::int64_t blocks = (plan.layout.samples + block_rows - 1) / block_rows;
  if (shard->count > blocks) {
    throw Error(ExitCode::usage,
                Problem{"--shard",
                        fmt::format("{} samples form {} {} of {}, too few for {} shards",
                                    plan.layout.samples, blocks, blocks == 1 ? "block" : "blocks",
                                    block_rows, shard->count),
                        "", fmt::format("Use at most {}", blocks)});
  }
  in_shard_.emplace(plan.layout, *shard, [&plan](std::int64_t row) { return plan.number_of(row); });
}

RowRanges FlownPart::rows_of(const RowRanges& rows_there) const {
  if (!shard_) return rows_there;
  RowRanges rows;
  for (const RowRange& range : rows_there.ranges()) {
    for (std::int64_t first = range.first; first < range.end;) {
      const std::int64_t end = std::min((first / block_rows + 1) * block_rows, range.end);
      rows.add(row_of(first), row_of(end - 1) + 1);
      first = end;
    }
  }
  return rows;
}

BlockSink FlownPart::into(const record::Writer& writer) const {
  if (!in_shard_) return [&writer](const Block& block) { writer.write(block); };
  return [this, &writer](const Block& block) { writer.write(there(block)); };
}

void FlownPart::require_own(const std::vector<std::int64_t>& only) const {
  if (!shard_) return;
  for (const std::int64_t row : only) {
    if (shard_->has(row)) continue;
    const Shard other = {row / block_rows % shard_->count + 1, shard_->count};
    throw Error(ExitCode::usage,
                Problem{"--only", fmt::format("sample {} belongs to shard {}, not to {}", row,
                                              other.text(), shard_->text())});
  }
}

}  // namespace montecopter::cli
