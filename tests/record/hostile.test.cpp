/// Damaged and malicious files: one clear error each, never a crash, whatever HDF5 does with them.

#include <catch2/catch.hpp>

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <functional>
#include <random>

#include "core/base/error.hpp"
#include "record/isolate.hpp"
#include "record/packing.hpp"
#include "record/reader.hpp"
#include "record/sample_layout.hpp"

using namespace montecopter;
using namespace montecopter::testing;
using record::ResultFile;

namespace {

/// Opens and reads all; true if it was accepted. Anything but an Error fails the test.
bool survives(const std::string& path) {
  try {
    const ResultFile file = ResultFile::open(path);
    for (const record::Dataset& dataset : file.datasets()) {
      if (dataset.scale != record::Scale::bare) {
        file.read_elements(dataset, 0, dataset.elements());
      }
    }
    file.unverified_samples();
    file.resolved_text();
    return true;
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::refused);
    CHECK_THAT(error.what(), Catch::StartsWith(path + ": error: "));
    return false;
  }
}

}  // namespace

TEST_CASE("files cut at any length are refused") {
  const TempDir dir;
  complete(dir / "a.h5", sample_layout(20, 2, 5));
  const std::string whole = read_file(dir / "a.h5");
  for (std::size_t i = 0; i < 60; ++i) {
    write_file(dir / "cut.h5", whole.substr(0, i * whole.size() / 60));
    CHECK_FALSE(survives(dir / "cut.h5"));
  }
}

TEST_CASE("random bytes after a valid signature are refused") {
  const TempDir dir;
  std::minstd_rand random(3);
  for (int round = 0; round < 30; ++round) {
    std::string bytes = "\x89HDF\r\n\x1a\n";
    for (int i = 0; i < 5000; ++i) bytes += static_cast<char>(random() >> 8);
    if (round % 2 == 0) bytes[8] = 2;  // a superblock version that exists
    write_file(dir / "a.h5", bytes);
    CHECK_FALSE(survives(dir / "a.h5"));
  }
}

TEST_CASE("mutated metadata never crash the reader", "[slow]") {
  const TempDir dir;
  complete(dir / "a.h5", sample_layout(3, 1, 2));
  const std::string whole = read_file(dir / "a.h5");
  std::vector<std::size_t> used;  // places worth damaging: most of a file this small is padding
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (whole[i] != 0) used.push_back(i);
  }
  std::minstd_rand random(11);
  int accepted = 0;
  constexpr int rounds = 600;
  for (int round = 0; round < rounds; ++round) {
    std::string bytes = whole;
    const std::size_t count = 1 + random() % 8;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = used[random() % used.size()] + random() % 4;
      bytes[std::min(at, bytes.size() - 1)] = static_cast<char>(random() >> 8);
    }
    write_file(dir / "mutated.h5", bytes);
    accepted += survives(dir / "mutated.h5");
  }
  // Damage in data or texts, which nobody can tell from a file that was written so: 27 with
  // HDF5 1.10.
  CHECK(accepted > 0);
  CHECK(accepted < rounds / 10);
}

namespace {

/// What run_isolated() says of work that ends so, and how often it was tried.
struct Ended {
  ExitCode code = ExitCode::ok;
  std::string text;
  int tries = 0;
};

Ended end_of(const std::function<std::string()>& work) {
  const TempDir dir;
  Ended ended;
  const std::string log = dir / "tries";
  try {
    record::run_isolated("f", [&] {
      std::ofstream(log, std::ios::app) << 'x';
      return work();
    });
  } catch (const Error& error) {
    ended.code = error.code();
    ended.text = error.what();
  }
  ended.tries = static_cast<int>(read_file(log).size());
  return ended;
}

std::string raised(int signal) {
  ::raise(signal);
  return "";
}

}  // namespace

