/// kill -9 at any moment: the file is absent or opens, finished samples verify, and resuming gives
/// the bytes of a run that was never interrupted.

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <csignal>
#include <filesystem>
#include <random>

#include "record/reader.hpp"
#include "record/sample_layout.hpp"

using namespace montecopter;
using namespace montecopter::testing;

namespace {

/// Writes as a run would, and tells through shared memory how many samples were acknowledged. If it
/// shall not finish, it waits before its last block: it is killed with samples missing however slow
/// its killer is.
[[noreturn]] void write_until_killed(const std::string& path, const Layout& layout,
                                     volatile std::int64_t* acknowledged, bool may_finish) {
  record::Writer writer = open_writer(path, layout);
  const auto blocks = blocks_of(writer.missing_rows());
  for (const auto& rows : blocks) {
    while (!may_finish && &rows == &blocks.back()) ::pause();
    writer.write(make_block(layout, rows));
    *acknowledged = *acknowledged + static_cast<std::int64_t>(rows.size());
  }
  writer.finish(sample_statistics(layout));
  ::_exit(0);
}

volatile std::int64_t* shared_counter() {
  void* memory = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return static_cast<volatile std::int64_t*>(memory);
}

}  // namespace

TEST_CASE("kill -9 at random moments costs no finished sample", "[slow]") {
  const Layout layout = sample_layout(2000, 1, 60);
  const TempDir dir;
  complete(dir / "expected.h5", layout);
  const std::string expected = read_file(dir / "expected.h5");
  std::minstd_rand random(7);
  int absent = 0;
  int unfinished = 0;
  for (int round = 0; round < 24; ++round) {
    const std::string path = dir / ("killed-" + std::to_string(round) + ".h5");
    volatile std::int64_t* acknowledged = shared_counter();
    const pid_t child = ::fork();
    const bool any_time = round % 2 == 0;
    if (child == 0) write_until_killed(path, layout, acknowledged, any_time);
    if (any_time) {
      ::usleep(static_cast<useconds_t>(random() % 20000));  // while it lays out, or soon after
    } else {
      const auto enough = static_cast<std::int64_t>(random() % 1900);
      while (*acknowledged <= enough) ::usleep(20);  // between two blocks, or within one
    }
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    if (!std::filesystem::exists(path)) {
      ++absent;
      CHECK(*acknowledged == 0);
    } else {
      const record::ResultFile file = record::ResultFile::open(path);
      const auto missing = file.unverified_samples().count();
      CHECK(layout.samples - missing >= *acknowledged);
      if (missing > 0) {
        ++unfinished;
        CHECK_FALSE(file.complete());
      }
    }
    complete(path, layout);
    const bool same = read_file(path) == expected;
    CHECK(same);
    std::filesystem::remove(path);
  }
  INFO("killed while laying out: " << absent);
  CHECK(unfinished >= 12);
}
