#include "core/base/row_ranges.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <iterator>
#include <set>

namespace montecopter {
namespace {

using List = std::vector<std::int64_t>;

/// Rows that come and go in runs of several lengths, from a counter that is mixed.
List some_rows(std::uint32_t seed, std::int64_t rows) {
  List list;
  std::uint32_t word = seed * 2654435761u + 1;
  for (std::int64_t row = 0; row < rows; ++row) {
    word = word * 1664525u + 1013904223u;
    const bool in_run = !list.empty() && list.back() == row - 1;
    if ((word >> 24) < (in_run ? 200u : 60u)) list.push_back(row);
  }
  return list;
}

TEST_CASE("rows that follow each other are one range") {
  RowRanges rows;
  CHECK(rows.empty());
  CHECK(rows.begin() == rows.end());
  rows.add(2);
  rows.add(3, 6);
  rows.add(9);
  rows.add(20, 20);
  CHECK(rows.ranges().size() == 2);
  CHECK(rows.ranges()[0] == RowRange{2, 6});
  CHECK(rows.ranges()[1] == RowRange{9, 10});
  CHECK(rows.count() == 5);
  CHECK(rows.list() == List{2, 3, 4, 5, 9});
  CHECK(RowRanges(rows.list()) == rows);
  CHECK(RowRanges::first(3).list() == List{0, 1, 2});
  CHECK(RowRanges::first(0).empty());
}

TEST_CASE("ranges are the sets that lists of rows are") {
  constexpr std::int64_t all = 200;
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    const List a = some_rows(seed, all), b = some_rows(seed + 1000, all);
    const RowRanges in_a(a), in_b(b);
    List both, common, left;
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(left));
    CHECK(united(in_a, in_b) == RowRanges(both));
    CHECK(intersected(in_a, in_b) == RowRanges(common));
    CHECK(without(in_a, in_b) == RowRanges(left));
    CHECK(in_a.count() == static_cast<std::int64_t>(a.size()));
    for (std::int64_t row = 0; row < all; ++row) {
      CHECK(in_a.contains(row) == std::binary_search(a.begin(), a.end(), row));
    }
  }
}

TEST_CASE("ranges of samples, in words and as JSON") {
  const RowRanges ranges(List{0, 1, 2, 7, 9, 10});
  CHECK(ranges_text(ranges) == "samples 0 to 2, 7 and 9 to 10");
  CHECK(ranges_text(RowRanges(List{7})) == "sample 7");
  CHECK(ranges_json(ranges) == "[[0, 2], [7, 7], [9, 10]]");
  CHECK(ranges_json({}) == "[]");
  RowRanges many;
  for (std::int64_t i = 0; i < 100; ++i) many.add(10 * i, 10 * i + 5);
  CHECK(ranges_text(many) ==
        "samples 0 to 4, 10 to 14, 20 to 24, 30 to 34, 40 to 44, 50 to 54 and 470 more");
  many.add(995, 1000);
  CHECK(many.ranges().back() == RowRange{990, 1000});
}

}  // namespace
}  // namespace montecopter