TEST_CASE("what the child returns arrives, and so does its error") {
  using record::run_isolated;
  CHECK(run_isolated("f", [] { return std::string("good"); }) == "good");
  CHECK(run_isolated("f", [] { return std::string(1 << 20, 'x'); }).size() == 1 << 20);
  const Ended ended = end_of([]() -> std::string { throw Error(ExitCode::refused, "no"); });
  CHECK(ended.code == ExitCode::refused);
  CHECK(ended.text == "no");
  CHECK(ended.tries == 1);
}

TEST_CASE("a crash of the library is tried once more, and then the file is refused") {
  for (const int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL}) {
    const Ended ended = end_of([&] { return raised(signal); });
    CHECK(ended.code == ExitCode::refused);
    CHECK_THAT(ended.text, Catch::Contains("f: error: HDF5 cannot read it (its process failed "
                                           "twice: it was killed by signal " +
                                           std::to_string(signal)));
    CHECK_THAT(ended.text, !Catch::Contains("damaged"));
    CHECK(ended.tries == 2);
  }
  const Ended hang = end_of([] { return raised(SIGXCPU); });
  CHECK(hang.code == ExitCode::refused);
  CHECK_THAT(hang.text, Catch::Contains("CPU time limit of 10 s"));
  CHECK(hang.tries == 2);
  const Ended silent = end_of([]() -> std::string { ::_exit(0); });
  CHECK(silent.code == ExitCode::refused);
  CHECK_THAT(silent.text, Catch::Contains("without an answer"));
  CHECK(silent.tries == 2);
}

TEST_CASE("a crash that does not come again is none") {
  const TempDir dir;
  const std::string mark = dir / "crashed";
  CHECK(record::run_isolated("f", [&] {
          if (std::filesystem::exists(mark)) return std::string("good");
          write_file(mark, "x");
          return raised(SIGSEGV);
        }) == "good");
}

TEST_CASE("a child that is killed from outside says nothing about the file") {
  for (const int signal : {SIGKILL, SIGALRM, SIGUSR1}) {
    const Ended ended = end_of([&] { return raised(signal); });
    CHECK(ended.code == ExitCode::io);
    CHECK_THAT(ended.text,
               Catch::Contains("killed from outside by signal " + std::to_string(signal)));
    CHECK(ended.tries == 1);
  }
}

TEST_CASE("no memory: the child's own limit is the file's fault, a lower one the machine's") {
#ifdef MONTECOPTER_SANITIZED
  WARN("skipped: the sanitizers reserve more address space than any limit allows");
#else
  // Of a constant size, clang 14 tries to make the string while it compiles, and dies of it.
  const auto greedy = [size = std::size_t{4} << 30] { return std::string(size, 'x'); };
  const Ended own = end_of(greedy);
  CHECK(own.code == ExitCode::refused);
  CHECK_THAT(own.text, Catch::Contains("memory limit of 2 GiB"));
  CHECK(own.tries == 2);
  struct rlimit before = {};
  REQUIRE(::getrlimit(RLIMIT_AS, &before) == 0);
  struct rlimit low = before;
  low.rlim_cur = rlim_t{1} << 30;
  REQUIRE(::setrlimit(RLIMIT_AS, &low) == 0);
  const Ended machine = end_of(greedy);
  ::setrlimit(RLIMIT_AS, &before);
  CHECK(machine.code == ExitCode::io);
  CHECK_THAT(machine.text, Catch::Contains("out of memory"));
  CHECK(machine.tries == 1);
#endif
}

TEST_CASE("a damaged child cannot damage its parent through the pipe") {
  const std::string good = record::pack(record::schema_of(sample_layout(10, 2)));
  CHECK(record::pack(record::unpack(good)) == good);
  std::minstd_rand random(5);
  for (int round = 0; round < 2000; ++round) {
    std::string bytes = good;
    if (round % 4 == 0) bytes.resize(random() % good.size());
    for (int i = 0; i < 3 && !bytes.empty(); ++i) {
      bytes[random() % bytes.size()] = static_cast<char>(random() >> 8);
    }
    try {
      record::unpack(bytes);
    } catch (const Error&) {
    }
  }
}
