/// All checks compared by several threads: the same findings as by one.

#include "record/examine.hpp"

#include <catch2/catch.hpp>

#include "record/sample_layout.hpp"
#include "record/writer.hpp"

using namespace montecopter;
using namespace montecopter::testing;
using record::ResultFile;

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
  const record::UnverifiedSamples one = file.find_unverified();
  CHECK(one.damaged.list() == std::vector<std::int64_t>{0, 21, 70, 499});
  CHECK(one.missing == without(RowRanges::first(192), RowRanges::first(128)));
  for (const int threads : {1, 2, 3, 7, 600}) {
    const record::UnverifiedSamples found = record::examine(file, threads);
    CHECK(found.damaged == one.damaged);
    CHECK(found.missing == one.missing);
  }
}
