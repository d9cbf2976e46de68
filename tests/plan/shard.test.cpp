/// Which rows a shard has, and where its file has them.

#include "plan/shard.hpp"

#include <catch2/catch.hpp>
#include <cstring>
#include <set>

using namespace montecopter;

TEST_CASE("shards have every row once, by blocks in turn", "[shard]") {
  for (const std::int64_t samples : {1, 63, 64, 65, 128, 640, 1000, 1023}) {
    for (const std::int64_t count : {1, 2, 3, 7}) {
      std::set<std::int64_t> all;
      std::int64_t sum = 0;
      for (std::int64_t index = 1; index <= count; ++index) {
        const Shard shard = {index, count};
        const std::int64_t rows = shard.rows(samples);
        for (std::int64_t there = 0; there < rows; ++there) {
          const std::int64_t row = shard.row_of(there);
          CAPTURE(samples, count, index, there, row);
          REQUIRE(row < samples);
          REQUIRE(row / 64 % count == index - 1);
          REQUIRE(row % 64 == there % 64);  // a block stays one
          REQUIRE(shard.row_there(row) == there);
          REQUIRE(shard.has(row));
          all.insert(row);
        }
        sum += rows;
      }
      REQUIRE(sum == samples);
      REQUIRE(static_cast<std::int64_t>(all.size()) == samples);
    }
  }
}

TEST_CASE("a shard is written as '1 of 4'", "[shard]") {
  CHECK(shard_of("1 of 4") == Shard{1, 4});
  CHECK(Shard{3, 8}.text() == "3 of 8");
  CHECK(Shard{3, 8}.option() == "3/8");
  for (const char* text : {"", "1", "0 of 4", "5 of 4", "-1 of 4", "1/4", "1 of", " of 4",
                           "1 of 4 ", "1 of 99999999999999999999"}) {
    CAPTURE(text);
    CHECK_FALSE(shard_of(text).has_value());
  }
}

TEST_CASE("the layout of a shard has its rows and traces, and says which they are", "[shard]") {
  Layout campaign;
  campaign.samples = 200;
  campaign.trace_samples = {0, 70, 130, 199};
  campaign.columns = {
      {.name = "status", .element = Element::i8}, {.name = "t_end_s"}, {.name = "m_x"}};
  const ShardLayout second(campaign, {2, 3}, [](std::int64_t row) { return 1000 + row; });
  CHECK(second.layout().samples == 64);
  CHECK(second.layout().trace_samples == std::vector<std::int64_t>{6});
  REQUIRE(second.layout().columns.size() == 4);
  CHECK(second.layout().columns[2].name == "campaign_sample");
  CHECK(second.layout().root_attributes.back() ==
        std::pair<std::string, std::string>("shard", "2 of 3"));

  const Block flown = {{70, 71},
                       {std::vector<std::byte>(2), std::vector<std::byte>(16),
                        std::vector<std::byte>(16, std::byte{7})}};
  const Block there = second.there(flown);
  CHECK(there.rows == std::vector<std::int64_t>{6, 7});
  REQUIRE(there.data.size() == 4);
  std::int64_t numbers[2];
  REQUIRE(there.data[2].size() == sizeof numbers);
  std::memcpy(numbers, there.data[2].data(), sizeof numbers);
  CHECK(numbers[0] == 1070);
  CHECK(numbers[1] == 1071);
  CHECK(there.data[3] == flown.data[2]);

  // A campaign of chosen samples has the column already.
  campaign.columns[1].name = "campaign_sample";
  CHECK(ShardLayout(campaign, {1, 3}, {}).layout().columns.size() == 3);
}
