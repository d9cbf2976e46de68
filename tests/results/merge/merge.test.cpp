/// Shards become the file that one process writes, and damage is found at its sample.

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "results/made_up.hpp"
#include "results/merge/copy.hpp"

using namespace montecopter;
using namespace montecopter::testing;

namespace {

std::int64_t number_of(std::int64_t row) { return row; }

/// A campaign of three blocks and a bit, whole and in two shards.
struct Shards {
  Shards() {
    complete(dir / "whole.h5", campaign);
    for (const std::int64_t index : {1, 2}) {
      const ShardLayout shard(campaign, {index, 2}, number_of);
      record::Writer writer = open_writer(path(index), shard.layout());
      std::vector<std::int64_t> rows;
      for (std::int64_t row = 0; row < campaign.samples; ++row) {
        if (Shard{index, 2}.has(row)) rows.push_back(row);
      }
      for (const auto& block : blocks_of(rows))
        writer.write(shard.there(make_block(campaign, block)));
      writer.finish(sample_statistics(campaign));
    }
  }
  std::string path(std::int64_t index) const { return dir / fmt::format("{}.h5", index); }

  merge::Coverage cover(const std::vector<merge::Part>& parts, bool allow_missing) const {
    const auto refly = [&](std::int64_t row) { return make_block(campaign, {row}); };
    return merge::cover(parts, {campaign, number_of, "build", refly}, 2, allow_missing, {});
  }
  /// Copies what the parts have; whether nothing is missing.
  bool merge_all(const std::vector<merge::Part>& parts, const merge::Coverage& coverage) const {
    record::Writer writer = open_writer(dir / "merged.h5", campaign);
    REQUIRE(merge::copy_samples(parts, coverage, campaign, writer, 2, {}));
    if (!coverage.missing.empty()) return false;
    writer.finish(sample_statistics(campaign));
    return true;
  }

  TempDir dir;
  Layout campaign = sample_layout(200, 3, 20);
};

}  // namespace

TEST_CASE("two shards become the bytes of a single run") {
  const Shards shards;
  const auto parts = merge::open_parts({shards.path(2), shards.path(1)}, 2);
  const merge::Coverage coverage = shards.cover(parts, false);
  CHECK(coverage.missing.empty());
  REQUIRE(shards.merge_all(parts, coverage));
  CHECK((read_file(shards.dir / "merged.h5") == read_file(shards.dir / "whole.h5")));
}

TEST_CASE("a byte that is damaged names its file and its sample, and can be left out") {
  const Shards shards;
  // Row 5 of the second shard is sample 69.
  flip(shards.path(2), place_of(shards.path(2), "in_vehicle.mass_kg", 5));
  const auto parts = merge::open_parts({shards.path(1), shards.path(2)}, 1);
  CHECK_THROWS_WITH(shards.cover(parts, false), Catch::Contains("2.h5") && Catch::Contains("69"));
  const merge::Coverage coverage = shards.cover(parts, true);
  CHECK(coverage.missing.count() == 1);
  CHECK(coverage.missing.contains(69));
  CHECK_FALSE(shards.merge_all(parts, coverage));
}

TEST_CASE("samples that are missing, or there twice, are refused") {
  const Shards shards;
  const auto one = merge::open_parts({shards.path(1)}, 1);
  CHECK(shards.cover(one, true).missing.count() == 72);  // blocks 1 and 3: 64 and 8
  const auto twice = merge::open_parts({shards.path(1), shards.dir / "whole.h5"}, 1);
  CHECK_THROWS_AS(shards.cover(twice, false), Error);
  CHECK_THROWS_WITH(merge::open_parts({shards.path(1), shards.path(1)}, 1),
                    Catch::Contains("given twice"));
}

TEST_CASE("a file of another campaign is refused") {
  const Shards shards;
  Layout other = shards.campaign;
  other.resolved_text = "name = \"other\"\n";
  complete(shards.dir / "other.h5", other);
  CHECK_THROWS_WITH(merge::open_parts({shards.path(1), shards.path(2), shards.dir / "other.h5"}, 1),
                    Catch::Contains("other.h5"));
}
