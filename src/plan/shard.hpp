#pragma once
/// A part of a campaign that is flown into a result file of its own, so that many machines can fly
/// it without a file that they share.
///
/// Shard I of N flies the blocks of 64 rows whose number is I - 1 when it is divided by N: each
/// shard has its part of every stretch of the campaign, so that none gets all of what is slow. Its
/// file has its own rows only, one after another; `campaign_sample` says which each is, and the
/// attribute `shard` of the file, "1 of 4", which shard it is. docs/shards.md is for the user.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plan/layout.hpp"

namespace montecopter {

/// Attribute of the root group of a shard's file.
inline constexpr const char* shard_attribute = "shard";

struct Shard {
  std::int64_t index = 1;  ///< 1 to count
  std::int64_t count = 1;

  bool operator==(const Shard&) const = default;
  /// "1 of 4", as the file has it.
  std::string text() const;
  /// "1/4", as --shard wants it.
  std::string option() const;

  bool has(std::int64_t row) const { return row / block_rows % count == index - 1; }
  /// Rows of the campaign and of the shard's file. What is a block there is one here.
  std::int64_t row_there(std::int64_t row) const {
    return row / block_rows / count * block_rows + row % block_rows;
  }
  std::int64_t row_of(std::int64_t row_there) const {
    const std::int64_t block = row_there / block_rows * count + index - 1;
    return block * block_rows + row_there % block_rows;
  }
  /// How many rows of a campaign of so many the shard has; 0 if there are fewer blocks than shards.
  std::int64_t rows(std::int64_t of_campaign) const;
};

/// Shard of "1 of 4"; nothing if it is anything else.
std::optional<Shard> shard_of(std::string_view text);

/// The number of a row of the campaign among all of its samples.
using NumberOf = std::function<std::int64_t(std::int64_t row)>;

/// Puts rows of a campaign into the file of a shard.
class ShardLayout {
 public:
  /// The shard has to have rows.
  ShardLayout(const Layout& campaign, const Shard& shard, NumberOf number_of);

  const Layout& layout() const { return layout_; }
  /// The same rows as the shard's file has them.
  Block there(const Block& block) const;

 private:
  Shard shard_;
  NumberOf number_of_;
  Layout layout_;
  std::optional<std::size_t> added_;  ///< the column `campaign_sample`, if the campaign has none
};

}  // namespace montecopter
