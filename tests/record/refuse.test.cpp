/// What is not ours is refused and not touched.

#include <fcntl.h>
#include <linux/capability.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <filesystem>

#include "core/base/error.hpp"
#include "record/reader.hpp"
#include "record/sample_layout.hpp"
#include "record/writer.hpp"

using namespace montecopter;
using namespace montecopter::testing;

namespace {

/// The error of a call; fails the test if there is none.
template <class Call>
Error error_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  FAIL("no error");
  return Error(ExitCode::internal, "");
}

void require_refused(const std::string& path, const Layout& layout, const std::string& why) {
  const Error error = error_of([&] { open_writer(path, layout); });
  CHECK(error.code() == ExitCode::refused);
  CHECK_THAT(error.what(), Catch::StartsWith(path + ": error: ") && Catch::Contains(why));
}

/// Root may read everything; without its capabilities it is an owner like any other.
bool drop_capabilities() {
  __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {};
  return ::syscall(SYS_capset, &header, none) == 0;
}

/// The exit code that a call ends with in a child without privileges; 0 without an error.
template <class Call>
int unprivileged_code(const Call& call) {
  const pid_t child = ::fork();
  if (child == 0) {
    int code = drop_capabilities() ? 0 : 99;
    try {
      if (code == 0) call();
    } catch (const Error& error) {
      code = static_cast<int>(error.code());
    }
    ::_exit(code);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("names that are no regular files are refused by writer and reader") {
  const TempDir dir;
  const Layout layout = sample_layout(10, 0);
  std::filesystem::create_directory(dir / "directory");
  REQUIRE(::mkfifo((dir / "pipe").c_str(), 0600) == 0);
  std::filesystem::create_symlink(dir / "directory", dir / "link");
  std::filesystem::create_symlink(dir / "nothing", dir / "dangling");
  for (const auto& [name, why] : {std::pair{"directory", "directory"},
                                  {"pipe", "pipe"},
                                  {"link", "directory"},
                                  {"dangling", "broken symbolic link"}}) {
    const std::string path = dir / name;
    require_refused(path, layout, why);
    CHECK(error_of([&] { record::ResultFile::open(path); }).code() == ExitCode::refused);
  }
  require_refused("/dev/null", layout, "device");
  CHECK(std::distance(std::filesystem::directory_iterator(dir.path()), {}) == 4);
}

TEST_CASE("a link to a result file is followed") {
  const TempDir dir;
  const Layout layout = sample_layout(10, 0);
  complete(dir / "a.h5", layout);
  std::filesystem::create_symlink(dir / "a.h5", dir / "link");
  CHECK(open_writer(dir / "link", layout).was_complete());
}

TEST_CASE("other files are refused and stay as they are, byte for byte") {
  const TempDir dir;
  const Layout layout = sample_layout(10, 2);
  complete(dir / "ours.h5", layout);
  const std::string ours = read_file(dir / "ours.h5");
  std::string bytes = ours;
  std::string why;
  Layout wanted = layout;
  SECTION("empty") { bytes = "", why = "not an HDF5 file"; }
  SECTION("text") { bytes = "name = 1\n", why = "not an HDF5 file"; }
  SECTION("zeros") { bytes = std::string(100000, '\0'), why = "not an HDF5 file"; }
  SECTION("truncated") { bytes.resize(ours.size() / 2), why = "truncated"; }
  SECTION("another scenario") {
    wanted.resolved_text = "schema = 1\nname = \"sample\"\nmass_kg = 2.1\n";
    why = "line 3: 'mass_kg = 2.0  # µ' against 'mass_kg = 2.1'";
  }
  SECTION("another version") {
    wanted.root_attributes[1].second = "0.2.0";
    why = "attribute 'version'";
  }
  SECTION("another layout") { wanted.columns.pop_back(), why = "additional datasets"; }
  SECTION("another type") { wanted.columns[1].element = Element::f32, why = "element type"; }
  SECTION("another unit") { wanted.columns[1].unit = "ms", why = "units"; }
  SECTION("another size") { wanted.dimensions[1].size = 2, why = "shape"; }
  SECTION("more samples") { wanted.samples = 11, why = "shape"; }
  write_file(dir / "a.h5", bytes);
  require_refused(dir / "a.h5", wanted, why);
  CHECK(read_file(dir / "a.h5") == bytes);
}

TEST_CASE("a file that cannot be created or read is an I/O error") {
  const TempDir dir;
  const Layout layout = sample_layout(10, 0);
  CHECK(error_of([&] { open_writer(dir / "no/a.h5", layout); }).code() == ExitCode::io);
  CHECK(error_of([&] { record::ResultFile::open(dir / "a.h5"); }).code() == ExitCode::io);
  write_file(dir / "file", "x");
  CHECK(error_of([&] { open_writer(dir / "file/a.h5", layout); }).code() == ExitCode::io);
  complete(dir / "a.h5", layout);
  CHECK(unprivileged_code([&] { open_writer(dir / "a.h5", layout); }) == 0);
  ::chmod((dir / "a.h5").c_str(), 0);
  CHECK(unprivileged_code([&] { open_writer(dir / "a.h5", layout); }) ==
        static_cast<int>(ExitCode::io));
}
