#include "record/writer.hpp"

#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <atomic>
#include <cstring>
#include <filesystem>
#include <functional>
#include <limits>
#include <thread>

#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "record/reader.hpp"
#include "record/sample_layout.hpp"

using namespace montecopter;
using namespace montecopter::testing;
using record::ResultFile;
using record::Writer;

namespace {

/// Called before each fdatasync of this program, if set.
std::function<void(int fd)> on_sync_data;

}  // namespace

/// Stands in for the C library's.
extern "C" int fdatasync(int fd) {
  if (on_sync_data) on_sync_data(fd);
  return static_cast<int>(::syscall(SYS_fdatasync, fd));
}

namespace {

RowRanges all_rows(const Layout& layout) { return RowRanges::first(layout.samples); }

}  // namespace

TEST_CASE("what was written is read back") {
  const TempDir dir;
  const Layout layout = sample_layout();
  const std::string path = dir / "a.h5";
  Writer writer = open_writer(path, layout);
  CHECK(writer.warnings().empty());
  CHECK(writer.missing_rows() == all_rows(layout));
  CHECK(writer.content_sha256().empty());
  for (const auto& rows : blocks_of(all_rows(layout))) writer.write(make_block(layout, rows));
  writer.finish(sample_statistics(layout));

  const ResultFile file = ResultFile::open(path);
  CHECK(file.complete());
  CHECK(file.resolved_text() == layout.resolved_text);
  CHECK(file.scenario_text() == layout.scenario_text);
  CHECK(file.root_attribute("seed") == "42");
  CHECK(file.root_attribute("Conventions") == "CF-1.10");
  CHECK(file.at("position").dims == std::vector<std::string>{"trace_sample", "time", "axis"});
  CHECK(file.at("position").text("units") == "m");
  CHECK(file.at("position").text("frame") == "NED");
  CHECK(file.read_f64("time")[3] == 0.03);
  CHECK(file.read_i64("checkpoint")[2] == 20);
  CHECK(file.trace_samples() == layout.trace_samples);
  CHECK(file.read_f64("in_vehicle.mass_kg")[10] == 2.0);
  CHECK(file.read_f64("stat_t_end_s") == std::vector<double>{0.5, 1.5, 2.5});
  CHECK(file.status() == std::vector<std::int8_t>(200, 1));
  CHECK(file.unverified_samples().empty());
  CHECK(file.content_sha256().size() == 64);
  CHECK(file.content_sha256() == writer.content_sha256());
  CHECK(file.content_sha256() == file.computed_content_sha256());
  CHECK_THROWS_WITH(file.at("positon"), Catch::Contains("Did you mean 'position'?"));
  CHECK_THROWS_AS(file.at("axis"), Error);
}

TEST_CASE("a file that was only laid out says so") {
  const TempDir dir;
  const Layout layout = sample_layout(70, 3);
  open_writer(dir / "a.h5", layout);
  const ResultFile file = ResultFile::open(dir / "a.h5");
  CHECK_FALSE(file.complete());
  CHECK(file.content_sha256().empty());
  CHECK(file.status() == std::vector<std::int8_t>(70, 0));
  CHECK(file.unverified_samples() == all_rows(layout));
  for (const double t_end_s : file.read_f64("t_end_s")) CHECK(std::isnan(t_end_s));
  for (const double x : file.read_f64("position")) REQUIRE(x == 0);
  for (const auto word : file.read_u64("check")) REQUIRE(word == 0);
}

