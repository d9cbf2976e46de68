#pragma once
/// The part of a campaign that a run flies: all of it, or one shard (plan/shard.hpp). Row numbers
/// count in the campaign; the file of a shard counts its own rows.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/row_ranges.hpp"
#include "plan/plan.hpp"
#include "plan/shard.hpp"
#include "simulate/simulate.hpp"

namespace montecopter::record {
class Writer;
}

namespace montecopter::cli {

/// The shard that "2/8" names, or Error(usage) that names --shard.
Shard parse_shard(const std::string& text);

class FlownPart {
 public:
  /// Error(usage) if the shard has no samples of this campaign. The plan has to outlive this.
  FlownPart(const Plan& plan, const std::optional<Shard>& shard);

  const std::optional<Shard>& shard() const { return shard_; }
  /// Layout of the file.
  const Layout& layout() const { return in_shard_ ? in_shard_->layout() : plan_.layout; }
  std::int64_t row_there(std::int64_t row) const { return shard_ ? shard_->row_there(row) : row; }
  std::int64_t row_of(std::int64_t row_there) const {
    return shard_ ? shard_->row_of(row_there) : row_there;
  }
  RowRanges rows_of(const RowRanges& rows_there) const;
  Block there(const Block& block) const { return in_shard_ ? in_shard_->there(block) : block; }
  /// Writes blocks of the campaign into the file.
  BlockSink into(const record::Writer& writer) const;
  /// Error(usage) if a requested sample belongs to another shard.
  void require_own(const std::vector<std::int64_t>& only) const;

 private:
  const Plan& plan_;
  std::optional<Shard> shard_;
  std::optional<ShardLayout> in_shard_;
};

}  // namespace montecopter::cli
