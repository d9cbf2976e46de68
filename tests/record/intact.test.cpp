#include "record/intact.hpp"

#include <catch2/catch.hpp>

#include "core/base/error.hpp"
#include "record/sample_layout.hpp"
#include "record/writer.hpp"

using namespace montecopter;
using namespace montecopter::testing;
using record::Dataset;
using record::ResultFile;

namespace {

std::string finished_file(const TempDir& dir) {
  const Layout layout = sample_layout(60, 2, 20);
  record::Writer writer = open_writer(dir / "a.h5", layout);
  for (const auto& rows : blocks_of(writer.missing_rows())) writer.write(make_block(layout, rows));
  writer.finish(sample_statistics(layout));
  return dir / "a.h5";
}

/// What is said of the file with one of its bytes changed.
std::string said_of(const std::string& path, std::uint64_t byte, int change = 1) {
  const std::string whole = read_file(path);
  std::string broken = whole;
  broken[byte] = static_cast<char>(broken[byte] ^ change);
  write_file(path, broken);
  std::string said;
  try {
    require_intact(ResultFile::open(path));
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::refused);
    said = error.what();
  }
  write_file(path, whole);
  return said;
}

}  // namespace

TEST_CASE("a file as it was written is intact") {
  const TempDir dir;
  CHECK_NOTHROW(require_intact(ResultFile::open(finished_file(dir))));
  record::Writer writer = open_writer(dir / "b.h5", sample_layout());
  writer.write(make_block(sample_layout(), {3, 4, 5}));
  CHECK_NOTHROW(require_intact(ResultFile::open(dir / "b.h5")));
}

TEST_CASE("a changed byte of any number is found") {
  const TempDir dir;
  const std::string path = finished_file(dir);
  const ResultFile file = ResultFile::open(path);
  for (const Dataset& dataset : file.datasets()) {
    // Steps need but ascend, and other items of /provenance are not shown.
    const bool is_shown = dataset.is_root() && dataset.name != "checkpoint";
    if (dataset.scale == record::Scale::bare ||
        !(is_shown || dataset.name == "provenance/resolved")) {
      continue;
    }
    for (const std::uint64_t at : {std::uint64_t{0}, dataset.bytes() / 2, dataset.bytes() - 2}) {
      INFO(dataset.name << ", byte " << at);
      CHECK_THAT(said_of(path, dataset.offset + at, 0x10), Catch::StartsWith(path + ": error: "));
    }
  }
}

TEST_CASE("what is damaged is named") {
  const TempDir dir;
  const std::string path = finished_file(dir);
  const ResultFile file = ResultFile::open(path);
  const auto at = [&](const char* name) { return file.at(name).offset; };
  CHECK_THAT(said_of(path, at("status") + 17), Catch::Contains("the stored check of sample 17)"));
  const std::uint64_t trace = file.at("position").row_bytes();
  CHECK_THAT(said_of(path, at("position") + 5 * trace), Catch::Contains("check of sample 10)"));
  CHECK_THAT(said_of(path, at("stat_t_end_s") + 3),
             Catch::Contains("its content hash does not match"));
  CHECK_THAT(said_of(path, at("provenance/volatile/content_sha256")),
             Catch::Contains("its content hash does not match"));
  CHECK_THAT(said_of(path, at("time") + 8 * 7 + 5), Catch::Contains("'time' is wrong at index 7"));
  CHECK_THAT(said_of(path, at("sample") + 8 * 7), Catch::Contains("'sample' is wrong at index 7"));
}

TEST_CASE("a finished file has all checks") {
  const TempDir dir;
  const std::string path = finished_file(dir);
  const std::uint64_t check = ResultFile::open(path).at("check").offset;
  std::string broken = read_file(path);
  broken.replace(check + 16 * 3, 16 * 2, 16 * 2, '\0');
  write_file(path, broken);
  CHECK_THROWS_WITH(require_intact(ResultFile::open(path)),
                    Catch::Contains("no check of samples 3 and 4)"));
}
