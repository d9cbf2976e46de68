#include "plan/shard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/base/column_names.hpp"
#include "core/base/contract.hpp"
#include "core/base/error.hpp"
#include "core/base/index.hpp"
#include "core/base/text.hpp"

namespace montecopter {
namespace {

std::size_t place_of(const Layout& layout, std::string_view name) {
  return first_index_if(layout.columns, [&](const Column& c) { return c.name == name; });
}

}  // namespace

std::string Shard::text() const { return fmt::format("{} of {}", index, count); }
std::string Shard::option() const { return fmt::format("{}/{}", index, count); }

std::int64_t Shard::rows(std::int64_t of_campaign) const {
  const std::int64_t blocks = of_campaign / block_rows;
  const std::int64_t whole = (blocks - index + count) / count;  // full blocks of the shard
  const bool has_last = blocks % count == index - 1;
  return whole * block_rows + (has_last ? of_campaign % block_rows : 0);
}

std::optional<Shard> shard_of(std::string_view text) {
  constexpr std::string_view between = " of ";
  const std::size_t at = text.find(between);
  if (at == std::string_view::npos) return std::nullopt;
  const auto index = parse_int(std::string(text.substr(0, at)));
  const auto count = parse_int(std::string(text.substr(at + between.size())));
  if (!index || !count || *index < 1 || *count < *index) return std::nullopt;
  return Shard{*index, *count};
}

ShardLayout::ShardLayout(const Layout& campaign, const Shard& shard, NumberOf number_of)
    : shard_(shard), number_of_(std::move(number_of)), layout_(campaign) {
  layout_.samples = shard.rows(campaign.samples);
  expects(layout_.samples > 0, "a shard that has rows");
  layout_.trace_samples.clear();
  for (const std::int64_t row : campaign.trace_samples) {
    if (shard.has(row)) layout_.trace_samples.push_back(shard.row_there(row));
  }
  layout_.root_attributes.emplace_back(shard_attribute, shard.text());
  if (place_of(campaign, campaign_sample) < campaign.columns.size()) return;
  // The place of the column in a campaign of chosen samples.
  added_ = place_of(campaign, t_end_column) + 1;
  layout_.columns.insert(layout_.columns.begin() + static_cast<std::ptrdiff_t>(*added_),
                         {.name = campaign_sample,
                          .element = Element::i64,
                          .unit = "1",
                          .long_name = "number of the sample in the whole campaign"});
}

Block ShardLayout::there(const Block& block) const {
  Block moved = block;
  for (std::int64_t& row : moved.rows) row = shard_.row_there(row);
  if (!added_) return moved;
  std::vector<std::int64_t> numbers;
  for (const std::int64_t row : block.rows) numbers.push_back(number_of_(row));
  std::vector<std::byte> bytes(numbers.size() * sizeof(std::int64_t));
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  moved.data.insert(moved.data.begin() + static_cast<std::ptrdiff_t>(*added_), std::move(bytes));
  return moved;
}

}  // namespace montecopter
