/// All checks compared by several threads: the same findings as by one.

#include "record/examine.hpp"

#include <catch2/catch.hpp>

#include "record/sample_layout.hpp"
#include "record/writer.hpp"

using namespace montecopter;
using namespace montecopter::testing;
using record::ResultFile;
using record::SampleRanges;

namespace {

/// Flips a byte of the row of a dataset.
void damage(const std::string& path, const std::string& name, std::int64_t row) {
  const ResultFile file = ResultFile::open(path);
  std::string bytes = read_file(path);
  const record::Dataset& dataset = file.at(name);
  bytes[dataset.offset + dataset.row_bytes() * static_cast<std::uint64_t>(row)] ^= 1;
  write_file(path, bytes);
}

}  // namespace

TEST_CASE("several threads find what one finds", "[examine]") {
  const TempDir dir;
  const Layout layout = sample_layout(500, 3, 20);
  const std::string path = dir / "a.h5";
  {
    const record::Writer writer = open_writer(path, layout);
    for (const auto& rows : blocks_of(writer.missing_rows())) {
      if (rows.front() != 128) writer.write(make_block(layout, rows));
    }
  }
  damage(path, "status", 0);
  damage(path, "status", 499);
  damage(path, "position", 7);  // the trace of sample 21
  damage(path, "check", 70);
  const ResultFile file = ResultFile::open(path);
  const record::Unverified one = file.find_unverified();
  CHECK(one.damaged == std::vector<std::int64_t>{0, 21, 70, 499});
  CHECK(record::ranges_of(one.missing) == SampleRanges{{128, 192}});
  for (const int threads : {1, 2, 3, 7, 600}) {
    const record::Unverified found = record::examine(file, threads);
    CHECK(found.damaged == one.damaged);
    CHECK(found.missing == one.missing);
  }
}

TEST_CASE("ranges of samples, in words and as JSON", "[examine]") {
  const auto ranges = record::ranges_of({0, 1, 2, 7, 9, 10});
  CHECK(ranges == SampleRanges{{0, 3}, {7, 8}, {9, 11}});
  CHECK(count_of(ranges) == 6);
  CHECK(record::ranges_text(ranges) == "samples 0 to 2, 7 and 9 to 10");
  CHECK(record::ranges_text({{7, 8}}) == "sample 7");
  CHECK(record::ranges_json(ranges) == "[[0, 2], [7, 7], [9, 10]]");
  CHECK(record::ranges_json({}) == "[]");
  SampleRanges many;
  for (std::int64_t i = 0; i < 100; ++i) add_range(many, {10 * i, 10 * i + 5});
  CHECK(record::ranges_text(many) ==
        "samples 0 to 4, 10 to 14, 20 to 24, 30 to 34, 40 to 44, 50 to 54 and 470 more");
  add_range(many, {995, 1000});
  CHECK(many.back() == record::SampleRange{990, 1000});
}