TEST_CASE("bytes do not depend on the order of writing, on threads, or on the time of day") {
  const TempDir dir;
  const Layout layout = sample_layout(1000, 3);
  complete(dir / "forward.h5", layout);
  {
    Writer writer = open_writer(dir / "backward.h5", layout);
    auto blocks = blocks_of(all_rows(layout));
    std::reverse(blocks.begin(), blocks.end());
    for (const auto& rows : blocks) writer.write(make_block(layout, rows));
    writer.finish(sample_statistics(layout));
  }
  {
    Writer writer = open_writer(dir / "threads.h5", layout);
    const auto blocks = blocks_of(all_rows(layout));
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
      for (std::size_t i = next++; i < blocks.size(); i = next++) {
        writer.write(make_block(layout, blocks[i]));
      }
    };
    std::thread first(work);
    std::thread second(work);
    first.join();
    second.join();
    std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // another second on the clock
    writer.finish(sample_statistics(layout));
  }
  const std::string expected = read_file(dir / "forward.h5");
  CHECK(read_file(dir / "backward.h5") == expected);
  CHECK(read_file(dir / "threads.h5") == expected);
}

TEST_CASE("what is volatile stays out of the bytes when the file shall be reproducible") {
  const TempDir dir;
  const Layout layout = sample_layout(64, 0);
  const auto make = [&](const std::string& path, const record::Volatile& about, bool reproducible) {
    Writer writer = Writer::create_or_resume(path, layout, about, {reproducible});
    writer.write(make_block(layout, all_rows(layout).list()));
    writer.finish(sample_statistics(layout));
    return writer.content_sha256();
  };
  const record::Volatile one{"here", "1", "g++ 12", "avx2", 1};
  const record::Volatile other{"there", "2", "clang 14", std::string(300, 'x'), 8};
  const std::string content = make(dir / "a.h5", one, true);
  CHECK(make(dir / "b.h5", other, true) == content);
  CHECK(read_file(dir / "a.h5") == read_file(dir / "b.h5"));
  CHECK(make(dir / "c.h5", other, false) == content);
  const ResultFile file = ResultFile::open(dir / "c.h5");
  CHECK(file.read_i64("provenance/volatile/threads")[0] == 8);
  CHECK(file.read_f64("provenance/volatile/wall_s")[0] > 0);
  const auto host = file.read_i64("provenance/volatile/host");
  CHECK(std::string(host.begin(), host.begin() + 6) == std::string("there\0", 6));
  // Resumed as reproducible, a finished file loses what is volatile.
  CHECK(Writer::create_or_resume(dir / "c.h5", layout, one, {false}).volatile_matches());
  {
    Writer again = Writer::create_or_resume(dir / "c.h5", layout, one, {true});
    CHECK(again.was_complete());
    CHECK_FALSE(again.volatile_matches());
    again.finish(sample_statistics(layout));
    CHECK(again.volatile_matches());
  }
  CHECK(Writer::create_or_resume(dir / "a.h5", layout, one, {true}).volatile_matches());
  CHECK(read_file(dir / "c.h5") == read_file(dir / "a.h5"));
}

TEST_CASE("a finished file has nothing to fly; a damaged sample is flown again") {
  const TempDir dir;
  const Layout layout = sample_layout(200, 2);
  const std::string path = dir / "a.h5";
  complete(path, layout);
  const std::string whole = read_file(path);
  CHECK(open_writer(path, layout).was_complete());
  CHECK(read_file(path) == whole);

  const record::Dataset trace = ResultFile::open(path).at("position");
  std::string damaged = whole;
  damaged[trace.offset + 7 * trace.row_bytes() + 5] ^= 1;  // trace 7 is sample 14
  write_file(path, damaged);
  {
    const Writer writer = open_writer(path, layout);
    CHECK(writer.missing_rows().list() == std::vector<std::int64_t>{14});
    CHECK_FALSE(writer.was_complete());
    const ResultFile file = ResultFile::open(path);
    CHECK_FALSE(file.complete());
    CHECK(std::isnan(file.read_f64("stat_t_end_s")[0]));
  }
  complete(path, layout);
  CHECK(read_file(path) == whole);
}

