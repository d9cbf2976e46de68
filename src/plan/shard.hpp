#pragma once
/// A part of a campaign with a result file of its own, so that many machines can fly a campaign
/// without a shared file.
///
/// Shard I of N flies the blocks of 64 rows whose number modulo N is I - 1. Each shard therefore
/// has a part of every stretch of the campaign, and none gets all slow flights. Its file has only
/// its own rows, one after another. `campaign_sample` gives the number of each row, and the
/// attribute `shard` of the file ("1 of 4") names the shard. Documentation for users:
/// docs/shards.md.

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
  /// Text of the file's attribute: "1 of 4".
  std::string text() const;
  /// Value of --shard: "1/4".
  std::string option() const;

  bool has(std::int64_t row) const { return row / block_rows % count == index - 1; }
  /// Converts rows of the campaign and of the shard's file. Blocks are the same in both.
  std::int64_t row_there(std::int64_t row) const {
    return row / block_rows / count * block_rows + row % block_rows;
  }
  std::int64_t row_of(std::int64_t row_there) const {
    const std::int64_t block = row_there / block_rows * count + index - 1;
    return block * block_rows + row_there % block_rows;
  }
  /// Number of rows of the shard in a campaign of so many; 0 if there are fewer blocks than shards.
  std::int64_t rows(std::int64_t of_campaign) const;
};

/// Shard of "1 of 4"; nothing if it is anything else.
std::optional<Shard> shard_of(std::string_view text);

/// The number of a row of the campaign among all of its samples.
using NumberOf = std::function<std::int64_t(std::int64_t row)>;

/// Puts rows of a campaign into the file of a shard.
class ShardLayout {
 public:
  /// Expects a shard with rows.
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
