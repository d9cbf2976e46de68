#include "results/summarise/column_values.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "record/sample_layout.hpp"
#include "results/summarise/summary.hpp"

namespace montecopter {
namespace {

using namespace montecopter::testing;

/// A finished file of 20000 samples, of which the column t_end_s is 0.1 * row + 1.
std::string many_samples(const TempDir& dir) {
  const std::string path = dir / "many.h5";
  complete(path, sample_layout(20000, 0));
  return path;
}

TEST_CASE("a column that is read in pieces has the numbers of one that is kept") {
  const TempDir dir;
  const record::ResultFile file = record::ResultFile::open(many_samples(dir));
  const Samples samples = read_samples(file);
  RowRanges rows;
  rows.add(3, 9000);
  rows.add(9100);
  rows.add(12000, 20000);
  const ColumnValues kept(file, samples, rows, "t_end_s"),
      pieces(file, samples, rows, "t_end_s", 100);
  std::vector<double> expected, in_pieces;
  const auto all = file.read_f64("t_end_s");
  for (const std::int64_t row : rows) {
    const auto sample = static_cast<std::size_t>(row);
    if (samples.status[sample] == Status::ok) expected.push_back(all[sample]);
  }
  REQUIRE(expected.size() > 1000);
  int count = 0;
  pieces.each([&](std::span<const double> piece) {
    in_pieces.insert(in_pieces.end(), piece.begin(), piece.end());
    ++count;
  });
  CHECK(in_pieces == expected);
  CHECK(count > 3);
  kept.each([&](std::span<const double> piece) {
    CHECK(std::vector<double>(piece.begin(), piece.end()) == expected);
  });
  std::size_t next = 0;
  pieces.each_numbered([&](std::span<const NumberedValue> piece) {
    for (const NumberedValue& of : piece) {
      REQUIRE(of.value == expected[next++]);
      REQUIRE(all[static_cast<std::size_t>(of.number)] == of.value);
    }
  });
  CHECK(next == expected.size());
}

TEST_CASE("groups of samples are runs of rows") {
  Samples samples;
  samples.status.assign(10, Status::ok);
  samples.groups.resize(3);
  CHECK(samples.group_of(9) == 0);
  CHECK(samples.rows_by_group()[0] == RowRanges::first(10));
  samples.begin_group(0, 1);
  samples.begin_group(4, 2);
  samples.begin_group(7, 1);
  CHECK(samples.group_of(3) == 1);
  CHECK(samples.group_of(4) == 2);
  CHECK(samples.group_of(9) == 1);
  const auto rows = samples.rows_by_group();
  CHECK(rows[0].empty());
  CHECK(rows[1].list() == std::vector<std::int64_t>{0, 1, 2, 3, 7, 8, 9});
  CHECK(rows[2].list() == std::vector<std::int64_t>{4, 5, 6});
}

}  // namespace
}  // namespace montecopter