TEST_CASE("damaged statistics or content hash are computed again") {
  const TempDir dir;
  const Layout layout = sample_layout(200, 2);
  const std::string path = dir / "a.h5";
  complete(path, layout);
  const std::string whole = read_file(path);
  for (const char* name : {"stat_t_end_s", "provenance/volatile/content_sha256"}) {
    INFO(name);
    std::string damaged = whole;
    damaged[ResultFile::open(path).schema().at(name).offset + 3] ^= 1;
    write_file(path, damaged);
    {
      const Writer writer = open_writer(path, layout);
      CHECK_FALSE(writer.was_complete());
      CHECK(writer.missing_rows().empty());
      REQUIRE(writer.warnings().size() == 1);
      CHECK_THAT(writer.warnings()[0], Catch::Contains("content hash"));
      CHECK_FALSE(ResultFile::open(path).complete());
    }
    complete(path, layout);
    const bool same = read_file(path) == whole;
    CHECK(same);
  }
}

TEST_CASE("damaged indices, coordinates and texts are written again") {
  const TempDir dir;
  const Layout layout = sample_layout(200, 2);
  const std::string path = dir / "a.h5";
  complete(path, layout);
  const std::string whole = read_file(path);
  for (const char* name : {"sample", "trace_sample", "time", "checkpoint", "provenance/scenario"}) {
    INFO(name);
    std::string damaged = whole;
    damaged[ResultFile::open(path).schema().at(name).offset + 14] ^= 64;
    write_file(path, damaged);
    const Writer writer = open_writer(path, layout);
    CHECK(writer.was_complete());
    REQUIRE(writer.warnings().size() == 1);
    CHECK_THAT(writer.warnings()[0], Catch::Contains("'" + std::string(name) + "'"));
    const bool same = read_file(path) == whole;
    CHECK(same);
  }
}

TEST_CASE("that a file is no longer complete reaches the disk before anything else changes") {
  const TempDir dir;
  const Layout layout = sample_layout(200, 2);
  const std::string path = dir / "a.h5";
  complete(path, layout);
  const record::Schema schema = ResultFile::open(path).schema();
  const std::uint64_t flag = schema.at("provenance/volatile/complete").offset;
  std::string damaged = read_file(path);
  damaged[schema.at("t_end_s").offset] ^= 1;
  write_file(path, damaged);
  std::string expected = damaged;
  expected[flag] = 0;
  int syncs = 0;
  on_sync_data = [&](int) {
    if (syncs++ > 0) return;
    const bool only_the_flag = read_file(path) == expected;
    CHECK(only_the_flag);
  };
  open_writer(path, layout);
  on_sync_data = {};
  CHECK(syncs > 0);
}

TEST_CASE("whole numbers are read as doubles only if they are exact") {
  const TempDir dir;
  const Layout layout = sample_layout(1, 0);
  constexpr std::int64_t exact = std::int64_t{1} << 53;
  constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
  for (const std::int64_t value : {exact, -exact, exact + 1, -exact - 1, lowest}) {
    const std::string path = dir / (std::to_string(value) + ".h5");
    Block block = make_block(layout, {0});
    std::memcpy(block.data[3].data(), &value, sizeof value);
    open_writer(path, layout).write(block);
    const ResultFile file = ResultFile::open(path);
    CHECK(file.read_i64("sweep_point")[0] == value);
    if (value == exact || value == -exact) {
      CHECK(file.read_f64("sweep_point")[0] == static_cast<double>(value));
    } else {
      CHECK_THROWS_AS(file.read_f64("sweep_point"), Error);
    }
  }
}

TEST_CASE("every byte of a sample is covered by its check") {
  const TempDir dir;
  const Layout layout = sample_layout(5, 2, 3);
  const std::string path = dir / "a.h5";
  complete(path, layout);
  const std::string whole = read_file(path);
  const auto datasets = ResultFile::open(path).datasets();
  for (const record::Dataset& dataset : datasets) {
    const bool by_sample = !dataset.dims.empty() && dataset.scale == record::Scale::none &&
                           dataset.dims[0] != "statistic" && dataset.is_root();
    if (!by_sample) continue;
    INFO(dataset.name);
    for (std::int64_t row = 0; row < dataset.rows(); ++row) {
      std::string damaged = whole;
      damaged[dataset.offset + static_cast<std::uint64_t>(row + 1) * dataset.row_bytes() - 1] ^= 64;
      write_file(path, damaged);
      const std::int64_t sample = dataset.dims[0] == "sample" ? row : 2 * row;
      CHECK(ResultFile::open(path).unverified_samples().list() ==
            std::vector<std::int64_t>{sample});
    }
  }
}

