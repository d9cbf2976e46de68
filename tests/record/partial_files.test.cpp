/// What is beside a file under the name of a partial one: what is provably ours is removed,
/// anything else is named.

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <iterator>
#include <string>

#include "record/sample_layout.hpp"
#include "record/writer.hpp"

using namespace montecopter;
using namespace montecopter::testing;
using record::Writer;

namespace {

/// The PID of a process that is gone.
pid_t dead_pid() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return child;
}

}  // namespace

TEST_CASE("partial files that are not provably ours are named and left alone") {
  const TempDir dir;
  const Layout layout = sample_layout(10, 0);
  const std::string pid = std::to_string(dead_pid());
  const std::string foreign = dir / ("a.h5.partial-" + pid);
  write_file(foreign, "x");
  // As after a restart in a container, where every run has this PID.
  const std::string own = dir / ("a.h5.partial-" + std::to_string(::getpid()));
  write_file(own, "x");
  const std::string linked = dir / ("a.h5.partial-" + pid + ".1");
  write_file(linked, "");
  std::filesystem::create_hard_link(linked, dir / "kept");
  const std::string locked = dir / ("a.h5.partial-" + pid + ".2");
  const record::Fd holder = record::create_exclusive(locked);
  REQUIRE(record::lock_exclusively(holder.get(), locked));
  const std::string no_pipe = dir / ("a.h5.partial-" + pid + ".3");
  REQUIRE(::mkfifo(no_pipe.c_str(), 0600) == 0);
  // Nothing of these says that it is a partial file of a.h5.
  for (const std::string name : {"a.h5.partial-x", "b.h5.partial-1", "a.h5.partial-1.x"}) {
    write_file(dir / name, "");
  }
  const auto before = std::distance(std::filesystem::directory_iterator(dir.path()), {});
  const Writer writer = open_writer(dir / "a.h5", layout);
  REQUIRE(writer.warnings().size() == 5);
  for (const std::string& path : {foreign, own, linked, locked, no_pipe}) {
    INFO(path);
    CHECK(std::filesystem::exists(path));
    CHECK(std::any_of(writer.warnings().begin(), writer.warnings().end(),
                      [&](const std::string& text) {
                        return text.starts_with(path + ": ") && text.ends_with("Remove it.");
                      }));
  }
  CHECK(std::distance(std::filesystem::directory_iterator(dir.path()), {}) == before + 1);
}

TEST_CASE("partial files of processes that are gone are removed, and that is said") {
  const TempDir dir;
  const Layout layout = sample_layout(10, 0);
  complete(dir / "whole.h5", layout);
  const std::string pid = std::to_string(dead_pid());
  const std::string stale = dir / ("a.h5.partial-" + pid);
  int number = 0;
  for (const std::string& bytes :
       {std::string(), std::string(5, '\0'), std::string(5000, '\0'), read_file(dir / "whole.h5"),
        std::string("sample,status\n0,ok\n")}) {
    write_file(number == 0 ? stale : stale + "." + std::to_string(number), bytes);
    ++number;
  }
  const Writer writer = open_writer(dir / "a.h5", layout);
  CHECK(writer.warnings().size() == 5);
  for (const std::string& text : writer.warnings()) {
    CHECK_THAT(text, Catch::StartsWith(stale) && Catch::EndsWith("It was removed."));
  }
  CHECK(std::distance(std::filesystem::directory_iterator(dir.path()), {}) == 2);
}

TEST_CASE("names as long as a file system takes them") {
  const Layout layout = sample_layout(10, 0);
  for (const std::size_t size : {200, 231, 232, 244, 254, 255}) {
    const TempDir dir;
    // Two bytes a letter: the partial name must not end within one, if it can be helped.
    std::string name(size % 2, 'x');
    while (name.size() < size) name += "\u00e4";
    complete(dir / name, layout);
    CHECK(std::distance(std::filesystem::directory_iterator(dir.path()), {}) == 1);
    const std::size_t kept = std::min<std::size_t>(size, 231 - (231 - size % 2) % 2);
    const std::string stale = name.substr(0, kept) + ".partial-" + std::to_string(dead_pid());
    write_file(dir / stale, "");
    const Writer writer = open_writer(dir / name, layout);
    REQUIRE(writer.warnings().size() == 1);
    CHECK_THAT(writer.warnings()[0], Catch::Contains(stale));
    CHECK_FALSE(std::filesystem::exists(dir / stale));
  }
  const TempDir dir;
  CHECK_THROWS_WITH(open_writer(dir / std::string(256, 'x'), layout), Catch::Contains("too long"));
}
