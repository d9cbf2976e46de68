/// Files beyond what 32 bits count and this disk holds: laid out with holes, of which only what is
/// written takes room.

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "record/posix.hpp"
#include "record/sample_layout.hpp"
#include "record/signals.hpp"

namespace montecopter::testing {
namespace {

using record::ResultFile;
using record::Writer;

constexpr std::uint64_t terabyte = 1'000'000'000'000;

/// False, with a remark, where files cannot be that large.
bool can_be_large(const TempDir& dir) {
  const std::string path = dir / "trial";
  const record::Fd fd = record::create_exclusive(path);
  const bool can = ::ftruncate(fd.get(), 3 * static_cast<off_t>(terabyte)) == 0;
  ::unlink(path.c_str());
  if (!can) WARN("not tried: this file system has no files of 3 TB");
  return can;
}

Writer sparse_writer(const std::string& path, const Layout& layout) {
  return Writer::create_or_resume(path, layout, {"host", "build", "g++", "avx2", 2},
                                  {.reproducible = true, .sparse = true});
}

std::uint64_t bytes_on_disk(const std::string& path) {
  struct stat status = {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return static_cast<std::uint64_t>(status.st_blocks) * 512;
}

TEST_CASE("more than 2^31 rows of traces in more than a terabyte are where they belong") {
  const TempDir dir;
  if (!can_be_large(dir)) return;
  constexpr std::int64_t samples = 50'000, times = 400'000;
  static_assert(samples * times > std::int64_t{1} << 31);
  const Layout layout = sample_layout(samples, 1, times);
  REQUIRE(layout.trace_samples.size() == samples);
  const std::string path = dir / "traces.h5";
  {
    const Writer writer = sparse_writer(path, layout);
    for (const std::int64_t row : {std::int64_t{0}, samples / 2, samples - 1}) {
      writer.write(make_block(layout, {row}));
    }
  }
  CHECK(bytes_on_disk(path) < 200'000'000);
  const ResultFile file = ResultFile::open(path);
  CHECK(record::file_size(file.fd(), path) > terabyte);
  CHECK(file.unverified_samples().count() == samples - 3);
  const Block last = make_block(layout, {samples - 1});
  for (std::size_t c = 0; c < layout.columns.size(); ++c) {
    if (layout.columns[c].rows == Rows::none) continue;
    INFO(layout.columns[c].name);
    const bool same =
        file.read_rows(file.at(layout.columns[c].name), samples - 1, 1) == last.data[c];
    CHECK(same);
  }
  // The signal as others read it: from the end of the last trace.
  const auto signals = record::traced_signals(file);
  const auto& position = *std::find_if(signals.begin(), signals.end(),
                                       [](const auto& s) { return s.name() == "position"; });
  const auto end = record::read_trace(file, position, samples - 1, times - 1, 1);
  REQUIRE(end.size() == 3);
  const double of_row = 0.1 * static_cast<double>(samples - 1) + 1;
  CHECK(end[2] == Approx(of_row + 0.001 * (3.0 * times - 1)).epsilon(1e-12));
}

TEST_CASE("a file of one trace that was damaged behind the first terabyte is resumed there") {
  const TempDir dir;
  if (!can_be_large(dir)) return;
  const Layout layout = sample_layout(50'000, 1, 400'000);
  const std::string path = dir / "traces.h5";
  const std::int64_t last = layout.samples - 1;
  {
    const Writer writer = sparse_writer(path, layout);
    writer.write(make_block(layout, {last - 1, last}));
  }
  {
    const ResultFile file = ResultFile::open(path, true);
    const record::Dataset& gust = file.at("gust");
    REQUIRE(gust.offset + gust.bytes() > terabyte);
    const std::byte other{0x5a};
    record::pwrite_all(file.fd(), std::span(&other, 1), gust.offset + gust.bytes() - 7, path);
  }
  const ResultFile file = ResultFile::open(path);
  CHECK(file.find_unverified().damaged.list() == std::vector<std::int64_t>{last});
  const Writer writer = sparse_writer(path, layout);
  RowRanges missing = RowRanges::first(last - 1);
  missing.add(last);
  CHECK(writer.missing_rows() == missing);
}

TEST_CASE("samples beyond what 32 bits count are where they belong") {
  const TempDir dir;
  if (!can_be_large(dir)) return;
  constexpr std::int64_t samples = 6'000'000'000;
  const Layout layout = sample_layout(samples, 0);
  const std::string path = dir / "samples.h5";
  std::vector<std::vector<std::int64_t>> blocks;
  for (const std::int64_t first :
       {std::int64_t{0}, std::int64_t{1} << 31, (std::int64_t{1} << 32) - 64, samples - 64}) {
    blocks.push_back({first, first + 1, first + 63});
  }
  {
    const Writer writer = sparse_writer(path, layout);
    CHECK(writer.missing_rows().count() == samples);
    for (const auto& rows : blocks) writer.write(make_block(layout, rows));
  }
  CHECK(bytes_on_disk(path) < 100'000'000);
  const ResultFile file = ResultFile::open(path);
  CHECK(record::file_size(file.fd(), path) > terabyte);
  CHECK(file.samples() == samples);
  const auto& end = file.at("t_end_s");
  const auto& check = file.at("check");
  for (const auto& rows : blocks) {
    for (const std::int64_t row : rows) {
      CHECK(file.read_f64(end, row, 1)[0] == 0.1 * static_cast<double>(row) + 1);
      const auto bytes = file.read_rows(check, row, 1);
      CHECK(std::any_of(bytes.begin(), bytes.end(), [](std::byte b) { return b != std::byte{0}; }));
    }
    CHECK(file.read_f64(end, rows[1] + 1, 1)[0] == 0);
  }
}

}  // namespace
}  // namespace montecopter::testing