TEST_CASE("one writer at a time") {
  const TempDir dir;
  const Layout layout = sample_layout(10, 0);
  const Writer writer = open_writer(dir / "a.h5", layout);
  const std::string before = read_file(dir / "a.h5");
  CHECK_THROWS_WITH(open_writer(dir / "a.h5", layout),
                    Catch::Contains("another process is writing"));
  try {
    open_writer(dir / "a.h5", layout);
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::io);
  }
  CHECK(read_file(dir / "a.h5") == before);
  CHECK(ResultFile::open(dir / "a.h5").samples() == 10);  // readers are not locked out
}

TEST_CASE("two that start at once: one file, one of them told") {
  const Layout layout = sample_layout(64, 0);
  for (int round = 0; round < 10; ++round) {
    const TempDir dir;
    int gate[2];  // who gets the file keeps it until the other one has ended
    REQUIRE(::pipe(gate) == 0);
    for (int i = 0; i < 2; ++i) {
      if (::fork() == 0) {
        ::close(gate[1]);
        int code = 0;
        try {
          const Writer writer = open_writer(dir / "a.h5", layout);
          struct pollfd closed = {gate[0], POLLIN, 0};
          ::poll(&closed, 1, 20000);  // [ms] not for ever, if both got it
        } catch (const Error& error) {
          code = static_cast<int>(error.code());
        }
        ::_exit(code);
      }
    }
    int sum = 0;
    for (int i = 0; i < 2; ++i) {
      int status = 0;
      ::wait(&status);
      if (i == 0) ::close(gate[1]);
      REQUIRE(WIFEXITED(status));
      sum += WEXITSTATUS(status);
    }
    ::close(gate[0]);
    CHECK(sum == static_cast<int>(ExitCode::io));
    CHECK(std::distance(std::filesystem::directory_iterator(dir.path()), {}) == 1);
  }
}

TEST_CASE("blocks that do not fit are mistakes of the program") {
  const TempDir dir;
  const Layout layout = sample_layout(200, 2);
  const Writer writer = open_writer(dir / "a.h5", layout);
  CHECK_THROWS_AS(writer.write(make_block(layout, {63, 64})), Error);
  CHECK_THROWS_AS(writer.write(make_block(layout, {2, 1})), Error);
  CHECK_THROWS_AS(writer.write(make_block(layout, {199, 200})), Error);
  Block block = make_block(layout, {1, 2, 5});
  block.data[1].pop_back();
  CHECK_THROWS_AS(writer.write(block), Error);
  CHECK_NOTHROW(writer.write(make_block(layout, {1, 2, 5})));
  CHECK_NOTHROW(writer.write(Block{}));
}

TEST_CASE("finishing with samples that were never written is a mistake of the program") {
  const TempDir dir;
  const Layout layout = sample_layout(10, 0);
  Writer writer = open_writer(dir / "a.h5", layout);
  writer.write(make_block(layout, {0, 1, 2}));
  CHECK_THROWS_WITH(writer.finish(sample_statistics(layout)), Catch::Contains("sample 3"));
  CHECK_FALSE(ResultFile::open(dir / "a.h5").complete());
}

TEST_CASE("hundreds of columns on one scale") {
  const TempDir dir;
  Layout layout = sample_layout(100, 0);
  for (int i = 0; i < 900; ++i) {
    Column column = layout.columns[1];
    column.name = "m_" + std::to_string(i);
    layout.columns.push_back(column);
  }
  complete(dir / "a.h5", layout);
  const ResultFile file = ResultFile::open(dir / "a.h5");
  CHECK(file.unverified_samples().empty());
  CHECK(file.at("m_899").dims == std::vector<std::string>{"sample"});
}
