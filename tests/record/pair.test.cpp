/// A pair is held against what each file tells when it is read alone.

#include "record/pair.hpp"

#include <catch2/catch.hpp>

#include "record/sample_layout.hpp"

using namespace montecopter;
using namespace montecopter::testing;
using record::ResultFile;

namespace {

/// Adds 1 to a byte of a dataset.
void damage(const std::string& path, const std::string& dataset, std::uint64_t byte) {
  const std::uint64_t at = [&] {
    const ResultFile file = ResultFile::open(path);
    return file.at(dataset).offset + byte;
  }();
  std::string bytes = read_file(path);
  ++bytes[at];
  write_file(path, bytes);
}

void check_pair(const std::string& a, const std::string& b,
                const std::vector<std::string>& unequal) {
  const ResultFile file_a = ResultFile::open(a), file_b = ResultFile::open(b);
  REQUIRE(record::is_alike(file_a, file_b));
  for (const int threads : {1, 3}) {
    const record::PairReading reading = record::read_pair(file_a, file_b, threads);
    CHECK(reading.a.damaged == file_a.find_unverified().damaged);
    CHECK(reading.a.missing == file_a.find_unverified().missing);
    CHECK(reading.b.damaged == file_b.find_unverified().damaged);
    CHECK(reading.b.missing == file_b.find_unverified().missing);
    for (const char* name : {"status", "t_end_s", "digest", "position", "attitude", "gust"}) {
      const bool differs = std::find(unequal.begin(), unequal.end(), name) != unequal.end();
      CAPTURE(name);
      CHECK(reading.equal.count(name) == (differs ? 0 : 1));
    }
  }
}

}  // namespace

TEST_CASE("files that are read as a pair tell what each tells alone") {
  const TempDir dir;
  // Rows of 500 and of 400 000 bytes and more: in groups, and in pieces.
  for (const std::int64_t times : {20, 20000}) {
    const Layout layout = sample_layout(70, 20, times);
    complete(dir / "a.h5", layout);
    complete(dir / "b.h5", layout);
    check_pair(dir / "a.h5", dir / "b.h5", {});
    damage(dir / "b.h5", "position", 3 * 20 * 24 + 5);
    check_pair(dir / "a.h5", dir / "b.h5", {"position"});
    check_pair(dir / "b.h5", dir / "a.h5", {"position"});
    damage(dir / "a.h5", "t_end_s", 69 * 8);
    check_pair(dir / "a.h5", dir / "b.h5", {"position", "t_end_s"});
    damage(dir / "b.h5", "gust", static_cast<std::uint64_t>(4 * times * 4 - 1));
    check_pair(dir / "a.h5", dir / "b.h5", {"position", "t_end_s", "gust"});
    std::filesystem::remove(dir / "a.h5");
    std::filesystem::remove(dir / "b.h5");
  }
}

TEST_CASE("samples that were not flown are missing in the pair, too") {
  const TempDir dir;
  const Layout layout = sample_layout(70, 20, 20);
  complete(dir / "a.h5", layout);
  {
    record::Writer writer = open_writer(dir / "b.h5", layout);
    writer.write(make_block(layout, {0, 1, 2}));
  }
  check_pair(dir / "a.h5", dir / "b.h5",
             {"status", "t_end_s", "digest", "position", "attitude", "gust"});
}

TEST_CASE("files of other shapes are no pair") {
  const TempDir dir;
  complete(dir / "a.h5", sample_layout(60, 2, 20));
  const auto is_pair = [&](const Layout& layout) {
    std::filesystem::remove(dir / "b.h5");
    complete(dir / "b.h5", layout);
    return record::is_alike(ResultFile::open(dir / "a.h5"), ResultFile::open(dir / "b.h5"));
  };
  CHECK(is_pair(sample_layout(60, 2, 20)));
  CHECK_FALSE(is_pair(sample_layout(59, 2, 20)));
  CHECK_FALSE(is_pair(sample_layout(60, 3, 20)));
  CHECK_FALSE(is_pair(sample_layout(60, 2, 21)));
  CHECK_FALSE(is_pair(sample_layout(60, 0)));
}
