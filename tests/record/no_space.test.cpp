/// A full disk: told before the first step, or later without losing a finished sample.

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <filesystem>

#include "core/base/error.hpp"
#include "record/reader.hpp"
#include "record/sample_layout.hpp"

using namespace montecopter;
using namespace montecopter::testing;

namespace {

/// Runs in a child, whose limits and mounts are its own; returns its exit status.
template <class Work>
int status_in_child(const Work& work) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

}  // namespace

TEST_CASE("a disk that is too small is told before the first step, and nothing is left behind") {
  const TempDir dir;
  if (::mount("none", dir.path().c_str(), "tmpfs", 0, "size=1m") != 0) {
    WARN("skipped: no permission to mount a small tmpfs");
    return;
  }
  const Layout layout = sample_layout(200, 1, 500);
  try {
    open_writer(dir / "a.h5", layout);
    CHECK(false);
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::io);
    CHECK_THAT(error.what(), Catch::Contains("disk full") && Catch::Contains("bytes"));
  }
  CHECK(std::filesystem::is_empty(dir.path()));
  // Not even room for HDF5's own metadata.
  write_file(dir / "full", std::string(1 << 20, 'x'));
  CHECK_THROWS_AS(open_writer(dir / "a.h5", sample_layout(10, 0)), Error);
  CHECK(std::distance(std::filesystem::directory_iterator(dir.path()), {}) == 1);
  ::umount(dir.path().c_str());
}

TEST_CASE("a file larger than the disk as a whole is told at once") {
  const TempDir dir;
  const Layout layout = sample_layout(1, 0);
  Layout huge = layout;
  huge.samples = std::int64_t{1} << 49;
  CHECK_THROWS_WITH(open_writer(dir / "a.h5", huge), Catch::Contains("disk full"));
  CHECK(std::filesystem::is_empty(dir.path()));
}

TEST_CASE("a limit on the size of files is told when laying out") {
  const TempDir dir;
  const int status = status_in_child([&] {
    const struct rlimit limit = {100000, 100000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      open_writer(dir / "a.h5", sample_layout(200, 1, 500));
    } catch (const Error& error) {
      return static_cast<int>(error.code());
    }
    return 0;
  });
  CHECK(status == static_cast<int>(ExitCode::io));
  CHECK(std::filesystem::is_empty(dir.path()));
}

TEST_CASE("a write that fails late stops the run with an I/O error, and the file can be resumed") {
  const TempDir dir;
  const Layout layout = sample_layout(640, 1, 50);
  complete(dir / "expected.h5", layout);
  open_writer(dir / "a.h5", layout);
  const int status = status_in_child([&] {
    record::Writer writer = open_writer(dir / "a.h5", layout);
    const auto blocks = blocks_of(writer.missing_rows());
    writer.write(make_block(layout, blocks[0]));
    const struct rlimit limit = {400000, 400000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      for (const auto& rows : blocks) writer.write(make_block(layout, rows));
    } catch (const Error& error) {
      const bool says_how = std::string(error.what()).find("to resume") != std::string::npos;
      return says_how ? static_cast<int>(error.code()) : 1;
    }
    return 0;
  });
  CHECK(status == static_cast<int>(ExitCode::io));
  const auto missing = record::ResultFile::open(dir / "a.h5").unverified_samples();
  CHECK(missing.count() < 640);
  CHECK(*missing.begin() >= 64);
  complete(dir / "a.h5", layout);
  const bool same = read_file(dir / "a.h5") == read_file(dir / "expected.h5");
  CHECK(same);
}
